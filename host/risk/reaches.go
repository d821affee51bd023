package risk

import (
	"regexp"
	"strings"
	"sync"

	"github.com/wslite/wslite/host/address"
)

// Reach is whom a request reaches: mails, invites, or lets read.
type Reach struct {
	// Addresses are in the form of host/address.Same. A domain is "@" and its
	// name; Anyone is everybody.
	Addresses []string
	// Known says that these are all, together with those that Ask tells of. It is
	// false where the request reaches people and does not say whom.
	Known bool
	// Ask is what has to be read to know the rest; "" where nothing has.
	Ask Ask
}

// Ask names what tells whom a request reaches.
type Ask string

// What can be asked for.
const (
	// AskDraft: the stored mail that the request sends.
	AskDraft Ask = "draft"
	// AskOrganizer: whose event it is. AskGuests: that, and who is invited.
	AskOrganizer Ask = "organizer"
	AskGuests    Ask = "guests"
	// AskGrant: who has the grant that the request changes.
	AskGrant Ask = "grant"
)

// Reaches says whom a request reaches, by its query values and the members of
// its body, in every spelling that a server takes. A pinned route that nobody
// has looked at counts as one that reaches people unknown. Mails are not looked
// at here: whom they reach stands in their header.
func Reaches(route string, query, body map[string]any) Reach {
	if f, ok := reaches[route]; ok {
		return f(query, body)
	}
	return Reach{Known: quiet[route]}
}

// reaches are the routes that reach people by what a request says. Sources: the
// APIs' reference pages.
var reaches = func() map[string]func(query, body map[string]any) Reach {
	// ask is for what another read alone tells.
	ask := func(what Ask) func(query, body map[string]any) Reach {
		return func(_, _ map[string]any) Reach { return Reach{Known: true, Ask: what} }
	}
	to := func(name string) func(query, body map[string]any) Reach {
		return func(_, body map[string]any) Reach { return only(member(body, name)) }
	}
	mentions := func(_, body map[string]any) Reach {
		return Reach{Addresses: mentioned(texts(member(body, "content"))), Known: true}
	}
	item := func(_, body map[string]any) Reach { return Reach{Known: !given(body, "permissions")} }
	return map[string]func(query, body map[string]any) Reach{
		"gmail.users.drafts.send":                         ask(AskDraft),
		"gmail.users.settings.forwardingAddresses.create": to("forwardingEmail"),
		"gmail.users.settings.updateAutoForwarding":       to("emailAddress"),
		"gmail.users.settings.filters.create": func(_, body map[string]any) Reach {
			return only(member(within(body, "action"), "forward"))
		},
		// Whoever writes is answered, and nobody knows who will.
		"gmail.users.settings.updateVacation": func(_, body map[string]any) Reach {
			return Reach{Known: !on(member(body, "enableAutoReply"))}
		},

		"calendar.events.insert": func(_, body map[string]any) Reach { return invites(body) },
		// Google reads the sentence, and may make guests of the addresses in it.
		"calendar.events.quickAdd": func(query, _ map[string]any) Reach {
			return Reach{Addresses: address.In(member(query, "text")), Known: !mailsGuests(query, nil)}
		},
		"calendar.events.patch":  changesEvent,
		"calendar.events.update": changesEvent,
		"calendar.events.move":   changesEvent,
		"calendar.events.delete": changesEvent,

		"drive.permissions.create": func(_, body map[string]any) Reach { return Grantee(body) },
		"drive.permissions.update": ask(AskGrant),
		"drive.files.create":       item,
		"drive.files.copy":         item,
		"drive.files.update":       item,
		"drive.revisions.update": func(_, body map[string]any) Reach {
			if on(member(body, "published")) || on(member(body, "publishAuto")) || on(member(body, "publishedOutsideDomain")) {
				return Reach{Addresses: []string{Anyone}, Known: true}
			}
			return Reach{Known: true}
		},
		"drive.comments.create": mentions,
		"drive.comments.update": mentions,
		"drive.replies.create":  mentions,
		"drive.replies.update":  mentions,
	}
}()

// quiet are the other routes of the rows that change something: they reach
// nobody but the account itself, and those who see anyway what it has shared.
var quiet = map[string]bool{
	"calendar.calendars.delete":           true,
	"calendar.calendars.insert":           true,
	"calendar.calendars.patch":            true,
	"drive.comments.delete":               true,
	"drive.permissions.delete":            true,
	"drive.replies.delete":                true,
	"gmail.users.drafts.create":           true,
	"gmail.users.drafts.delete":           true,
	"gmail.users.drafts.update":           true,
	"gmail.users.labels.create":           true,
	"gmail.users.messages.batchModify":    true,
	"gmail.users.messages.modify":         true,
	"gmail.users.messages.trash":          true,
	"gmail.users.messages.untrash":        true,
	"gmail.users.settings.filters.delete": true,
	"gmail.users.threads.modify":          true,
	"gmail.users.threads.trash":           true,
	"gmail.users.threads.untrash":         true,
	"tasks.tasklists.delete":              true,
	"tasks.tasklists.insert":              true,
	"tasks.tasklists.patch":               true,
	"tasks.tasks.clear":                   true,
	"tasks.tasks.delete":                  true,
	"tasks.tasks.insert":                  true,
	"tasks.tasks.move":                    true,
	"tasks.tasks.patch":                   true,
}

// invites are the guests that a body puts on an event.
func invites(body map[string]any) Reach {
	list, ok := attendees(body)
	r := reach(list)
	r.Known = r.Known && ok
	return r
}

// changesEvent: a change that is mailed reaches all guests, those that it takes
// off the list included. One that touches the list reaches those on it, and the
// organizer, who hears the answer to an invitation.
func changesEvent(query, body map[string]any) Reach {
	r := invites(body)
	switch {
	case mailsGuests(query, body):
		r.Ask = AskGuests
	case given(body, "attendees"):
		r.Ask = AskOrganizer
	}
	return r
}

// only is a value that should be one address; an empty one reaches nobody.
func only(v any) Reach {
	r := reach(texts(v))
	r.Known = r.Known && (len(r.Addresses) > 0 || !on(v))
	return r
}

// mention is an address in a comment that Google's servers mail a note to.
var mention = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[+@]([^\s@+<>,;:"'()\[\]][^\s@<>,;:"'()\[\]]*@[^\s@<>,;:"'()\[\]]+)`)
})

func mentioned(words []string) []string {
	var out []string
	for _, text := range words {
		for _, m := range mention().FindAllStringSubmatch(text, -1) {
			out = append(out, address.Same(strings.TrimRight(m[1], ".!?")))
		}
	}
	return out
}
