package calendarapi

import (
	"time"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

const defaultType = "default"

// eventTypes are those that exist; fromGmail can't be made by a client.
var eventTypes = []string{"birthday", defaultType, "focusTime", "fromGmail", "outOfOffice", "workingLocation"}

// typeProperties says which field belongs to which type.
var typeProperties = map[string]string{
	"focusTimeProperties": "focusTime", "outOfOfficeProperties": "outOfOffice",
	"workingLocationProperties": "workingLocation", "birthdayProperties": "birthday",
}

// readType reads the type of a new event.
func readType(cal *calRow, body obj) (string, error) {
	typ := text(body, "eventType")
	if typ == "" {
		return defaultType, nil
	}
	if err := oneOf("event.eventType", typ, eventTypes...); err != nil {
		return "", err
	}
	if typ == "fromGmail" {
		return "", gapi.Invalid("Invalid value at 'event.eventType': events from Gmail can't be created.")
	}
	if typ != defaultType && !cal.primary() {
		return "", gapi.Invalid("Invalid value at 'event.eventType': %s events are on primary calendars only.", typ)
	}
	return typ, nil
}

// checkType holds the rules of the types.
func checkType(data obj, typ string, t times) error {
	for field, owner := range typeProperties {
		if _, given := data[field]; given && owner != typ {
			return gapi.Invalid("Invalid value at 'event.%s': it belongs to events of the type %s.", field, owner)
		}
	}
	switch typ {
	case "focusTime", "outOfOffice":
		return checkDecline(data, typ, t)
	case "workingLocation":
		return checkWorkingLocation(data, t)
	case "birthday":
		return checkBirthday(data, t)
	}
	return nil
}

func checkDecline(data obj, typ string, t times) error {
	if t.start.allDay {
		return gapi.Invalid("A %s event can't be all-day.", typ)
	}
	p := sub(data, typ+"Properties")
	if err := oneOf("event."+typ+"Properties.autoDeclineMode", text(p, "autoDeclineMode"),
		"declineNone", "declineAllConflictingInvitations", "declineOnlyNewConflictingInvitations"); err != nil {
		return err
	}
	return oneOf("event.focusTimeProperties.chatStatus", text(p, "chatStatus"), "available", "doNotDisturb")
}

func checkWorkingLocation(data obj, t times) error {
	p := sub(data, "workingLocationProperties")
	if text(p, "type") == "" {
		return required("Missing type of the working location.")
	}
	if t.start.allDay && t.length() != 24*time.Hour {
		return gapi.Invalid("An all-day working location must be of one day.")
	}
	if text(data, "transparency") != "transparent" || text(data, "visibility") != "public" {
		return gapi.Invalid("A working location event must be transparent and have the visibility public.")
	}
	return oneOf("event.workingLocationProperties.type", text(p, "type"), "homeOffice", "officeLocation", "customLocation")
}

func checkBirthday(data obj, t times) error {
	lines := list(data, "recurrence")
	if !t.start.allDay || t.length() != 24*time.Hour || t.set == nil || len(lines) != 1 {
		return gapi.Invalid("A birthday event must be all-day, of one day and repeat every year.")
	}
	if typ := text(sub(data, "birthdayProperties"), "type"); typ != "" && typ != "birthday" {
		return gapi.Invalid("Invalid value at 'event.birthdayProperties.type': only \"birthday\" can be created.")
	}
	return nil
}
