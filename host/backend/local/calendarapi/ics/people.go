package ics

import (
	"net/mail"
	"strings"
	"unicode/utf8"

	ical "github.com/emersion/go-ical"
)

// maxGuests is how many attendees the Calendar API takes.
const maxGuests = 200

// people reads organizer and attendees. Those without a mail address are left
// out: the API knows people by it.
func (e *event) people(body map[string]any) {
	if p := e.props.Get(ical.PropOrganizer); p != nil {
		if who := person(p); who != nil {
			body["organizer"] = who
		}
	}
	var guests []any
	for _, p := range e.props.Values(ical.PropAttendee) {
		who := person(&p)
		if who == nil {
			continue
		}
		if len(guests) == maxGuests {
			e.file.problem(e.uid, "only its first %d attendees are kept", maxGuests)
			break
		}
		answers := map[string]string{"ACCEPTED": "accepted", "DECLINED": "declined", "TENTATIVE": "tentative"}
		who["responseStatus"] = "needsAction"
		if a, ok := answers[strings.ToUpper(p.Params.Get(ical.ParamParticipationStatus))]; ok {
			who["responseStatus"] = a
		}
		if strings.EqualFold(p.Params.Get(ical.ParamRole), "OPT-PARTICIPANT") {
			who["optional"] = true
		}
		if t := strings.ToUpper(p.Params.Get(ical.ParamCalendarUserType)); t == "RESOURCE" || t == "ROOM" {
			who["resource"] = true
		}
		guests = append(guests, who)
	}
	if guests != nil {
		body["attendees"] = guests
	}
}

func person(p *ical.Prop) map[string]any {
	address := strings.TrimSpace(p.Value)
	if len(address) > 7 && strings.EqualFold(address[:7], "mailto:") {
		address = address[7:]
	}
	a, err := mail.ParseAddress(address)
	if err != nil || a.Address != address || !strings.Contains(address, "@") {
		return nil
	}
	who := map[string]any{"email": strings.ToLower(address)}
	if name := p.Params.Get(ical.ParamCommonName); name != "" && !strings.EqualFold(name, address) && utf8.ValidString(name) {
		who["displayName"] = name
	}
	return who
}
