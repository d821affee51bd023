package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func planTasklistsList(s *plugin.Step) (*plugin.Next, error) {
	if s.Name == "" {
		return s.Ask("listed", pageOf(plugin.To(routeListsList), s.Params).
			Keep("items("+keepTasklist+"),nextPageToken")), nil
	}
	body, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	data := value.Object(value.M("items", items(body, asIs)))
	return plugin.Done(data).Page(body.Get("nextPageToken").Text()), nil
}

func asIs(v value.Value) value.Value { return v }

// planTasklistsGet asks for the default list as well: only its id tells
// whether the list is the default one.
func planTasklistsGet(s *plugin.Step) (*plugin.Next, error) {
	if s.Name == "" {
		requests := []plugin.Request{inList(routeListsGet, s.Params).Keep(keepTasklist)}
		if !named(s.Params, defaultList) {
			requests = append(requests, defaultListID())
		}
		return s.Ask("got", requests...), nil
	}
	list, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	standard := s.Responses[len(s.Responses)-1].Body
	list.Set("isDefault", value.Bool(list.Get("id").Equal(standard.Get("id"))))
	return plugin.Done(value.Object(value.M("tasklist", list))), nil
}

func named(p value.Value, tasklist string) bool { return p.Get("tasklistId").Text() == tasklist }

func defaultListID() plugin.Request {
	return plugin.To(routeListsGet).Path("tasklist", defaultList).Keep("id")
}

func planTasklistsCreate(s *plugin.Step) (*plugin.Next, error) {
	return oneTasklist(s, plugin.To(routeListsInsert).Body(titleBody(s.Params)))
}

// planTasklistsUpdate patches: the API's update replaces the whole list.
func planTasklistsUpdate(s *plugin.Step) (*plugin.Next, error) {
	return oneTasklist(s, inList(routeListsPatch, s.Params).Body(titleBody(s.Params)))
}

func titleBody(p value.Value) value.Value {
	return value.Object(value.M("title", value.String(text.Trim(p.Get("title").Text()))))
}

// oneTasklist sends one request whose answer is the list.
func oneTasklist(s *plugin.Step, r plugin.Request) (*plugin.Next, error) {
	if s.Name == "" {
		return s.Ask("done", r.Keep(keepTasklist)), nil
	}
	list, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	return plugin.Done(value.Object(value.M("tasklist", list))), nil
}

// planTasklistsDelete looks before it deletes. The API answers a delete of a
// list that is gone with success, refuses the default list with a text that
// says nothing, and deletes the originals of assigned tasks in Docs and Chat
// without a word.
func planTasklistsDelete(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		if named(s.Params, defaultList) {
			return nil, defaultListStays()
		}
		requests := []plugin.Request{inList(routeListsGet, s.Params).Keep("id"), defaultListID()}
		if !s.Params.Get("includeAssigned").IsTrue() {
			requests = append(requests, assignedPage(s.Params, ""))
		}
		return s.Ask("looked", requests...), nil
	case "looked":
		list, standard := s.Responses[0].Body.Get("id"), s.Responses[1].Body.Get("id")
		if list.Equal(standard) {
			return nil, defaultListStays()
		}
		if len(s.Responses) == 2 {
			return deleteList(s), nil
		}
		return afterAssigned(s, s.Responses[2], 0)
	case "assigned":
		pages, _ := s.State.AsInt()
		return afterAssigned(s, s.Responses[0], int(pages))
	case "deleted":
		return plugin.Done(value.Object(
			value.M("deleted", value.Bool(true)),
			value.M("tasklistId", s.Params.Get("tasklistId")),
		)), nil
	}
	return s.Stray()
}
