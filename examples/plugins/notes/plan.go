package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// keepNote are the fields of a note that the plans want to see; the host drops
// the rest of the answer.
const keepNote = "id,title,text,updated"

// plan is one step of an action. At the start it asks for a request; when the
// answer is there it shapes the result.
func plan(s *plugin.Step) (*plugin.Next, error) {
	if s.Name == "" {
		request, err := ask(s)
		if err != nil {
			return nil, err
		}
		return s.Ask("answered", request), nil
	}
	answer := s.Responses[0]
	switch s.Action {
	case actionList:
		data := value.Object(value.M("notes", value.Array(answer.Body.Get("notes").Items()...)))
		return plugin.Done(data).Page(answer.Body.Get("next").Text()), nil
	case actionDelete:
		// To delete what is gone already is no failure, but worth a word.
		next := plugin.Done(value.Object(value.M("deleted", value.Bool(true)), value.M("noteId", s.Params.Get("noteId"))))
		if answer.Is(404) {
			next = next.Warn("The note was not there any more.")
		}
		return next, nil
	}
	return plugin.Done(value.Object(value.M("note", answer.Body))), nil
}

// ask is the request of an action. It names the route and its variables; the
// host knows method and address.
func ask(s *plugin.Step) (plugin.Request, error) {
	p := s.Params
	switch s.Action {
	case actionList:
		return plugin.To(routeList).Query("limit", p.Get("limit")).Query("cursor", p.Get("pageToken")).
			Keep("notes(id,title,updated),next"), nil
	case actionGet:
		return plugin.To(routeGet).Path("noteId", p.Get("noteId").Text()).Keep(keepNote), nil
	case actionCreate:
		body := value.Object(value.M("title", p.Get("title")), value.M("text", p.Get("text")))
		return plugin.To(routeCreate).Body(body).Keep(keepNote), nil
	case actionDelete:
		return plugin.To(routeDelete).Path("noteId", p.Get("noteId").Text()).Tolerate(404), nil
	}
	return plugin.Request{}, plugin.Fail(plugin.NotSupported, "The action "+s.Action+" of notes has no plan.")
}
