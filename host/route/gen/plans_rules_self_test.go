package main

import (
	"testing"

	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// The rules find what goes beyond: one that can't fail would show nothing.
func TestRulesFindMistakes(t *testing.T) {
	is := func(v string) map[string]abi.Raw { return map[string]abi.Raw{"sendUpdates": abi.Raw(`"` + v + `"`)} }
	labels := func(l ...any) map[string]any { return map[string]any{"addLabelIds": l} }
	grant := func(kind, role, email string) map[string]any {
		return map[string]any{"type": kind, "role": role, "emailAddress": email}
	}
	taken := func(p map[string]any) request {
		return request{route: "drive.permissions.delete", path: map[string]string{"permissionId": "p"}, seen: seen{permissions: map[string]map[string]any{"p": p}}}
	}
	ana := map[string]any{"email": " Ana@example.org"}
	for _, c := range []struct {
		name   string
		r      request
		class  risk.Class
		action string
		params map[string]any
		bad    bool
	}{
		{"nobody mailed", request{route: "calendar.events.patch", query: is("none")}, risk.Write, "updateEvent", nil, false},
		{"mailed as asked", request{route: "calendar.events.patch", query: is("all")}, risk.Send, "updateEvent", map[string]any{"sendUpdates": "all"}, false},
		{"mailed unasked", request{route: "calendar.events.patch", query: is("all")}, risk.Write, "setEventColor", nil, true},
		{"mailed more", request{route: "calendar.events.move", query: is("all")}, risk.Send, "moveEvent", map[string]any{"sendUpdates": "externalOnly"}, true},
		{"left to Google", request{route: "calendar.events.delete"}, risk.Destructive, "deleteEvent", nil, true},
		{"trash by a write", request{route: "drive.files.update", body: map[string]any{"trashed": true}}, risk.Write, "fileUpdateMeta", nil, true},
		{"trash", request{route: "drive.files.update", body: map[string]any{"trashed": true}}, risk.Destructive, "fileTrash", nil, false},
		{"out of the trash", request{route: "drive.files.update", body: map[string]any{"trashed": false}}, risk.Write, "fileMove", nil, true},
		{"editor", request{route: "drive.permissions.create", body: grant("user", "writer", "ana@example.org")}, risk.Share, "fileAddEditor", ana, false},
		{"owner", request{route: "drive.permissions.create", body: grant("user", "owner", "ana@example.org")}, risk.Share, "fileAddEditor", ana, true},
		{"another editor", request{route: "drive.permissions.create", body: grant("user", "writer", "tom@example.net")}, risk.Share, "fileAddEditor", ana, true},
		{"everyone", request{route: "drive.permissions.create", body: grant("anyone", "reader", "")}, risk.Share, "fileSetSharing", map[string]any{"access": "DOMAIN"}, true},
		{"unseen permission", taken(nil), risk.Share, "fileRemoveEditor", ana, true},
		{"her permission", taken(grant("user", "writer", "ANA@example.org")), risk.Share, "fileRemoveEditor", ana, false},
		{"the owner's", taken(grant("user", "owner", "ana@example.org")), risk.Share, "fileRemoveEditor", ana, true},
		{"a person's", taken(grant("user", "reader", "ana@example.org")), risk.Share, "fileSetSharing", nil, true},
		{"trash by a label", request{route: "gmail.users.messages.batchModify", body: labels("STARRED", "TRASH")}, risk.Write, "batchModify", nil, true},
		{"a star", request{route: "gmail.users.messages.modify", body: labels("STARRED")}, risk.Write, "star", nil, false},
		{"a filter that forwards", request{route: "gmail.users.settings.filters.create", body: map[string]any{"action": map[string]any{"forward": "a@b.example"}}}, risk.Write, "filtersCreate", nil, true},
		{"a filter that trashes", request{route: "gmail.users.settings.filters.create", body: map[string]any{"action": labels("TRASH")}}, risk.Send, "filtersCreate", nil, true},
		{"answers", request{route: "gmail.users.settings.updateVacation", body: map[string]any{"enableAutoReply": true}}, risk.Write, "vacationUpdate", nil, true},
		{"sends", request{route: "gmail.users.drafts.send"}, risk.Write, "createDraft", nil, true},
	} {
		if why := beyond(c.r, c.class, c.action, c.params); (why != "") != c.bad {
			t.Errorf("%s: %q", c.name, why)
		}
	}
}
