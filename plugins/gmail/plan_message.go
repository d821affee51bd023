package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

func planProfile(s *plugin.Step) (*plugin.Next, error) {
	if s.Name == "" {
		return s.Ask("got", mine(routeProfile).Keep("emailAddress,messagesTotal,threadsTotal,historyId")), nil
	}
	p, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	return plugin.Done(value.Object(
		value.M("email", p.Get("emailAddress")),
		value.M("messagesTotal", p.Get("messagesTotal")),
		value.M("threadsTotal", p.Get("threadsTotal")),
		value.M("historyId", p.Get("historyId")),
	)), nil
}

// wholeMessage asks for a message with its texts decoded.
func wholeMessage(message plugin.Request) plugin.Request {
	return format(message, "full").Keep(keepMessage).DecodeMail()
}

func planGetMessage(s *plugin.Step) (*plugin.Next, error) {
	var messages []value.Value
	switch s.Name {
	case "":
		return s.Ask("got", wholeMessage(theOne(s, routeMessage, "messageId")).MaxText(maxBodyUnits)), nil
	case "got":
		m, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		messages = []value.Value{m}
		if next := fetchTexts(s, messages, value.Value{}, maxBodyUnits); next != nil {
			return next, nil
		}
	case "texts":
		messages, _ = fetchedTexts(s)
	default:
		return s.Stray()
	}
	// The service's snippet stays away: it may hold what the mail hides.
	return plugin.Done(value.Object(value.M("message", messageFull(messages[0])))), nil
}
