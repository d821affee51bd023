package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
)

// theOne starts a plan's first request: about the thing whose id the call gives
// under key. [about] tells where there is no such thing.
func theOne(s *plugin.Step, route, key string) plugin.Request {
	return one(route, param(s, key)).Tolerate(badRequest, notFound)
}

const badRequest = 400

// finds says which tools show ids of a kind.
var finds = map[string]struct{ noun, tools string }{
	"messageId": {"message", "gmail_search_messages shows ids."},
	"threadId":  {"conversation", "gmail_list_threads shows ids."},
	"draftId":   {"draft", "gmail_list_drafts shows ids; a draft that was sent or deleted is gone."},
	"filterId":  {"filter", "gmail_list_filters shows ids."},
}

// about is a plan that begins with a request of [theOne] and calls the step
// behind it first. Gmail's own refusal does not say which id it means, nor what
// an id is.
func about(key, first string, plan func(*plugin.Step) (*plugin.Next, error)) func(*plugin.Step) (*plugin.Next, error) {
	return func(s *plugin.Step) (*plugin.Next, error) {
		if s.Name == first && len(s.Responses) > 0 && s.Responses[0].Error != nil {
			return nil, noSuch(s, key)
		}
		return plan(s)
	}
}

// noSuch is the error where the thing of the call can't be had.
func noSuch(s *plugin.Step, key string) error {
	r := s.Responses[0]
	if !r.Is(notFound) && text.Index(r.Error.Message, "nvalid id") < 0 {
		return failed(r, "")
	}
	kind := finds[key]
	return &plugin.Error{Code: plugin.NotFound, Field: key,
		Message: "There is no " + kind.noun + " " + text.OneLine(param(s, key)) + " in the mailbox. " + kind.tools}
}
