package policy

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/risk"
)

// One decision gives every reason, each with the key that would have to change.
func TestEveryRuleAtOnce(t *testing.T) {
	p := Policy{
		ReadOnly: true, AllowClasses: []string{"read"}, DenyClasses: []string{"share", "sned"}, AllowTools: []string{"tasks_*"}, DenyTools: []string{"drive_*"},
		Allow:    map[string][]string{"files": {"f1"}, KindDomains: {"corp.example"}, "tasklist": {"x"}},
		External: ExternalDeny, Daily: map[string]int{"share": 0}, Quiet: []Quiet{span(t, "00:00-24:00", "share")},
		SecondPerson: []string{"share"}, DraftOnly: []string{"share"},
		Keys: map[string]string{"read_only": "profile.x.policy.read_only", "deny_tools drive_*": "profile.x.policy.deny_tools", "deny_tools": "policy.deny_tools"},
	}
	in := shared(t, "ANYONE")
	in.Now, in.FrontEnd = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC), MCP
	d := p.Decide(in)
	keys := map[string]string{
		RulePolicy: "policy.deny_classes", RuleReadOnly: "profile.x.policy.read_only", RuleAllowClasses: "policy.allow_classes", RuleDenyClasses: "policy.deny_classes",
		RuleDenyTools: "profile.x.policy.deny_tools", RuleAllowTools: "policy.allow_tools", RuleResources: "policy.allow.files", RulePublicSharing: "policy.public_sharing",
		RuleRecipients: "policy.allow.domains", RuleExternal: "policy.external", RuleDaily: "policy.daily.share", RuleQuietHours: "policy.quiet_hours",
		RuleSecondPerson: "policy.second_person", RuleDraftOnly: "policy.draft_only",
	}
	if want, got := slices.Sorted(maps.Keys(keys)), slices.Sorted(slices.Values(rules(d))); !slices.Equal(want, got) {
		t.Errorf("rules\n got %q\nwant %q", got, want)
	}
	for rule, key := range keys {
		if !slices.ContainsFunc(d.Reasons, func(r Reason) bool { return r.Rule == rule && r.Key == key }) {
			t.Errorf("no reason %s has the key %s: %+v", rule, key, d.Reasons)
		}
	}
	err := p.Check(in)
	for _, r := range d.Reasons {
		if !strings.Contains(err.Error(), r.Text) {
			t.Errorf("the error lacks %s", r.Text)
		}
	}
	// A batch of it has the same reasons, told of its operation.
	in = call(t, "drive", risk.Batch, batch(op("fileGet", param("fileId", "f1")), op("fileSetSharing", in.Params)))
	in.Tool, in.FrontEnd, in.Now = "drive_fileset", MCP, time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	b := p.Decide(in)
	for _, r := range d.Reasons {
		found := slices.ContainsFunc(b.Reasons, func(o Reason) bool {
			return o.Rule == r.Rule && o.Text == r.Text && (o.Place == "" || o.Place == `operation 1 ("fileSetSharing")`)
		})
		if !found {
			t.Errorf("the batch lacks %+v", r)
		}
	}
}

// A policy with words that mean nothing allows nothing.
func TestUnsoundPolicies(t *testing.T) {
	for name, p := range map[string]Policy{
		"class": {AllowClasses: []string{"read", "reed"}}, "deny": {DenyClasses: []string{"all"}}, "kind": {Allow: map[string][]string{"file": {}}},
		"external": {External: "no"}, "public": {PublicSharing: "yes"}, "cap": {Daily: map[string]int{"mail": 5}}, "second": {SecondPerson: []string{"Send"}},
		"draft": {DraftOnly: []string{""}}, "quiet class": {Quiet: []Quiet{{0, 1, []string{"x"}}}}, "quiet span": {Quiet: []Quiet{{-1, 1, nil}}}, "quiet end": {Quiet: []Quiet{{0, 1441, nil}}},
	} {
		d := p.Decide(call(t, "tasks", "tasksGet", nil))
		if d.Allowed || d.Reasons[0].Rule != RulePolicy || !strings.HasPrefix(d.Reasons[0].Key, "policy.") {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

// The own calendar has three names, and the host knows all of them once it
// knows whose account it is.
func TestNamesOfTheOwnCalendar(t *testing.T) {
	for _, c := range []struct {
		listed, account string
		id              any
		allowed         bool
	}{
		{"me@corp.example", "me@corp.example", nil, true},
		{"me@corp.example", "Me@Corp.Example", "primary", true},
		{"primary", "me@corp.example", "me@corp.example", true},
		{"default", "", "primary", true},
		{"primary", "", nil, true},
		{"me@corp.example", "", "primary", false},
		{"me@corp.example", "work", "primary", false}, // a label is no address
		{"team@corp.example", "me@corp.example", "primary", false},
		{"primary", "me@corp.example", "you@corp.example", false},
		{"primary", "", "me@corp.example", false},
		{"primary", "me@corp.example", " primary", false},
	} {
		in := call(t, "calendar", "listEvents", param("calendarId", c.id))
		in.Account = c.account
		p := Policy{Allow: map[string][]string{"calendars": {c.listed}}}
		if d := p.Decide(in); d.Allowed != c.allowed {
			t.Errorf("%+v: %+v", c, d)
		}
	}
	// What other aliases stand for only the service knows.
	in := call(t, "drive", "fileList", nil)
	in.Account = "root"
	if (Policy{Allow: map[string][]string{"folders": {"0AbC"}}}).Decide(in).Allowed {
		t.Error("root passes")
	}
}

// Every field that a decision depends on is in the revision, and nothing else.
func TestRevision(t *testing.T) {
	zero := Policy{}.Revision()
	if !strings.HasPrefix(zero, "sha256:") || zero != (Policy{}).Revision() {
		t.Fatal(zero)
	}
	if (Policy{File: "x", Keys: map[string]string{"a": "b"}, BaseToo: map[string]bool{"external": true}}).Revision() != zero {
		t.Error("where a policy was read from changes it")
	}
	seen := map[string]string{zero: "nothing"}
	for name, p := range map[string]Policy{
		"ReadOnly": {ReadOnly: true}, "AllowClasses": {AllowClasses: []string{}}, "DenyClasses": {DenyClasses: []string{"send"}},
		"AllowTools": {AllowTools: []string{}}, "DenyTools": {DenyTools: []string{"*"}}, "ForbidAdminToken": {ForbidAdminToken: true},
		"Allow": {Allow: map[string][]string{"files": {"f"}}}, "ListedExternal": {ListedExternal: true}, "InternalDomains": {InternalDomains: []string{"a.b"}},
		"External": {External: ExternalAllow}, "PublicSharing": {PublicSharing: PublicAllow}, "Daily": {Daily: map[string]int{"send": 1}},
		"Quiet": {Quiet: []Quiet{{0, 1, []string{"send"}}}}, "SecondPerson": {SecondPerson: []string{"send"}}, "DraftOnly": {DraftOnly: []string{"send"}},
	} {
		r := p.Revision()
		if other, twice := seen[r]; twice {
			t.Errorf("%s has the revision of %s", name, other)
		}
		seen[r] = name
	}
	fields := reflect.TypeFor[Policy]()
	for i := range fields.NumField() {
		name := fields.Field(i).Name
		if name != "File" && name != "Keys" && name != "BaseToo" && !slices.Contains(slices.Collect(maps.Values(seen)), name) {
			t.Errorf("no revision was tried with another %s", name)
		}
	}
}

// TestHintOfAServersFlags: what a server was started with is no line of a file.
func TestHintOfAServersFlags(t *testing.T) {
	reasons := []Reason{{Key: "--read-only", Line: "read_only = false"}, {Key: "--read-only"}, {Key: "--tools"}}
	if got, want := (Policy{}).hint(reasons), "this server was started with --read-only and --tools"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	got := (Policy{File: "a.toml"}).hint(append(reasons, Reason{Key: "policy.deny_tools"}))
	if want := "the operator may change in a.toml (this server was started with --read-only and --tools): policy.deny_tools"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
