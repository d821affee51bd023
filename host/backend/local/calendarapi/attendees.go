package calendarapi

import (
	"net/mail"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// The answers of a guest.
const (
	needsAction = "needsAction"
	declined    = "declined"
	tentative   = "tentative"
	accepted    = "accepted"
)

// checkGuests checks attendees and the organizer, and brings each guest to
// its stored form. One address stands once; the later entry is dropped.
func (a *API) checkGuests(cal *calRow, data obj) error {
	if o := sub(data, "organizer"); o != nil {
		if !isAddress(text(o, "email")) {
			return gapi.Invalid("Invalid organizer email.")
		}
	}
	all := list(data, "attendees")
	if len(all) > maxAttendees {
		return gapi.Invalid("Too many attendees: %d, the maximum is %d.", len(all), maxAttendees)
	}
	host := organizerOf(cal, data)
	seen := map[string]bool{}
	var out []any
	for _, v := range all {
		in := v.(obj)
		email := strings.ToLower(text(in, "email"))
		if email == "" {
			return required("Missing attendee email.")
		}
		if !isAddress(email) {
			return gapi.Invalid("Invalid attendee email.")
		}
		if seen[email] {
			continue
		}
		seen[email] = true
		g, err := checkGuest(in, email, strings.EqualFold(email, host))
		if err != nil {
			return err
		}
		out = append(out, g)
	}
	if out == nil {
		delete(data, "attendees")
	} else {
		data["attendees"] = out
	}
	return nil
}

func checkGuest(in obj, email string, host bool) (obj, error) {
	g := keep(in, "displayName", "optional", "resource", "responseStatus", "comment", "additionalGuests")
	g["email"] = email
	if err := oneOf("event.attendees.responseStatus", text(g, "responseStatus"), needsAction, declined, tentative, accepted); err != nil {
		return nil, err
	}
	if text(g, "responseStatus") == "" {
		g["responseStatus"] = needsAction
		if host { // who invites comes
			g["responseStatus"] = accepted
		}
	}
	if n, err := number(in["additionalGuests"]); err == nil && n < 0 {
		return nil, gapi.Invalid("Invalid value at 'event.attendees.additionalGuests': it must not be negative.")
	}
	return g, checkLength("event.attendees.comment", text(g, "comment"), maxDescription)
}

func isAddress(email string) bool {
	a, err := mail.ParseAddress(email)
	return err == nil && a.Address == email && a.Name == ""
}

// organizerOf is the organizer's address: of an event without one the
// calendar's own.
func organizerOf(cal *calRow, data obj) string {
	if o := sub(data, "organizer"); o != nil {
		return text(o, "email")
	}
	return cal.public()
}

// keepAnswers gives the attendees of a write those answers that they gave
// before, where it states none: a list of addresses resets nobody.
func keepAnswers(before, after obj) {
	known := map[string]obj{}
	for _, v := range list(before, "attendees") {
		known[strings.ToLower(text(v.(obj), "email"))] = v.(obj)
	}
	for _, v := range list(after, "attendees") {
		g := v.(obj)
		old := known[strings.ToLower(text(g, "email"))]
		if old == nil {
			continue
		}
		for _, name := range []string{"responseStatus", "comment", "displayName", "resource"} {
			if _, given := g[name]; !given && old[name] != nil {
				g[name] = old[name]
			}
		}
	}
}

// ownAnswer is what attendeesOmitted makes of a write: only the calendar's own
// entry changes, and in it only the answer. It gives the whole list.
func ownAnswer(cal *calRow, before, body obj) ([]any, error) {
	var mine obj
	for _, v := range list(body, "attendees") {
		if strings.EqualFold(text(v.(obj), "email"), cal.public()) {
			mine = v.(obj)
		}
	}
	if mine == nil {
		return nil, gapi.Invalid("Invalid attendees: with attendeesOmitted the list must hold the entry of %s.", cal.public())
	}
	found := false
	var out []any
	for _, v := range list(before, "attendees") {
		g := v.(obj)
		if strings.EqualFold(text(g, "email"), cal.public()) {
			found = true
			g = merge(g, keep(mine, "responseStatus", "comment", "additionalGuests"))
		}
		out = append(out, g)
	}
	if !found {
		return nil, gapi.Invalid("Invalid attendees: %s is not an attendee of the event.", cal.public())
	}
	return out, nil
}

// answerOf is the answer of an address; "" for nobody who is invited.
func answerOf(data obj, address string) string {
	for _, v := range list(data, "attendees") {
		if strings.EqualFold(text(v.(obj), "email"), address) {
			return text(v.(obj), "responseStatus")
		}
	}
	return ""
}
