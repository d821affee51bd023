package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

const (
	// apiPage is how many events the API gives at once at most.
	apiPage = 2500
	// maxRounds is how often a list asks on. The API may give short pages, and
	// empty ones, of a list that goes on.
	maxRounds = 20
)

// listing is a read of several events. The three of them differ in this.
type listing struct {
	route string
	// days is how many the window covers where no end is given.
	days int
	// size is how many events are given where maxResults does not say.
	size int64
	// data adds what the answer has beside the items; nil adds nothing.
	data func(w *work, data *value.Value)
}

func planEvents(w *work) (*plugin.Next, error) {
	return listing{route: routeEvents, days: standardWindow, size: 50}.plan(w)
}

func planInstances(w *work) (*plugin.Next, error) {
	return listing{route: routeInstances, days: maxWindow, size: maxPage, data: func(w *work, data *value.Value) {
		*data = value.Object(
			value.M("eventId", w.Params.Get("eventId")),
			value.M("calendarId", value.String(calendarOf(w.Params))),
			value.M("items", data.Get("items").Map(func(e value.Value) value.Value {
				e.Set("summary", e.Get("title")) // the member by which proxies name an occurrence
				return e
			})),
		)
	}}.plan(w)
}

// plan skips to a numbered page first, where there is one; then it reads until
// the page is full or the list is at its end.
func (l listing) plan(w *work) (*plugin.Next, error) {
	size := l.sizeOf(w.Params)
	switch w.Name {
	case "":
		page, err := pageNumber(w.Params, size)
		if err != nil {
			return nil, err
		}
		w.note("page", value.Int(page))
		w.note("items", value.Array())
		return l.next(w, page*size, w.pageToken(), 0)
	case "skipped", "listed":
		return l.answered(w)
	}
	return w.Stray()
}

func (l listing) sizeOf(p value.Value) int64 {
	if n, ok := p.Get("maxResults").AsInt(); ok && n > 0 {
		return n
	}
	return l.size
}

// pageNumber is the page that is asked for by its number. The token of such a
// page is the next number; a token of Google's needs no number beside it.
func pageNumber(p value.Value, size int64) (int64, error) {
	page, _ := p.Get("page").AsInt()
	token := p.Get("pageToken").Text()
	n, ok := numbered(token)
	if ok {
		page = n
	}
	if page > maxSkip/size {
		return 0, plugin.Fail(plugin.LimitExceeded, "By the number of a page only the first "+text.Int(maxSkip)+" events can be reached. Give a later timeMin, or leave page out and follow pageToken.")
	}
	if ok {
		return page, nil
	}
	if token != "" && page > 0 {
		return 0, plugin.Invalid("pageToken", "pageToken and page name two places in the list. Give one of them.")
	}
	return page, nil
}

// next asks for what is to be skipped, or else for events; missing is how many of
// either.
func (l listing) next(w *work, skip int64, token string, rounds int64) (*plugin.Next, error) {
	r, err := l.request(w, token)
	if err != nil {
		return nil, err
	}
	w.note("skip", value.Int(skip))
	w.note("rounds", value.Int(rounds+1))
	if skip > 0 {
		return w.ask("skipped", r.Query("maxResults", value.Int(min(skip, apiPage))).Keep("items(id),nextPageToken")), nil
	}
	missing := l.sizeOf(w.Params) - int64(w.found.Get("items").Len())
	return w.ask("listed", r.Query("maxResults", value.Int(missing)).Keep(keepEvents).MaxText(maxText)), nil
}

// request asks the same question on every page.
func (l listing) request(w *work, token string) (plugin.Request, error) {
	low, high, err := w.window(l.days)
	if err != nil {
		return plugin.Request{}, err
	}
	r := inside(l.route, w.Params)
	if l.route == routeInstances {
		r = w.event(l.route)
	} else {
		r = r.Query("singleEvents", value.Bool(true)).Query("orderBy", value.String("startTime")).Query("q", trimmed(w.Params, "query"))
	}
	r = r.Query("timeMin", value.String(low)).Query("timeMax", value.String(high)).
		Query("showDeleted", value.Bool(false)).Query("timeZone", w.Params.Get("timeZone"))
	if token != "" {
		r = r.Query("pageToken", value.String(token))
	}
	return r.Tolerate(404), nil
}

func (l listing) answered(w *work) (*plugin.Next, error) {
	if w.Responses[0].Is(404) {
		if l.route == routeInstances {
			return nil, noEvent(w)
		}
		return nil, noCalendar(w.Params)
	}
	body, err := w.object()
	if err != nil {
		return nil, err
	}
	items, token := body.Get("items").Items(), body.Get("nextPageToken").Text()
	rounds, _ := w.found.Get("rounds").AsInt()
	skip, _ := w.found.Get("skip").AsInt()
	if w.Name == "skipped" {
		skip -= int64(len(items))
		switch {
		case token == "":
			return l.end(w, ""), nil
		case rounds >= maxRounds:
			return nil, plugin.Fail(plugin.LimitExceeded, "Google gives this list in too small parts to skip to the page. Follow pageToken from the first page on.")
		}
		return l.next(w, max(skip, 0), token, rounds)
	}
	all := append([]value.Value{}, w.found.Get("items").Items()...)
	for _, e := range items {
		all = append(all, event(e, calendarOf(w.Params), body.Get("summary")))
	}
	w.note("items", value.Array(all...))
	if token == "" || int64(len(all)) >= l.sizeOf(w.Params) || rounds >= maxRounds {
		return l.end(w, token), nil
	}
	return l.next(w, 0, token, rounds)
}

// end gives the page with the token of the next one: the next number where the
// page was asked for by its number.
func (l listing) end(w *work, token string) *plugin.Next {
	data := value.Object(value.M("items", w.found.Get("items")))
	if l.data != nil {
		l.data(w, &data)
	}
	if page, _ := w.found.Get("page").AsInt(); page > 0 && token != "" {
		return plugin.Done(data).Page(text.Int(int(page) + 1))
	}
	return plugin.Done(data).Page(w.nextToken(token))
}
