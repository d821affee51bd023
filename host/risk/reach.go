package risk

import (
	"strings"

	"github.com/wslite/wslite/host/address"
)

// Anyone is whom a grant to everybody reaches.
const Anyone = "anyone"

// Reached lists whom a request's body hands something to, as the body writes
// them: mail addresses, and "anyone" or a bare domain where that is shared with.
// Mails themselves, which are no JSON, are not looked at here.
func Reached(route string, body map[string]any) []string {
	switch route {
	case "calendar.events.insert":
		list, _ := attendees(body)
		return list
	case "drive.permissions.create":
		out := append(texts(member(body, "emailAddress")), texts(member(body, "domain"))...)
		if names(member(body, "type"), Anyone) {
			out = append(out, Anyone)
		}
		return out
	case "gmail.users.settings.filters.create":
		return texts(member(within(body, "action"), "forward"))
	}
	return nil
}

// attendees are the addresses in an event's list of guests, as it writes them;
// ok is false where it holds more than addresses.
func attendees(event map[string]any) (list []string, ok bool) {
	v := member(event, "attendees")
	guests, isList := v.([]any)
	if !isList {
		return nil, v == nil
	}
	ok = true
	for _, v := range guests {
		inner, several := v.([]any) // two spellings of the list
		if !several {
			inner = []any{v}
		}
		for _, v := range inner {
			guest, _ := v.(map[string]any)
			who := texts(member(guest, "email"))
			list, ok = append(list, who...), ok && len(who) > 0
		}
	}
	return list, ok
}

// Grantee is whom a permission of Drive lets in.
func Grantee(permission map[string]any) Reach {
	all := Reach{}
	for _, kind := range texts(member(permission, "type")) {
		r := Reach{}
		switch strings.ToLower(strings.TrimSpace(kind)) {
		case "user", "group":
			r = reach(texts(member(permission, "emailAddress")))
			r.Known = r.Known && len(r.Addresses) > 0
		case "domain":
			domains := texts(member(permission, "domain"))
			r.Known = len(domains) > 0
			for _, name := range domains {
				r.Addresses = append(r.Addresses, address.Same("@"+name))
				r.Known = r.Known && !strings.ContainsAny(name, "@,;<>\"' \t")
			}
		case Anyone:
			r = Reach{Addresses: []string{Anyone}, Known: true}
		}
		all.Addresses = append(all.Addresses, r.Addresses...)
		if !r.Known {
			return Reach{Addresses: all.Addresses}
		}
		all.Known = true
	}
	return all
}

// reach is of texts that should be one address each.
func reach(list []string) Reach {
	r := Reach{Known: true}
	for _, text := range list {
		if one, err := address.Parser.Parse(text); err == nil {
			r.Addresses = append(r.Addresses, address.Same(one.Address))
			continue
		}
		// Several in one text would pass for the last of them.
		r.Addresses, r.Known = append(r.Addresses, address.In(text)...), false
	}
	return r
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

// ReachesPeople says that a call of the class may reach people, where nothing
// but its class is known.
func ReachesPeople(c Class) bool { return c != Read && c != Write && c != Destructive }
