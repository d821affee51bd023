package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

const (
	// defaultPage is how many items a page has where nothing is said.
	defaultPage = 20
	// skipPage is how many ids are skipped with one request: the API's maximum.
	skipPage = 500
	// maxSkips bounds the requests on the way to a numbered page: with the list
	// itself, a hundred items and a request beside them it is what the host
	// allows one action.
	maxSkips = 18
)

// listing is a list of ids with paging: each of them is looked at afterwards.
type listing struct {
	route string
	// key is the answer's member that holds the items, noun and plural what
	// they are called.
	key, noun, plural string
	// query is the search, "" for none.
	query string
	// look asks for one item.
	look func(id string) plugin.Request
	// silentEnd leaves the paging out of the last page, as proxies do for drafts.
	silentEnd bool
	// beside is a request that goes out with those for the items; nil is none.
	beside *plugin.Request
}

// ask asks for the next page, with size items, behind the token.
func (l *listing) ask(size int, token string) plugin.Request {
	return mine(l.route).Query("maxResults", value.Int(int64(size))).
		Query("q", optionalText(l.query)).
		Query("pageToken", optionalText(token)).
		Keep(l.key + "(id),nextPageToken")
}

func pageSize(s *plugin.Step) int {
	if n, ok := s.Params.Get("maxResults").AsInt(); ok && n > 0 && n <= maxPage {
		return int(n)
	}
	return defaultPage
}

// found are the items of a page that were looked at.
type found struct {
	items []value.Value
	// token is the place of the next page, gone is how many items were gone
	// when they were looked at.
	token string
	gone  int
	// also is the answer to the listing's own request beside the items.
	also value.Value
}

// end ends the list with this data.
func (l *listing) end(p *found, data value.Value) *plugin.Next {
	next := plugin.Done(data)
	if p.token != "" || !l.silentEnd {
		next = next.Page(p.token)
	}
	if p.gone > 0 {
		next = next.Warn(text.Count(p.gone, l.noun+" was", l.plural+" were") + " gone when the list was read.")
	}
	return next
}

// step runs the list up to the items: it gives either the next step or what it found.
func (l *listing) step(s *plugin.Step) (*plugin.Next, *found, error) {
	switch s.Name {
	case "":
		next, err := l.start(s)
		return next, nil, err
	case "skipped":
		next, err := l.skipped(s)
		return next, nil, err
	case "listed":
		return l.listed(s)
	case "looked":
		p := found{token: s.State.Text()}
		for i, r := range s.Responses {
			switch {
			case l.beside != nil && i == len(s.Responses)-1:
				p.also = r.Body
			case r.Is(notFound):
				p.gone++
			default:
				p.items = append(p.items, r.Body)
			}
		}
		return nil, &p, nil
	}
	next, err := s.Stray()
	return next, nil, err
}

// listed asks for each item of the list.
func (l *listing) listed(s *plugin.Step) (*plugin.Next, *found, error) {
	body, err := s.Responses[0].Object()
	if err != nil {
		return nil, nil, err
	}
	token := body.Get("nextPageToken")
	var requests []plugin.Request
	for _, item := range body.Get(l.key).Items() {
		requests = append(requests, l.look(item.Get("id").Text()).Tolerate(notFound))
	}
	if requests == nil {
		return nil, &found{token: token.Text()}, nil
	}
	if l.beside != nil {
		requests = append(requests, *l.beside)
	}
	return s.Ask("looked", requests...).Keep(token), nil, nil
}

func (l *listing) start(s *plugin.Step) (*plugin.Next, error) {
	page, _ := s.Params.Get("page").AsInt()
	token := param(s, "pageToken")
	switch {
	case page > 0 && token != "":
		return nil, plugin.Invalid("pageToken", "Give either page or pageToken: the token is the place itself.")
	case page > 0:
		return l.skip(s, int(page)*pageSize(s), 0, "")
	}
	return s.Ask("listed", l.ask(pageSize(s), token)), nil
}

// skip passes over ids, of which many fit into one answer.
func (l *listing) skip(s *plugin.Step, left, rounds int, token string) (*plugin.Next, error) {
	if left <= 0 {
		return s.Ask("listed", l.ask(pageSize(s), token)), nil
	}
	if rounds == maxSkips {
		return nil, &plugin.Error{Code: plugin.LimitExceeded, Field: "page",
			Message: "The page lies too far behind. Use pageToken with an answer's nextPageToken, or narrow the search."}
	}
	return s.Ask("skipped", l.ask(min(left, skipPage), token)).Keep(value.Object(
		value.M("left", value.Int(int64(left))),
		value.M("rounds", value.Int(int64(rounds+1))),
	)), nil
}

func (l *listing) skipped(s *plugin.Step) (*plugin.Next, error) {
	body, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	left, _ := s.State.Get("left").AsInt()
	rounds, _ := s.State.Get("rounds").AsInt()
	token := body.Get("nextPageToken").Text()
	if token == "" {
		return plugin.Done(value.Array()).Page(""), nil
	}
	return l.skip(s, int(left)-body.Get(l.key).Len(), int(rounds), token)
}
