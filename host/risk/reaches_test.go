package risk

import (
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/route"
)

// Whom a request reaches, in every spelling that a server takes.
func TestReaches(t *testing.T) {
	for _, c := range []struct {
		route, query, body string
		addresses          string
		known              bool
		ask                Ask
	}{
		{"gmail.users.drafts.send", `{}`, `{"id":"D"}`, "", true, AskDraft},
		{"gmail.users.settings.filters.create", `{}`, `{"action":{"forward":"Ana@Example.COM"}}`, "ana@example.com", true, ""},
		{"gmail.users.settings.filters.create", `{}`, `{"action":{"forward":"a@example.com"},"Action":{"forward":"b@example.com"}}`, "a@example.com b@example.com", true, ""},
		{"gmail.users.settings.filters.create", `{}`, `{"action":{"forward":""}}`, "", true, ""},
		{"gmail.users.settings.filters.create", `{}`, `{"action":{"forward":{"a":1}}}`, "", false, ""},
		{"gmail.users.settings.filters.create", `{}`, `{"action":{"addLabelIds":["A"]}}`, "", true, ""},
		// Two in one text would else pass for the second alone.
		{"gmail.users.settings.filters.create", `{}`, `{"action":{"forward":"evil@elsewhere.example,a@example.com"}}`, "a@example.com evil@elsewhere.example", false, ""},
		{"gmail.users.settings.forwardingAddresses.create", `{}`, `{"forwardingEmail":"a@example.com"}`, "a@example.com", true, ""},
		{"gmail.users.settings.updateAutoForwarding", `{}`, `{"enabled":true,"email_address":"a@example.com"}`, "a@example.com", true, ""},
		{"gmail.users.settings.updateVacation", `{}`, `{"enableAutoReply":true}`, "", false, ""},
		{"gmail.users.settings.updateVacation", `{}`, `{"enableAutoReply":false}`, "", true, ""},
		{"calendar.events.insert", `{"sendUpdates":"all"}`, `{"attendees":[{"email":"A@example.com"},{"Email":"b@example.com"}]}`, "a@example.com b@example.com", true, ""},
		{"calendar.events.insert", `{}`, `{"attendees":[{"email":"a@example.com"}],"Attendees":[{"email":"b@example.com"}]}`, "a@example.com b@example.com", true, ""},
		{"calendar.events.insert", `{}`, `{"attendees":[{"email":"a@example.com"},{"id":"123"}]}`, "a@example.com", false, ""},
		{"calendar.events.insert", `{}`, `{"attendees":"a@example.com"}`, "", false, ""},
		{"calendar.events.insert", `{"sendUpdates":"all"}`, `{"summary":"x"}`, "", true, ""},
		{"calendar.events.quickAdd", `{"text":"Lunch with bob@example.com"}`, `{}`, "bob@example.com", true, ""},
		{"calendar.events.quickAdd", `{"text":"Lunch","sendUpdates":"all"}`, `{}`, "", false, ""},
		{"calendar.events.patch", `{"sendUpdates":"none"}`, `{"summary":"x"}`, "", true, ""},
		{"calendar.events.patch", `{"sendUpdates":"all"}`, `{"summary":"x"}`, "", true, AskGuests},
		{"calendar.events.patch", `{"sendNotifications":true}`, `{"attendees":[{"email":"a@example.com"}]}`, "a@example.com", true, AskGuests},
		{"calendar.events.patch", `{"sendUpdates":"none"}`, `{"attendeesOmitted":true,"attendees":[{"email":"a@example.com"}]}`, "a@example.com", true, AskOrganizer},
		{"calendar.events.update", `{}`, `{"attendees":null}`, "", true, AskOrganizer},
		{"calendar.events.move", `{"sendUpdates":"externalOnly"}`, `{}`, "", true, AskGuests},
		{"calendar.events.delete", `{"sendUpdates":"all"}`, `{}`, "", true, AskGuests},
		{"calendar.events.delete", `{}`, `{}`, "", true, ""},
		{"drive.permissions.create", `{}`, `{"type":"user","emailAddress":"A@example.com"}`, "a@example.com", true, ""},
		{"drive.permissions.create", `{}`, `{"type":"group","email_address":"a@example.com"}`, "a@example.com", true, ""},
		{"drive.permissions.create", `{}`, `{"type":"domain","domain":"Example.com"}`, "@example.com", true, ""},
		{"drive.permissions.create", `{}`, `{"type":"anyone"}`, "anyone", true, ""},
		{"drive.permissions.create", `{}`, `{"type":"user","Type":"ANYONE","emailAddress":"a@example.com"}`, "a@example.com anyone", true, ""},
		{"drive.permissions.create", `{}`, `{"type":"user"}`, "", false, ""},
		{"drive.permissions.create", `{}`, `{"type":"domain"}`, "", false, ""},
		{"drive.permissions.create", `{}`, `{"type":"domain","domain":"a@b, example.com"}`, "@a@b, example.com", false, ""},
		{"drive.permissions.create", `{}`, `{"type":"team","emailAddress":"a@example.com"}`, "", false, ""},
		{"drive.permissions.create", `{}`, `{"emailAddress":"a@example.com"}`, "", false, ""},
		{"drive.permissions.update", `{}`, `{"role":"writer"}`, "", true, AskGrant},
		{"drive.files.update", `{}`, `{"name":"x"}`, "", true, ""},
		{"drive.files.create", `{}`, `{"permissions":[{"type":"anyone"}]}`, "", false, ""},
		{"drive.revisions.update", `{}`, `{"published":true}`, "anyone", true, ""},
		{"drive.revisions.update", `{}`, `{"keepForever":true}`, "", true, ""},
		{"drive.comments.create", `{}`, `{"content":"+Bob@Example.com and @ana@example.com. Not: carl@example.com"}`, "ana@example.com bob@example.com", true, ""},
		{"drive.replies.update", `{}`, `{"Content":"(+bob@example.com)"}`, "bob@example.com", true, ""},
		{"tasks.tasks.insert", `{}`, `{"title":"mail bob@example.com"}`, "", true, ""},
		// Nobody has looked at it.
		{"gmail.users.settings.delegates.create", `{}`, `{"delegateEmail":"a@example.com"}`, "", false, ""},
		{"nothing.at.all", `{}`, `{}`, "", false, ""},
	} {
		r := Reaches(c.route, object(t, c.query), object(t, c.body))
		slices.Sort(r.Addresses)
		if got := strings.Join(slices.Compact(r.Addresses), " "); got != c.addresses || r.Known != c.known || r.Ask != c.ask {
			t.Errorf("%s %s %s: %q known %v, ask %q", c.route, c.query, c.body, got, r.Known, r.Ask)
		}
	}
}

// Somebody has thought about each route that a row reaches and that changes
// something; and no name is a slip of the pen.
func TestReachOfEveryRoute(t *testing.T) {
	routes, err := route.Load()
	if err != nil {
		t.Fatal(err)
	}
	tables, seen := load(t), 0
	for _, service := range tables.Services() {
		for _, action := range tables.Actions(service) {
			row, _ := tables.Row(service, action)
			for _, id := range row.Routes {
				r, ok := routes.Get(id)
				if !ok || !r.Mutates || id == "gmail.users.messages.send" { // a mail's header tells
					continue
				}
				seen++
				if _, told := reaches[id]; told == quiet[id] {
					t.Errorf("%s of %s %s: whom it reaches must stand in exactly one of the two lists", id, service, action)
				}
			}
		}
	}
	if seen < 60 {
		t.Errorf("only %d", seen)
	}
	for id := range reaches {
		if r, ok := routes.Get(id); !ok || !r.Mutates {
			t.Errorf("%s is no route that changes something", id)
		}
	}
	for id := range quiet {
		if r, ok := routes.Get(id); !ok || !r.Mutates {
			t.Errorf("%s is no route that changes something", id)
		}
	}
}
