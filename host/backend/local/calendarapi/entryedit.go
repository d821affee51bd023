package calendarapi

import (
	"github.com/wslite/wslite/host/backend/local/gapi"
)

// readEntry checks the writable fields of a list entry and gives them as a
// merge patch. Colors by RGB count only with colorRgbFormat, and then set the
// nearest color id; without it colorId drops the RGB values.
func readEntry(body obj, rgb bool) (obj, error) {
	edit := keep(body, "summaryOverride", "hidden", "selected", "defaultReminders", "notificationSettings")
	if err := checkLength("calendar_list_entry.summaryOverride", text(body, "summaryOverride"), maxSummary); err != nil {
		return nil, err
	}
	if err := checkReminders("calendar_list_entry.defaultReminders", list(body, "defaultReminders")); err != nil {
		return nil, err
	}
	for _, n := range list(sub(body, "notificationSettings"), "notifications") {
		typ, method := text(n.(obj), "type"), text(n.(obj), "method")
		if typ == "" || method == "" {
			return nil, required("Missing type or method of a notification.")
		}
		if err := oneOf("calendar_list_entry.notificationSettings.notifications.type", typ,
			"eventCreation", "eventChange", "eventCancellation", "eventResponse", "agenda"); err != nil {
			return nil, err
		}
		if err := oneOf("calendar_list_entry.notificationSettings.notifications.method", method, "email"); err != nil {
			return nil, err
		}
	}
	if id := text(body, "colorId"); id != "" && !rgb {
		if _, ok := background(calendarColors, id); !ok {
			return nil, gapi.Invalid("Invalid value at 'calendar_list_entry.colorId': %s is not an id of the calendar palette (colors.get).", gapi.Quote(id))
		}
		edit["colorId"], edit["backgroundColor"], edit["foregroundColor"] = id, nil, nil
	}
	if !rgb {
		return edit, nil
	}
	for _, name := range []string{"backgroundColor", "foregroundColor"} {
		v := text(body, name)
		if v == "" {
			continue
		}
		if !colorForm().MatchString(v) {
			return nil, gapi.Invalid("Invalid value at 'calendar_list_entry.%s': it must look like \"#0088aa\".", name)
		}
		edit[name] = v
		if name == "backgroundColor" {
			edit["colorId"] = nearest(calendarColors, v)
		}
	}
	return edit, nil
}

// checkReminders checks reminders, of which there are up to five.
func checkReminders(at string, reminders []any) error {
	if len(reminders) > maxOverrides {
		return gapi.Invalid("Invalid value at '%s': %d reminders, the maximum is %d.", at, len(reminders), maxOverrides)
	}
	for _, r := range reminders {
		method := text(r.(obj), "method")
		minutes, err := number(r.(obj)["minutes"])
		if method == "" || err != nil {
			return required("Missing reminder method or minutes at '%s'.", at)
		}
		if err := oneOf(at+".method", method, "email", "popup"); err != nil {
			return err
		}
		if minutes < 0 || minutes > maxReminder {
			return gapi.Invalid("Invalid value at '%s.minutes': it must be from 0 to %d.", at, maxReminder)
		}
	}
	return nil
}
