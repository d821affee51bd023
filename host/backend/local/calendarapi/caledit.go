package calendarapi

import (
	"encoding/hex"
	"encoding/json"
	"regexp"
	"sync"

	"github.com/wslite/wslite/host/backend/local/calendarapi/recurrence"
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

var uuidForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
})

// edit applies the fields of a body that are there. Read-only ones are
// ignored, and so is autoAcceptInvitations: only resource calendars have it.
func (c *calRow) edit(tx *store.Tx, body obj) error {
	for name, f := range map[string]struct {
		into  *string
		limit int
	}{"summary": {&c.summary, maxSummary}, "description": {&c.description, maxDescription}, "location": {&c.place, maxLocation}} {
		if _, given := body[name]; !given {
			continue
		}
		value := text(body, name)
		if err := checkLength("calendar."+name, value, f.limit); err != nil {
			return err
		}
		if name == "summary" && value == "" && !c.primary() {
			return required("Missing title.")
		}
		*f.into = value
	}
	if _, given := body["timeZone"]; given {
		if err := c.setZone(text(body, "timeZone")); err != nil {
			return err
		}
	}
	if err := c.editConference(body); err != nil {
		return err
	}
	if err := c.editLabels(tx, body); err != nil {
		return err
	}
	return c.editHours(body)
}

func (c *calRow) setZone(name string) error {
	loc, err := recurrence.LoadZone(name)
	if err != nil {
		return gapi.Invalid("Invalid time zone: %s is not the name of a zone in the IANA database, such as Europe/Zurich.", gapi.Quote(name))
	}
	c.zone, c.location = name, loc
	return nil
}

func (c *calRow) editConference(body obj) error {
	given, ok := body["conferenceProperties"]
	if !ok {
		return nil
	}
	if given == nil {
		delete(c.extra, "conferenceProperties")
		return nil
	}
	for _, t := range list(sub(body, "conferenceProperties"), "allowedConferenceSolutionTypes") {
		if err := oneOf("calendar.conferenceProperties.allowedConferenceSolutionTypes", t.(string), "eventHangout", "eventNamedHangout", meetType); err != nil {
			return err
		}
	}
	c.extra["conferenceProperties"] = given
	return nil
}

// editLabels replaces the labels. One without an id is new and gets one.
func (c *calRow) editLabels(tx *store.Tx, body obj) error {
	given := sub(body, "labelProperties")
	if given == nil {
		return nil // "if not specified, the label properties remain unchanged"
	}
	labels := list(given, "eventLabels")
	if len(labels) > maxLabels {
		return gapi.Invalid("Invalid value at 'calendar.labelProperties.eventLabels': %d labels, the maximum is %d.", len(labels), maxLabels)
	}
	seen := map[string]bool{}
	for _, l := range labels {
		label := l.(obj)
		if err := checkLength("calendar.labelProperties.eventLabels.name", text(label, "name"), maxLabelName); err != nil {
			return err
		}
		if !colorForm().MatchString(text(label, "backgroundColor")) {
			return gapi.Invalid("Invalid value at 'calendar.labelProperties.eventLabels.backgroundColor': it must look like \"#039be5\".")
		}
		id := text(label, "id")
		if id == "" {
			id = newUUID(tx)
			label["id"] = id
		}
		if !uuidForm().MatchString(id) || seen[id] {
			return gapi.Invalid("Invalid value at 'calendar.labelProperties.eventLabels.id': it must be a UUID that no other label has.")
		}
		seen[id] = true
	}
	c.extra["labelProperties"] = given
	return nil
}

func newUUID(tx *store.Tx) string {
	h := hex.EncodeToString(digest(tx.NewID()))
	return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-8" + h[17:20] + "-" + h[20:32]
}

func (c *calRow) editHours(body obj) error {
	given := sub(body, "workingHours")
	if len(given) == 0 {
		return nil // "the existing working hours remain unchanged"
	}
	if !c.primary() {
		return gapi.Invalid("Only the primary calendar has working hours.")
	}
	times := list(given, "availableTimes")
	enabled, _ := given["workingHoursEnabled"].(bool)
	if enabled && len(times) == 0 {
		return gapi.Invalid("Invalid value at 'calendar.workingHours': they can't be enabled without availableTimes.")
	}
	for _, t := range times {
		from, err1 := number(t.(obj)["periodStart"])
		to, err2 := number(t.(obj)["periodEnd"])
		day := text(t.(obj), "dayOfWeek")
		if day == "" || err1 != nil || err2 != nil || from < 0 || to <= from || to > 24*60 {
			return gapi.Invalid("Invalid value at 'calendar.workingHours.availableTimes': dayOfWeek, and periodStart before periodEnd from 0 to 1440, are required.")
		}
		if err := oneOf("calendar.workingHours.availableTimes.dayOfWeek", day,
			"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"); err != nil {
			return err
		}
	}
	c.extra["workingHours"] = given
	return nil
}

// number reads a JSON number that the body's check found to be whole, or the
// one of stored data.
func number(v any) (int, error) {
	switch v := v.(type) {
	case json.Number:
		n, err := v.Int64()
		return int(n), err
	case float64:
		return int(v), nil
	}
	return 0, required("Missing number.")
}
