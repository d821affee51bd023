package calendarapi

import (
	"net/url"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// checked gives an event's whole data in its stored form, or says what is
// wrong with it. The status stays only where it is tentative: that an event is
// cancelled stands in its row.
func (a *API) checked(cal *calRow, data obj, typ string) (obj, error) {
	if err := a.checkEvent(cal, data, typ); err != nil {
		return nil, err
	}
	if text(data, "status") != tentative {
		delete(data, "status")
	}
	delete(data, "attendeesOmitted")
	dropDefaults(data)
	// Numbers of a body and of the store differ in their Go types; written
	// and read they are the same.
	stored, err := encodeTree(data)
	if err != nil {
		return nil, err
	}
	return decodeTree(stored)
}

// checkEvent checks the data. Nulls go, and instants are put into UTC. typ is
// the event's type.
func (a *API) checkEvent(cal *calRow, data obj, typ string) error {
	dropEmpty(data)
	if data["endTimeUnspecified"] == true && sub(data, "end") == nil {
		if err := unspecifiedEnd(data); err != nil {
			return err
		}
	}
	t, err := readTimes(data)
	if err != nil {
		return err
	}
	for _, m := range []*moment{&t.start, &t.end} {
		if !m.allDay && m.zone == "" {
			m.zone = cal.zone
		}
	}
	data["start"], data["end"] = t.start.tree(), t.end.tree()
	for _, check := range []func() error{
		func() error { return checkTexts(data) },
		func() error { return checkColors(cal, data) },
		func() error { return checkReminderSet(data) },
		func() error { return checkProperties(data) },
		func() error { return checkAttachments(data) },
		func() error { return checkLinks(data) },
		func() error { return checkType(data, typ, t) },
		func() error { return a.checkGuests(cal, data) },
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// dropDefaults removes what says no more than its absence does, so that a
// client that sends back what it got changes nothing.
func dropDefaults(data obj) {
	for name, value := range map[string]any{
		"summary": "", "description": "", "location": "", "transparency": "opaque", "visibility": "default", "endTimeUnspecified": false,
		"guestsCanInviteOthers": true, "guestsCanSeeOtherGuests": true, "guestsCanModify": false, "anyoneCanAddSelf": false,
	} {
		if data[name] == value {
			delete(data, name)
		}
	}
	if r := sub(data, "reminders"); r["useDefault"] == true {
		delete(data, "reminders")
	}
}

// dropEmpty removes the nulls that an insert may hold, at every level.
func dropEmpty(o obj) {
	for name, v := range o {
		switch v := v.(type) {
		case nil:
			delete(o, name)
		case obj:
			dropEmpty(v)
		case []any:
			for _, item := range v {
				if below, ok := item.(obj); ok {
					dropEmpty(below)
				}
			}
		}
	}
}

func unspecifiedEnd(data obj) error {
	start, err := readMoment(sub(data, "start"), "start")
	if err != nil {
		return err
	}
	if start.allDay {
		start.at = start.at.AddDate(0, 0, 1)
	}
	data["end"] = start.tree()
	return nil
}

func checkTexts(data obj) error {
	for name, limit := range map[string]int{"summary": maxSummary, "description": maxDescription, "location": maxLocation} {
		if err := checkLength("event."+name, text(data, name), limit); err != nil {
			return err
		}
	}
	if err := oneOf("event.transparency", text(data, "transparency"), "opaque", "transparent"); err != nil {
		return err
	}
	if err := oneOf("event.visibility", text(data, "visibility"), "default", "public", "private", "confidential"); err != nil {
		return err
	}
	return oneOf("event.status", text(data, "status"), "confirmed", "tentative", "cancelled")
}

func checkColors(cal *calRow, data obj) error {
	if id := text(data, "colorId"); id != "" {
		if _, ok := background(eventColors, id); !ok {
			return gapi.Invalid("Invalid value at 'event.colorId': %s is not an id of the event palette (colors.get).", gapi.Quote(id))
		}
	} else {
		delete(data, "colorId")
	}
	id := text(data, "eventLabelId")
	if id == "" {
		delete(data, "eventLabelId")
		return nil
	}
	for _, l := range list(sub(cal.extra, "labelProperties"), "eventLabels") {
		if text(l.(obj), "id") == id {
			return nil
		}
	}
	return gapi.Invalid("Invalid value at 'event.eventLabelId': %s is no label of the calendar.", gapi.Quote(id))
}

func checkReminderSet(data obj) error {
	r := sub(data, "reminders")
	overrides := list(r, "overrides")
	if r["useDefault"] == true && len(overrides) > 0 {
		return gapi.Invalid("Cannot specify both default reminders and overrides at the same time.")
	}
	return checkReminders("event.reminders.overrides", overrides)
}

func checkProperties(data obj) error {
	n := 0
	for _, scope := range []string{"private", "shared"} {
		for name, v := range sub(sub(data, "extendedProperties"), scope) {
			n++
			value, _ := v.(string)
			if name == "" || len([]rune(name)) > maxPropertyKey {
				return gapi.Invalid("Invalid name of an extended property: it must have from 1 to %d characters.", maxPropertyKey)
			}
			if err := checkLength("event.extendedProperties", value, maxPropertyVal); err != nil {
				return err
			}
		}
	}
	if n > maxProperties {
		return gapi.Invalid("Invalid value at 'event.extendedProperties': %d properties, the maximum is %d.", n, maxProperties)
	}
	return nil
}

func checkAttachments(data obj) error {
	all := list(data, "attachments")
	if len(all) > maxAttachments {
		return gapi.Invalid("Invalid value at 'event.attachments': %d attachments, the maximum is %d.", len(all), maxAttachments)
	}
	for _, v := range all {
		f := v.(obj)
		link := text(f, "fileUrl")
		if link == "" {
			return required("Missing file URL of an attachment.")
		}
		u, err := url.Parse(link)
		if err != nil || !isWeb(u) {
			return gapi.Invalid("Invalid value at 'event.attachments.fileUrl': it must be an http or https URL.")
		}
		delete(f, "fileId") // read-only
		if id := driveFile(u); id != "" {
			f["fileId"] = id
		}
	}
	return nil
}

func isWeb(u *url.URL) bool { return (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" }

// driveFile gives the id in a link to a file of Google Drive or Docs.
func driveFile(u *url.URL) string {
	if u.Host != "drive.google.com" && u.Host != "docs.google.com" {
		return ""
	}
	if id := u.Query().Get("id"); id != "" {
		return id
	}
	_, rest, found := strings.Cut(u.Path, "/d/")
	id, _, _ := strings.Cut(rest, "/")
	if !found {
		return ""
	}
	return id
}

func checkLinks(data obj) error {
	source := sub(data, "source")
	if source == nil {
		return nil
	}
	u, err := url.Parse(text(source, "url"))
	if err != nil || !isWeb(u) {
		return gapi.Invalid("Invalid value at 'event.source.url': it must be an http or https URL.")
	}
	return nil
}
