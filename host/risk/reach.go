package risk

import "strings"

// Reached lists whom a request's body hands something to, as the body writes
// them: mail addresses, and "anyone" or a bare domain where that is shared with.
// Mails themselves, which are no JSON, are not looked at here.
func Reached(route string, body map[string]any) []string {
	var out []string
	switch route {
	case "calendar.events.insert":
		list, _ := member(body, "attendees").([]any)
		for _, v := range list {
			guest, _ := v.(map[string]any)
			if nested, several := v.([]any); several { // two spellings of the list
				for _, inner := range nested {
					g, _ := inner.(map[string]any)
					out = append(out, texts(member(g, "email"))...)
				}
			}
			out = append(out, texts(member(guest, "email"))...)
		}
	case "drive.permissions.create":
		out = append(texts(member(body, "emailAddress")), texts(member(body, "domain"))...)
		for _, kind := range texts(member(body, "type")) {
			if strings.EqualFold(kind, "anyone") {
				out = append(out, "anyone")
			}
		}
	case "gmail.users.settings.filters.create":
		out = texts(member(within(body, "action"), "forward"))
	}
	return out
}

// texts are the texts in a value, be it one or a list; an empty one is none.
func texts(v any) []string {
	switch x := v.(type) {
	case string:
		if x != "" {
			return []string{x}
		}
	case []any:
		var out []string
		for _, item := range x {
			out = append(out, texts(item)...)
		}
		return out
	}
	return nil
}
