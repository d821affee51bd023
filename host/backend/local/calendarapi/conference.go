package calendarapi

import (
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// meetType is the only kind of conference that can be created.
const meetType = "hangoutsMeet"

// applyConference turns a request for a conference into one. The service
// answers some requests with "pending" first; here each is done at once, with
// a link that leads nowhere. A request whose id the event has already is
// ignored.
func applyConference(tx *store.Tx, before, data obj) error {
	conf := sub(data, "conferenceData")
	if conf == nil {
		return nil
	}
	old := sub(before, "conferenceData")
	request := sub(conf, "createRequest")
	oldID := text(sub(old, "createRequest"), "requestId")
	switch {
	case request == nil || len(list(conf, "entryPoints")) > 0 && oldID == text(request, "requestId"):
		return checkConference(conf)
	case text(request, "requestId") == "":
		return required("Missing conference request id.")
	case oldID == text(request, "requestId") && old != nil:
		data["conferenceData"] = old
		return nil
	}
	if t := text(sub(request, "conferenceSolutionKey"), "type"); t != meetType {
		return gapi.Invalid("Invalid conference type value.")
	}
	if err := checkLength("event.conferenceData.createRequest.requestId", text(request, "requestId"), maxCode); err != nil {
		return err
	}
	data["conferenceData"] = newMeet(meetCode(tx.NewID()), text(request, "requestId"))
	return nil
}

func newMeet(code, request string) obj {
	key := obj{"type": meetType}
	return obj{
		"conferenceId":       code,
		"conferenceSolution": obj{"key": key, "name": "Google Meet"},
		"createRequest":      obj{"requestId": request, "conferenceSolutionKey": key, "status": obj{"statusCode": "success"}},
		"entryPoints": []any{obj{"entryPointType": "video", "uri": "https://meet.google.com/" + code,
			"label": "meet.google.com/" + code}},
	}
}

// meetCode makes a code such as abc-defg-hij.
func meetCode(id string) string {
	var b strings.Builder
	for i, c := range digest(id)[:10] {
		if i == 3 || i == 7 {
			b.WriteByte('-')
		}
		b.WriteByte('a' + c%26)
	}
	return b.String()
}

// checkConference checks conference data that a client brings complete.
func checkConference(conf obj) error {
	points := list(conf, "entryPoints")
	if len(points) == 0 || sub(conf, "conferenceSolution") == nil {
		return gapi.Invalid("Invalid conference data: either conferenceSolution and at least one entry point, or createRequest is required.")
	}
	if err := checkLength("event.conferenceData.notes", text(conf, "notes"), maxNotes); err != nil {
		return err
	}
	count := map[string]int{}
	for _, v := range points {
		p := v.(obj)
		typ, uri := text(p, "entryPointType"), text(p, "uri")
		scheme, ok := map[string]string{"video": "http", "phone": "tel:", "sip": "sip:", "more": "http"}[typ]
		if !ok || !strings.HasPrefix(uri, scheme) {
			return gapi.Invalid("Invalid conference data: an entry point has an unknown type, or a URI that does not fit its type.")
		}
		count[typ]++
		if err := checkLength("event.conferenceData.entryPoints.uri", uri, maxURI); err != nil {
			return err
		}
		if err := checkLength("event.conferenceData.entryPoints.label", text(p, "label"), maxEntryLabel); err != nil {
			return err
		}
		for _, name := range []string{"meetingCode", "accessCode", "passcode", "password", "pin"} {
			if err := checkLength("event.conferenceData.entryPoints."+name, text(p, name), maxCode); err != nil {
				return err
			}
		}
	}
	if count["video"] > 1 || count["sip"] > 1 || count["more"] > 1 {
		return gapi.Invalid("Invalid conference data: there can be one video, one sip and one more entry point.")
	}
	return nil
}

// meetLink is the link of a Meet conference.
func meetLink(c *ConferenceData) string {
	if c == nil || c.ConferenceSolution == nil || c.ConferenceSolution.Key == nil || c.ConferenceSolution.Key.Type != meetType {
		return ""
	}
	for _, p := range c.EntryPoints {
		if p.EntryPointType == "video" {
			return p.URI
		}
	}
	return ""
}
