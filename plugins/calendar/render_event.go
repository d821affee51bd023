package main

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// renderEvent reads an event in any of the three shapes that servers send: that
// of the list, that of the Calendar API, and a mixture.
func renderEvent(e value.Value, user abi.Clock) string {
	return name(e) + "\n" + text.Details(
		text.Line{Label: "When", Text: when(e, user)},
		text.Line{Label: "Where", Text: e.Get("location").Text()},
		text.Line{Label: "Status", Text: status(e)},
		text.Line{Label: "Answer", Text: ownAnswer(e)},
		text.Line{Label: "Organizer", Text: organizer(e.Get("organizer"))},
		text.Line{Label: "Repeats", Text: show.Join(e.Get("recurrence"), "\n", value.Value.Text)},
		text.Line{Label: "Series", Text: series(e)},
		text.Line{Label: "Guests", Text: show.Join(guests(e), "\n", guest)},
		text.Line{Label: "Calendar", Text: firstOf(e, "calendarName", "calendarId")},
		text.Line{Label: "Color", Text: colorName(firstOf(e, "color", "colorId"))},
		text.Line{Label: "Meet", Text: meet(e)},
		text.Line{Label: "Id", Text: e.Get("id").Text()},
		text.Line{Label: "Open", Text: e.Get("htmlLink").Text()},
		text.Line{Label: "Text", Text: e.Get("description").Text()},
	)
}

// firstOf is the first of these members that holds a text.
func firstOf(v value.Value, keys ...string) string {
	for _, key := range keys {
		if s := v.Get(key).Text(); s != "" {
			return s
		}
	}
	return ""
}

// status is told where it is not the usual one.
func status(e value.Value) string {
	for _, key := range [...]string{"eventStatus", "status"} {
		if s := e.Get(key).Text(); s == "cancelled" || s == "tentative" {
			return s
		}
	}
	return ""
}

// series says that the event is one occurrence alone: whoever changes it should
// know.
func series(e value.Value) string {
	id := e.Get("recurringEventId").Text()
	if id == "" {
		return ""
	}
	return "one occurrence of " + id
}

// ownAnswer is the user's. The same member holds it in one interface and the
// status of the event in the other, where the answer stands beside the guest.
func ownAnswer(e value.Value) string {
	switch s := e.Get("status").Text(); s {
	case "YES", "NO", "MAYBE", "INVITED", "OWNER":
		return answer(s)
	}
	for _, g := range guests(e).Items() {
		if g.Get("self").IsTrue() {
			return answer(g.Get("responseStatus").Text())
		}
	}
	return ""
}

func guests(e value.Value) value.Value {
	if list := e.Get("guests"); list.Exists() {
		return list
	}
	return e.Get("attendees")
}

func guest(g value.Value) string {
	out := firstOf(g, "email", "displayName", "id")
	if said := answer(firstOf(g, "status", "responseStatus")); said != "" {
		out += " (" + said + ")"
	}
	return out
}

// answer is an answer to an invitation, in the words of either interface; ""
// for what is none.
func answer(s string) string {
	switch s {
	case "YES", "accepted":
		return "yes"
	case "NO", "declined":
		return "no"
	case "MAYBE", "tentative":
		return "maybe"
	case "INVITED", "needsAction":
		return "none yet"
	case "OWNER":
		return "organizer"
	}
	return ""
}

// organizer is who invites, where it is not the user.
func organizer(o value.Value) string {
	if o.Get("self").IsTrue() {
		return ""
	}
	return firstOf(o, "email", "displayName", "id")
}

func meet(e value.Value) string {
	if link := e.Get("hangoutLink").Text(); link != "" {
		return link
	}
	if e.Get("conferenceData").Get("createRequest").Get("status").Get("statusCode").Text() == "pending" {
		return "the link is being made"
	}
	return ""
}

// renderSeries shows a new series. Its times are those that were asked for.
func renderSeries(d value.Value) string {
	if !d.Has("seriesId") {
		return ""
	}
	return "Created: " + name(d) + "\n" + text.Details(
		text.Line{Label: "When", Text: when(d, abi.Clock{})},
		text.Line{Label: "Repeats", Text: d.Get("recurrence").Text()},
		text.Line{Label: "Id", Text: d.Get("seriesId").Text()},
	)
}

// renderEvents writes a list of events, one a line. It is no table of the
// host's since whole days have another form than times, and each answer its own.
func renderEvents(a *plugin.Answer) string {
	list := a.Data.Get("items")
	if a.Data.Kind() == value.KindArray {
		list = a.Data
	}
	if list.Kind() != value.KindArray {
		return ""
	}
	times := make([]string, list.Len())
	width := 0
	for i, e := range list.Items() {
		times[i] = when(e, a.Clock)
		width = max(width, len(times[i]))
	}
	rows := ""
	for i, e := range list.Items() {
		rows += "  " + times[i] + spaces(width-len(times[i])+2) + name(e) + " (" + e.Get("id").Text() + ")" + remark(e) + "\n"
	}
	return actions.ListHead(a, list.Len(), "event", "events") + rows
}

// remark tells what a list of events must not hide.
func remark(e value.Value) string {
	if s := status(e); s != "" {
		return ", " + s
	}
	return ""
}

func spaces(n int) string {
	const many = "                                                                "
	return many[:min(max(n, 0), len(many))]
}
