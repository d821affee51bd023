package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

const (
	// maxMeetLooks is how often the plan looks for a link that was not ready.
	maxMeetLooks = 2
	maxRequestID = 64
)

// meetRequest asks for a Meet link. The request's id keeps a repeat of the call
// from making a second one.
func meetRequest(w *work) value.Value {
	id := []byte(text.Or(w.Params.Get("idempotencyKey").Text(), w.Clock.Nonce))
	for i, c := range id {
		if !text.IsLetter(c) && !text.IsDigit(c) && c != '-' {
			id[i] = '_'
		}
	}
	return value.Object(value.M("createRequest", value.Object(
		value.M("requestId", value.String(string(id[:min(len(id), maxRequestID)]))),
		value.M("conferenceSolutionKey", value.Object(value.M("type", value.String("hangoutsMeet")))),
	)))
}

func meetStatus(e value.Value) string {
	return e.Get("conferenceData").Get("createRequest").Get("status").Get("statusCode").Text()
}

// awaitMeet looks again for a link that Google is still making; nil where there
// is nothing to wait for.
func awaitMeet(w *work, e value.Value) *plugin.Next {
	looks, _ := w.found.Get("looks").AsInt()
	if !w.Params.Get("createMeetLink").IsTrue() || meetStatus(e) != "pending" || looks >= maxMeetLooks {
		return nil
	}
	w.note("looks", value.Int(looks+1))
	w.note("id", e.Get("id"))
	w.note("event", e)
	return w.ask("meet", w.event(routeEventGet).Keep(keepEvent).Tolerate(403, 404, 410, 429, 500, 502, 503, 504))
}

// meetWarning tells why an event that should have a link has none; "" where it
// has one.
func meetWarning(e value.Value) string {
	switch {
	case e.Get("hangoutLink").Text() != "":
		return ""
	case meetStatus(e) == "pending":
		return "Google is still making the Meet link: calendar_get_event shows it in a moment."
	case meetStatus(e) == "failure":
		return "Google could not make a Meet link: the calendar may not allow them, or the account has no Meet."
	}
	return "The event has no Meet link: the calendar may not allow them, or the account has no Meet."
}
