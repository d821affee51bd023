package config

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
)

func TestPolicyKeys(t *testing.T) {
	c, err := load(t, `
[policy]
external = "confirm"
internal_domains = ["@corp.example", "Sub.corp.example"]
public_sharing = "allow"
quiet_hours = "22:00-07:00"
second_person = ["share"]
draft_only = ["send"]
[policy.daily]
send = 50
destructive = 0
[profile.default.policy]
external = "deny"
internal_domains = ["CORP.example"]
public_sharing = "deny"
quiet_hours = "12:00-13:00"
quiet_classes = ["write"]
second_person = ["send"]
[profile.default.policy.daily]
send = 60
share = 1
destructive = 5
`)
	if err != nil {
		t.Fatal(err)
	}
	p := c.Policy
	want := policy.Policy{
		External: "deny", InternalDomains: []string{"CORP.example"}, PublicSharing: "deny", SecondPerson: []string{"share", "send"}, DraftOnly: []string{"send"},
		Daily: map[string]int{"send": 50, "destructive": 0, "share": 1}, Allow: map[string][]string{},
		Quiet: []policy.Quiet{{From: 22 * 60, Until: 7 * 60, Classes: []string{"send", "share", "destructive"}}, {From: 12 * 60, Until: 13 * 60, Classes: []string{"write"}}},
		File:  c.File, Keys: p.Keys,
	}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("\n got %+v\nwant %+v", p, want)
	}
	for name, full := range map[string]string{
		"external": "profile.default.policy.external", "draft_only": "policy.draft_only", "second_person share": "policy.second_person",
		"second_person send": "profile.default.policy.second_person", "daily.send": "policy.daily.send", "daily.share": "profile.default.policy.daily.share",
		"daily.destructive": "policy.daily.destructive",
	} {
		if p.Keys[name] != full {
			t.Errorf("%s is set at %q, want %q", name, p.Keys[name], full)
		}
	}
	if c, err = load(t, ""); err != nil || c.Policy.File == "" || len(c.Policy.Keys) > 0 || c.Policy.Revision() != (policy.Policy{Daily: map[string]int{}, Allow: map[string][]string{}}).Revision() {
		t.Errorf("%+v %v", c, err)
	}
}

func TestPolicyMistakes(t *testing.T) {
	for content, want := range map[string]string{
		`external = "ask"`:                                          `:2:1: policy.external: unknown word "ask"; it is one of deny, confirm, allow`,
		`external = true`:                                           "must be a string",
		`external = ""`:                                             "must not be empty",
		`public_sharing = "confirm"`:                                "one of deny, allow",
		`public_sharing = true`:                                     "must be a string",
		`internal_domains = ["*.corp.example"]`:                     "is no domain",
		`internal_domains = ["a@corp.example"]`:                     "is no domain",
		`internal_domains = [".corp.example"]`:                      "is no domain",
		`internal_domains = [""]`:                                   "must not be empty",
		`quiet_hours = "22-7"`:                                      `as "22:00-07:00"`,
		`quiet_hours = "22:00-22:00"`:                               "begins when it ends",
		`quiet_classes = ["send"]`:                                  "there are no quiet_hours",
		`quiet_classes = []`:                                        "an empty list",
		"quiet_hours = \"22:00-07:00\"\nquiet_classes = [\"read\"]": `unknown class "read"`,
		`second_person = ["admin"]`:                                 `unknown class "admin"`,
		`draft_only = ["sent"]`:                                     `did you mean "send"`,
		`daily.send = -1`:                                           "a whole number, or 0 for none, not -1",
		`daily.send = 1000001`:                                      "at most 1000000",
		`daily.send = "5"`:                                          "a whole number, or 0 for none, not a string",
		`daily.read = 5`:                                            `unknown class "read"`,
		`daily.mail = 5`:                                            `unknown class "mail"`,
		`daily = 5`:                                                 "must be a table",
		`external_recipients = "deny"`:                              "unknown key",
	} {
		if _, err := load(t, "[policy]\n"+content); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", content, err, want)
		}
	}
	if _, err := load(t, "[policy]\nquiet_hours = \"\"\ndaily.send = 0\n"); err != nil {
		t.Error(err)
	}
	// What would loosen [policy] in a profile is a mistake.
	for content, want := range map[string]string{
		`external = "deny";external = "confirm"`:                                         ":4:1: profile.default.policy.external: a profile can only tighten",
		`external = "confirm";external = "allow"`:                                        `write external = "allow" there`,
		`;external = "confirm"`:                                                          "a profile can only tighten",
		`;public_sharing = "allow"`:                                                      "profile.default.policy.public_sharing: a profile can only tighten",
		`;internal_domains = ["corp.example"]`:                                           `do not have "corp.example"`,
		`internal_domains = ["a.example"];internal_domains = ["a.example", "b.example"]`: `do not have "b.example"`,
		`quiet_hours = "22:00-07:00";quiet_hours = ""`:                                   "which has quiet hours",
	} {
		base, own, _ := strings.Cut(content, ";")
		if _, err := load(t, "[policy]\n"+base+"\n[profile.default.policy]\n"+own); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", content, err, want)
		}
	}
	for _, content := range []string{`external = "allow";external = "deny"`, `external = "confirm";external = "confirm"`, `;external = "deny"`, `;public_sharing = "deny"`,
		`public_sharing = "allow";public_sharing = "allow"`, `internal_domains = ["bücher.example"];internal_domains = ["xn--bcher-kva.example"]`, `;quiet_hours = ""`} {
		base, own, _ := strings.Cut(content, ";")
		if _, err := load(t, "[policy]\n"+base+"\n[profile.default.policy]\n"+own); err != nil {
			t.Errorf("%s: %v", content, err)
		}
	}
}

// Quiet classes of a profile are quiet in the hours of [policy], too.
func TestQuietClassesAlone(t *testing.T) {
	c, err := load(t, "[policy]\nquiet_hours = \"22:00-07:00\"\n[profile.default.policy]\nquiet_classes = [\"write\"]\n")
	if err != nil || len(c.Policy.Quiet) != 2 || !reflect.DeepEqual(c.Policy.Quiet[1], policy.Quiet{From: 1320, Until: 420, Classes: []string{"write"}}) {
		t.Errorf("%+v %v", c.Policy.Quiet, err)
	}
	c, err = load(t, "[policy]\nquiet_hours = \"22:00-07:00\"\nquiet_classes = [\"share\"]\n[profile.default.policy]\nquiet_hours = \"12:00-13:00\"\n")
	if err != nil || len(c.Policy.Quiet) != 2 || !reflect.DeepEqual(c.Policy.Quiet[1].Classes, []string{"share"}) {
		t.Errorf("%+v %v", c.Policy.Quiet, err)
	}
}

// drawPolicyFile writes some keys of a policy, each line with the given prefix of
// a table.
func drawPolicyFile(t *rapid.T, label string) string {
	var b strings.Builder
	line := func(key string, values ...string) {
		if v := rapid.SampledFrom(append(values, "", "")).Draw(t, label+key); v != "" {
			fmt.Fprintf(&b, "%s = %s\n", key, v)
		}
	}
	line("read_only", "true")
	line("allow_classes", `["read", "write", "send", "share"]`, `["send", "read", "destructive"]`)
	line("deny_classes", `["share"]`, `["destructive", "admin"]`)
	line("deny_tools", `["gmail_s*"]`)
	line("external", `"allow"`, `"confirm"`, `"deny"`)
	line("internal_domains", `["corp.example"]`, `["corp.example", "y.example"]`, `[]`)
	line("public_sharing", `"allow"`, `"deny"`)
	line("quiet_hours", `"22:00-07:00"`, `"11:00-13:00"`, `""`)
	line("quiet_classes", `["write"]`)
	line("second_person", `["send"]`)
	line("draft_only", `["share"]`)
	line("daily.send", "0", "1", "5")
	line("allow.recipients", `["x@y.example"]`, `["ana@other.example", "x@y.example"]`)
	line("allow.domains", `["corp.example"]`, `["y.example", "corp.example"]`)
	line("allow.calendars", `["primary"]`, `["primary", "me@corp.example"]`)
	return b.String()
}

// Whatever a profile says, it lets nothing through that [policy] alone refuses.
func TestAProfileAllowsNothingMore(t *testing.T) {
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	to := func(s string) map[string]any { return map[string]any{"to": s} }
	calls := []policy.Input{
		{Service: "gmail", Tool: "gmail_send", Action: "send", Params: to("x@y.example")},
		{Service: "gmail", Tool: "gmail_send", Action: "send", Params: to("a@corp.example, ana@other.example")},
		{Service: "gmail", Tool: "gmail_reply", Action: "reply"},
		{Service: "gmail", Tool: "gmail_trash", Action: "trashMessage"},
		{Service: "drive", Tool: "drive_set_sharing", Action: "fileSetSharing", Params: map[string]any{"access": "ANYONE"}},
		{Service: "drive", Tool: "drive_set_sharing", Action: "fileSetSharing", Params: map[string]any{"access": "DOMAIN"}},
		{Service: "calendar", Tool: "calendar_list", Action: "listEvents"},
		{Service: "tasks", Tool: "tasks_create", Action: "tasksCreate"},
	}
	read := 0
	rapid.Check(t, func(rt *rapid.T) {
		base, own := drawPolicyFile(rt, "base "), drawPolicyFile(rt, "own ")
		one, err := load(t, "[policy]\n"+base)
		if err != nil {
			return
		}
		both, err := load(t, "[policy]\n"+base+"[profile.default.policy]\n"+own)
		if err != nil {
			return // a profile that would loosen something
		}
		read++
		for _, in := range calls {
			in.Risk, in.Class = tables, tables.Resolve(in.Service, in.Action, in.Params)
			in.FrontEnd = rapid.SampledFrom([]string{policy.CLI, policy.MCP}).Draw(rt, "front end")
			in.Proxied, in.Account = rapid.Bool().Draw(rt, "proxied"), "me@corp.example"
			in.Now = time.Date(2026, 1, 1, rapid.SampledFrom([]int{6, 12, 18}).Draw(rt, "hour"), 0, 0, 0, time.UTC)
			before, after := one.Policy.Decide(in), both.Policy.Decide(in)
			unasked := before.Confirm && !after.Confirm && both.Policy.ExternalFor(in.FrontEnd) != policy.ExternalDeny // else Reaches refuses
			if after.Allowed && (!before.Allowed || unasked) {
				rt.Fatalf("%s %v by %s\n[policy]\n%s\n[profile]\n%s\nbefore %+v\nafter %+v", in.Action, in.Params, in.FrontEnd, base, own, before, after)
			}
			for _, addr := range []string{"x@y.example", "ana@other.example", "a@corp.example", "anyone"} {
				if both.Policy.Reaches(in, []string{addr}, true) == nil && one.Policy.Reaches(in, []string{addr}, true) != nil {
					rt.Fatalf("%s reaches %s by %s\n[policy]\n%s\n[profile]\n%s", in.Action, addr, in.FrontEnd, base, own)
				}
			}
		}
	})
	if read == 0 {
		t.Error("no pair of policies could be read")
	}
}
