package risk

import "strings"

// Some routes do more than their name says when a query value or a member of
// the body asks for it: a change of labels can put a mail into the trash, a
// change of an event can mail its guests. An action's class was confirmed, so a
// request that needs another class is not part of it, whatever the plugin made
// of the parameters.

// effect is one such thing. An action does it only with exactly the class:
// whoever agreed to a deletion did not agree to a mail. The class "" is for
// what no action does.
type effect struct {
	class  Class
	what   string // words that follow "would"
	occurs func(query, body map[string]any) bool
}

// effects lists them by route. Sources: the APIs' reference pages.
var effects = func() map[string][]effect {
	mailsGuests := effect{Send, "mail guests", mailsGuests}
	trashes := effect{Destructive, "put an item into the trash", func(_, body map[string]any) bool { return on(member(body, "trashed")) }}
	opens := effect{Share, "change who may read or share an item", func(_, body map[string]any) bool {
		return given(body, "writersCanShare") || given(body, "copyRequiresWriterPermission") ||
			given(body, "inheritedPermissionsDisabled") || given(body, "downloadRestrictions") || given(body, "permissions")
	}}
	relabels := effect{Destructive, "take mail away (TRASH, SPAM)", func(_, body map[string]any) bool { return takesMailAway(body) }}
	asAdmin := effect{"", "act as the domain's administrator", func(query, _ map[string]any) bool { return on(member(query, "useDomainAdminAccess")) }}
	owns := effect{"", "give an item away to another owner", func(query, body map[string]any) bool {
		return on(member(query, "transferOwnership")) || names(member(body, "role"), "owner") || on(member(body, "pendingOwner"))
	}}
	return map[string][]effect{
		"gmail.users.messages.modify":      {relabels},
		"gmail.users.messages.batchModify": {relabels},
		"gmail.users.threads.modify":       {relabels},
		"gmail.users.settings.filters.create": {
			{Destructive, "take later mail away (TRASH, SPAM)", func(_, body map[string]any) bool { return takesMailAway(within(body, "action")) }},
			{Send, "forward later mail", func(_, body map[string]any) bool { return on(member(within(body, "action"), "forward")) }},
		},
		"gmail.users.settings.updateVacation": {
			{Send, "answer later mail", func(_, body map[string]any) bool { return on(member(body, "enableAutoReply")) }},
		},
		"gmail.users.drafts.send": {
			{"", "send another mail than the stored draft", func(_, body map[string]any) bool { return on(member(body, "message")) }},
		},
		"drive.files.create":       {trashes, opens},
		"drive.files.copy":         {trashes, opens},
		"drive.files.update":       {trashes, opens},
		"drive.permissions.create": {owns, asAdmin},
		"drive.permissions.update": {owns, asAdmin},
		"drive.permissions.delete": {asAdmin},
		"drive.revisions.update": {
			{Share, "publish a version", func(_, body map[string]any) bool {
				return on(member(body, "published")) || on(member(body, "publishAuto")) || on(member(body, "publishedOutsideDomain"))
			}},
		},
		"calendar.events.insert":   {mailsGuests},
		"calendar.events.patch":    {mailsGuests},
		"calendar.events.update":   {mailsGuests},
		"calendar.events.move":     {mailsGuests},
		"calendar.events.delete":   {mailsGuests},
		"calendar.events.quickAdd": {mailsGuests},
	}
}()

// Exceeds says in words that follow "would" what a request does that an action
// of the class does not; "" where there is no such thing. query holds the
// values by name, body the members of the body.
func Exceeds(class Class, route string, query, body map[string]any) string {
	for _, e := range effects[route] {
		if e.class != class && e.occurs(query, body) {
			return e.what
		}
	}
	return ""
}

// Watched says that Exceeds looks at requests of a route.
func Watched(route string) bool { return len(effects[route]) > 0 }

// Once says that an action may send a request of the route a single time: one
// yes lets one mail out.
func Once(route string) bool {
	return route == "gmail.users.messages.send" || route == "gmail.users.drafts.send"
}

func mailsGuests(query, _ map[string]any) bool {
	v := member(query, "sendUpdates")
	return on(v) && v != "none" || on(member(query, "sendNotifications"))
}

// takesMailAway: mail with one of these labels is gone from where its owner
// looks, and deleted after 30 days.
func takesMailAway(body map[string]any) bool {
	labels := member(body, "addLabelIds")
	return names(labels, "TRASH") || names(labels, "SPAM")
}

// member finds a value by its name as Google's servers do, which take
// add_label_ids for addLabelIds. Several spellings may stand side by side:
// all their values are given then.
func member(m map[string]any, name string) any {
	var found []any
	for key, v := range m {
		if strings.EqualFold(strings.ReplaceAll(key, "_", ""), name) {
			found = append(found, v)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return found
}

// within gathers the members of an object below another.
func within(m map[string]any, name string) map[string]any {
	all := map[string]any{}
	list, several := member(m, name).([]any)
	if !several {
		list = []any{member(m, name)}
	}
	for i, v := range list {
		inner, _ := v.(map[string]any)
		for key, x := range inner {
			all[key+strings.Repeat("_", i)] = x // as another spelling
		}
	}
	return all
}

// given says that a member is there, whatever it holds.
func given(m map[string]any, name string) bool {
	list, several := member(m, name).([]any)
	return !several || len(list) > 0
}

// on says that a value is more than absent, empty or false, however a lenient
// server reads it.
func on(v any) bool {
	switch x := v.(type) {
	case nil:
		return false
	case bool:
		return x
	case string:
		return x != "" && !strings.EqualFold(x, "false")
	case []any:
		for _, item := range x {
			if on(item) {
				return true
			}
		}
		return false
	}
	return true
}

// names says that a value is the word, or a list that holds it.
func names(v any, word string) bool {
	switch x := v.(type) {
	case string:
		return strings.EqualFold(strings.TrimSpace(x), word)
	case []any:
		for _, item := range x {
			if names(item, word) {
				return true
			}
		}
	}
	return false
}
