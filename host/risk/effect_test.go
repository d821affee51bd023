package risk

import (
	"encoding/json"
	"testing"

	"github.com/wslite/wslite/host/route"
)

// What a request may do beyond its route's name, in every spelling that a
// server takes, and by which class alone it may.
func TestExceeds(t *testing.T) {
	for _, c := range []struct {
		route, query, body string
		class              Class // the only one that may; "" for none
	}{
		{"gmail.users.messages.modify", `{}`, `{"addLabelIds":["STARRED","TRASH"]}`, Destructive},
		{"gmail.users.threads.modify", `{}`, `{"add_label_ids":["SPAM"]}`, Destructive},
		{"gmail.users.messages.batchModify", `{}`, `{"addLabelIds":[],"ADD_labelIds":"trash "}`, Destructive},
		{"gmail.users.settings.filters.create", `{}`, `{"action":{"addLabelIds":["TRASH"]}}`, Destructive},
		{"gmail.users.settings.filters.create", `{}`, `{"action":{"forward":"x@example.com"}}`, Send},
		{"gmail.users.settings.filters.create", `{}`, `{"action":{"forward":""},"Action":{"forward":"x@example.com"}}`, Send},
		{"gmail.users.settings.updateVacation", `{}`, `{"enable_auto_reply":"true"}`, Send},
		{"gmail.users.drafts.send", `{}`, `{"id":"D","message":{"raw":"eA"}}`, ""},
		{"drive.files.update", `{}`, `{"trashed":true}`, Destructive},
		{"drive.files.update", `{}`, `{"writersCanShare":1}`, Share},
		{"drive.permissions.create", `{"transferOwnership":true}`, `{"role":"writer"}`, ""},
		{"drive.files.create", `{}`, `{"copy_requires_writer_permission":false}`, Share},
		{"drive.files.copy", `{}`, `{"inheritedPermissionsDisabled":null}`, Share},
		{"drive.permissions.create", `{}`, `{"role":"owner"}`, ""},
		{"drive.permissions.update", `{}`, `{"role":"writer","pendingOwner":true}`, ""},
		{"drive.permissions.update", `{"useDomainAdminAccess":true}`, `{}`, ""},
		{"drive.revisions.update", `{}`, `{"published":true}`, Share},
		{"calendar.events.patch", `{"sendUpdates":"all"}`, `{}`, Send},
		{"calendar.events.delete", `{"sendUpdates":"externalOnly"}`, `null`, Send},
		{"calendar.events.insert", `{"sendNotifications":true}`, `{}`, Send},
	} {
		for _, class := range []Class{Read, Write, Send, Share, Destructive, Admin} {
			if what := Exceeds(class, c.route, object(t, c.query), object(t, c.body)); (what == "") != (class == c.class) {
				t.Errorf("%s %s %s as %s: %q", c.route, c.query, c.body, class, what)
			}
		}
	}
	for _, c := range []struct{ route, query, body string }{
		{"gmail.users.messages.modify", `{}`, `{"addLabelIds":["INBOX"],"removeLabelIds":["TRASH","SPAM"]}`},
		{"gmail.users.settings.filters.create", `{}`, `{"action":{"addLabelIds":["STARRED"],"forward":""},"criteria":{"from":"x"}}`},
		{"gmail.users.settings.updateVacation", `{}`, `{"enableAutoReply":false,"responseSubject":"true"}`},
		{"drive.files.update", `{"addParents":"a"}`, `{"trashed":false,"name":"trashed"}`},
		{"drive.permissions.create", `{"sendNotificationEmail":true}`, `{"role":"writer","type":"user"}`},
		{"calendar.events.patch", `{"sendUpdates":"none"}`, `{"attendees":[{"email":"a@example.com"}]}`},
		{"calendar.events.insert", `{}`, `{"summary":"all"}`},
		{"tasks.tasks.insert", `{}`, `{"trashed":true}`},
	} {
		if what := Exceeds(Write, c.route, object(t, c.query), object(t, c.body)); what != "" {
			t.Errorf("%s %s %s: %q", c.route, c.query, c.body, what)
		}
	}
}

// A route whose name has a slip of the pen would be watched by nobody. Any
// route that a row reaches and that takes sendUpdates is watched.
func TestWatchedRoutesExist(t *testing.T) {
	routes, err := route.Load()
	if err != nil {
		t.Fatal(err)
	}
	for id := range effects {
		if r, ok := routes.Get(id); !ok || !r.Mutates {
			t.Errorf("%s is no route that changes something", id)
		}
	}
	tables := load(t)
	for _, service := range tables.Services() {
		for _, action := range tables.Actions(service) {
			row, _ := tables.Row(service, action)
			for _, id := range row.Routes {
				r, ok := routes.Get(id)
				if !ok || !r.Mutates {
					continue
				}
				for _, q := range r.Query {
					switch q.Name {
					case "sendUpdates", "sendNotifications", "transferOwnership", "useDomainAdminAccess":
						if !Watched(id) {
							t.Errorf("%s of %s takes %s, and nobody watches it", id, action, q.Name)
						}
					}
				}
			}
		}
	}
}

func object(t *testing.T, text string) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	return m
}
