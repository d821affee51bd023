package config

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/sandbox/wasm"
)

// load reads content as the user's own configuration.
func load(t *testing.T, content string) (*Config, error) {
	t.Helper()
	m := newMachine(t)
	m.write(content)
	return Load(m.options())
}

func TestMistakesHavePlaceAndAdvice(t *testing.T) {
	for content, want := range map[string]string{
		"[polcy]\nread_only = true":  `1:2: unknown key "polcy"; did you mean "policy"?`,
		"[policy]\nread_onyl = true": `2:1: unknown key "policy.read_onyl"; did you mean "read_only"?`,
		"x = 1":                      `1:1: unknown key "x"; known here: audit, auth, default_profile, drafts, idempotency, local, mcp, plugins, policy, profile, sandbox, store`,
		"profile.a = { backend = \"local\", bakend = 1 }":      `1:34: unknown key "profile.a.bakend"; did you mean "backend"?`,
		"[profile.w]\n  backend = \"appscript\"":               `2:3: profile.w.backend: unknown backend "appscript"; did you mean "appsscript"?`,
		"[profile.w]\nbackend = \"graph\"":                     `2:1: profile.w.backend: the backend "graph" is not yet supported by this version; it knows appsscript, google and local`,
		"[store]\ndriver = \"mysql\"":                          `2:1: store.driver: unknown store driver "mysql"; it is one of sqlite, postgres`,
		"[store]\nschema = \"Records\"":                        `2:1: store.schema: a schema's name has 1 to 63 small letters, digits and _, starts with a letter or _, and not with pg_`,
		"[store]\nschema = \"pg_x\"":                           `2:1: store.schema: a schema's name has 1 to 63 small letters, digits and _, starts with a letter or _, and not with pg_`,
		"[profile.\"a b\"]":                                    `1:11: the profile name "a b" is not allowed: a name has 1 to 64 letters, digits, - and _, and starts with a letter or digit`,
		"[sandbox]\nplan_steps = 0":                            `2:1: sandbox.plan_steps: it must be a whole number above zero, not 0`,
		"[sandbox]\nplan_steps = -3":                           `2:1: sandbox.plan_steps: it must be a whole number above zero, not -3`,
		"[sandbox]\nplan_steps = 2.5":                          `2:1: sandbox.plan_steps: it must be a whole number above zero, not a number with a fraction`,
		"[sandbox]\nplan_steps = inf":                          `2:1: sandbox.plan_steps: it must be a whole number above zero, not infinite or no number`,
		"[sandbox]\nplan_steps = \"32\"":                       `2:1: sandbox.plan_steps: it must be a whole number above zero, not a string`,
		"[sandbox]\nmemory_mib = 65":                           `2:1: sandbox.memory_mib: it may be at most 64, not 65`,
		"[sandbox]\nmemory_mib = 99999999999999999999":         `2:14: the number is out of range (at the key "sandbox.memory_mib")`,
		"[policy]\nread_only = \"yes\"":                        `2:1: policy.read_only: it must be true or false, not a string`,
		"[policy]\ndeny_classes = [\"sned\"]":                  `2:1: policy.deny_classes: entry 1: unknown class "sned"; did you mean "send"?`,
		"[policy]\nallow_classes = []":                         `2:1: policy.allow_classes: an empty list would allow nothing; name what is allowed, or leave the key out`,
		"[policy]\ndeny_tools = [\"gmail_*\", \"Gmail send\"]": `2:1: policy.deny_tools: entry 2: "Gmail send" is no tool name or pattern: small letters, digits, _ and * for any run of them, as "gmail_*"`,
		"[policy]\ndeny_tools = [3]":                           `2:1: policy.deny_tools: entry 1 must be a string, not a whole number`,
		"[policy]\ndeny_tools = \"x\"":                         `2:1: policy.deny_tools: it must be a list of strings, not a string`,
		"[policy]\n\n=":                                        `3:1: unexpected '=': key name appears blank (at the key "policy")`,
		"[policy.allow]\ntasklist = [\"a\"]":                   `2:1: policy.allow: unknown kind "tasklist"; did you mean "tasklists"?`,
		"policy = 3":                                           `1:1: policy must be a table: [policy]`,
		"[[profile]]\n":                                        `1:3: profile must be a table: [profile]`,
		"[plugins.dir]\nx = 1":                                 `1:10: plugins.dir must be a string, not a table`,
		"[plugins]\ndir = \" \"":                               `2:1: plugins.dir: it must not be empty`,
		"[policy]\nread_only = true\nread_only = false":        `3:1: Key 'policy.read_only' has already been defined.`,
	} {
		_, err := load(t, content)
		if fault.CodeOf(err) != fault.Client || !strings.HasSuffix(fmt.Sprint(err), "wslite.toml:"+want) {
			t.Errorf("%q:\n got %v\nwant %s", content, err, want)
		}
	}
}

// Mistakes come together, in the order of the file, and a table that nobody
// knows is named once.
func TestMistakesComeTogether(t *testing.T) {
	_, err := load(t, "a = 1\n[b]\nc = 2\nd = 3\n[sandbox]\nplan_steps = 0\n")
	if err == nil {
		t.Fatal("accepted")
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 3 || !strings.Contains(lines[0], ":1:1: ") || !strings.Contains(lines[1], ":2:2: ") || !strings.Contains(lines[2], ":6:1: ") {
		t.Errorf("%v", err)
	}
	_, err = load(t, manyKeys(30))
	if n := strings.Count(err.Error(), "\n"); n != maxProblems || !strings.HasSuffix(err.Error(), "and 10 more") {
		t.Errorf("%d lines: %v", n, err)
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "zz%d = 1\n", i)
	}
	return b.String()
}

// A token in the file is refused, and no message repeats any part of it.
func TestSecretsAreRefused(t *testing.T) {
	const secret = "s3cr3tvalue"
	for _, content := range []string{
		"proxy_token = \"" + secret + "\"",
		"[profile.w]\nclient_secret = \"" + secret + "\"",
		"[profile.w.tokens]\nread = \"" + secret + "\"",
		"[policy]\napi-key = \"" + secret + "\"",
		"PASSWORD = \"" + secret + "\"",
	} {
		_, err := load(t, content)
		if err == nil || !strings.Contains(err.Error(), "secrets never live in this file") || strings.Contains(err.Error(), secret) {
			t.Errorf("%q: %v", content, err)
		}
	}
	for _, content := range []string{
		"token = " + secret, "token = 1" + secret, "token = 1.2." + secret, "token = \"" + secret, "token = '" + secret,
		"token = +0x" + secret, "token = 2024-" + secret, "token = 0b" + secret, "[token = \"" + secret + "\"", "token " + secret,
		"default_profile = \"" + secret + "\\q\"", "profile.w.account = [\"" + secret + "\"]", "plugins.dir = [\"" + secret + "\"]",
		"token = \"\"\"" + secret, "token = \"\\u" + secret + "\"", "token = 9_9_" + secret, "token = -" + secret,
	} {
		_, err := load(t, content)
		if err == nil || strings.Contains(err.Error(), secret[1:]) {
			t.Errorf("%q: %v", content, err)
		}
	}
	// A key whose name only sounds like one is not mistaken for a secret.
	_, err := load(t, "[policy]\nforbid_admin_tokens = true")
	if err == nil || !strings.Contains(err.Error(), `did you mean "forbid_admin_token"?`) {
		t.Error(err)
	}
}

func TestBOMAndCRLF(t *testing.T) {
	want, err := load(t, "default_profile = \"w\"\n[profile.w]\nbackend = \"local\"\naccount = \"a@example.com\"\n")
	if err != nil {
		t.Fatal(err)
	}
	got, err := load(t, "\xef\xbb\xbfdefault_profile = \"w\"\r\n[profile.w]\r\nbackend = \"local\"\r\naccount = \"a@example.com\"\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if got.Profile != want.Profile || got.Profile.Account != "a@example.com" {
		t.Errorf("%+v, want %+v", got.Profile, want.Profile)
	}
	_, err = load(t, "\xef\xbb\xbfx = 1\r\n\r\n y = 2\r\n")
	if err == nil || !strings.Contains(err.Error(), ":1:1: ") || !strings.Contains(err.Error(), ":3:2: ") {
		t.Errorf("%v", err)
	}
}

func TestNotText(t *testing.T) {
	for content, want := range map[string]string{
		"x = \"\xff\"":                              "the file is not UTF-8",
		"\xff\xfea\x00=\x001\x00":                   "",
		"a = \"\x1b[31m\"":                          "",
		"a = " + strings.Repeat("[", 200000):        "brackets nest too deep",
		strings.Repeat("# padding\n", maxFile/10+1): "larger than",
	} {
		_, err := load(t, content)
		if err == nil || !strings.Contains(err.Error(), want) || strings.ContainsAny(err.Error(), "\x1b\x00") || !utf8.ValidString(err.Error()) {
			t.Errorf("%.20q: %q", content, err)
		}
	}
}

// Hostile names reach a terminal only in escaped form.
func TestNamesAreEscaped(t *testing.T) {
	_, err := load(t, "\"\\u001b[2J\\u202e\" = 1\n[profile.\"\\u001b\"]\n[policy]\ndeny_classes=[\"\\u001b\"]\n")
	if err == nil || strings.ContainsAny(err.Error(), "\x1b\u202e") || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("%q", err)
	}
}

func TestPolicyOnlyTightens(t *testing.T) {
	c, err := load(t, `
default_profile = "w"
[policy]
allow_classes = ["read", "write", "send"]
deny_tools = ["gmail_send"]
forbid_admin_token = true
[policy.allow]
tasklists = ["a", "b"]
[profile.w.policy]
read_only = true
forbid_admin_token = false
allow_classes = ["send", "admin", "read"]
deny_tools = ["drive_*"]
allow_tools = ["tasks_*"]
[profile.w.policy.allow]
tasklists = ["b", "c"]
`)
	if err != nil {
		t.Fatal(err)
	}
	p := c.Policy
	if !p.ReadOnly || !p.ForbidAdminToken || !reflect.DeepEqual(p.AllowClasses, []string{"read", "send"}) ||
		!reflect.DeepEqual(p.DenyTools, []string{"gmail_send", "drive_*"}) || !reflect.DeepEqual(p.AllowTools, []string{"tasks_*"}) ||
		!reflect.DeepEqual(p.Allow, map[string][]string{"tasklists": {"b"}}) {
		t.Errorf("%+v", p)
	}
	// Another profile's policy has no effect.
	c, err = load(t, "[profile.w.policy]\nread_only = true\n")
	if err != nil || c.Policy.ReadOnly || c.Policy.AllowClasses != nil || c.Policy.AllowTools != nil || len(c.Policy.Allow) != 0 {
		t.Errorf("%+v %v", c, err)
	}
	for content, want := range map[string]string{
		"[policy]\nallow_classes=[\"read\"]\n[profile.default.policy]\nallow_classes=[\"send\"]": ":4:1: profile.default.policy.allow_classes: nothing",
		"[policy]\nallow_tools=[\"a_*\"]\n[profile.default.policy]\nallow_tools=[\"a_b\"]":       ":4:1: profile.default.policy.allow_tools: [policy] has",
		"[policy.allow]\ntasklists=[\"a\"]\n[profile.default.policy]\nallow.tasklists=[\"b\"]":   ":4:7: profile.default.policy.allow.tasklists: nothing",
		"[policy.allow]\ntasklists=[]\n": ":2:1: policy.allow.tasklists: an empty list",
	} {
		if _, err := load(t, content); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", content, err)
		}
	}
}

// An address passes if it is listed or its domain is. So the two lists of one
// policy count together, and a profile's may let nothing more through.
func TestRecipientsOnlyTighten(t *testing.T) {
	for content, want := range map[string]map[string][]string{
		// policy ; profile
		`recipients=["a@x.org","b@y.org"];domains=["@X.org"]`:                           {"recipients": {"a@x.org"}},
		`domains=["x.org","y.org"];recipients=["a@x.org","c@z.org"]`:                    {"recipients": {"a@x.org"}},
		`domains=["x.org","y.org"];domains=["Y.ORG"]`:                                   {"domains": {"y.org"}},
		`recipients=["a@x.org"]` + "\n" + `domains=["y.org"];domains=["y.org","x.org"]`: {"recipients": {"a@x.org"}, "domains": {"y.org"}},
		`tasklists=["t"];domains=["x.org"]`:                                             {"tasklists": {"t"}, "domains": {"x.org"}},
		`domains=["x.org"];tasklists=["t"]`:                                             {"tasklists": {"t"}, "domains": {"x.org"}},
	} {
		base, own, _ := strings.Cut(content, ";")
		c, err := load(t, "[policy.allow]\n"+base+"\n[profile.default.policy.allow]\n"+own+"\n")
		if err != nil || !reflect.DeepEqual(c.Policy.Allow, want) {
			t.Errorf("%s: %v %v, want %v", content, c, err, want)
		}
	}
	_, err := load(t, "[policy.allow]\nrecipients=[\"a@x.org\"]\n[profile.default.policy.allow]\ndomains=[\"y.org\"]\n")
	if err == nil || !strings.Contains(err.Error(), ":4:1: profile.default.policy.allow: no recipient") {
		t.Error(err)
	}
}

func TestGuestMemoryIsTheMetersCap(t *testing.T) {
	if pages := wasm.DefaultLimits().MemoryPages; maxGuestMiB*limits.MiB != int64(pages)<<16 {
		t.Errorf("metering caps at %d pages", pages)
	}
}

// Each key of [sandbox] changes its own limit, in its own unit, and no other.
func TestLimits(t *testing.T) {
	for _, l := range sandboxLimits {
		c, err := load(t, "[sandbox]\n"+l.name+" = 7\n")
		if err != nil {
			t.Fatal(err)
		}
		want := limits.Default()
		*l.field(&want) = 7 * l.unit
		if c.Limits != want {
			t.Errorf("%s: %+v", l.name, c.Limits)
		}
		if e := c.entry(t, "sandbox."+l.name); e.Value != int64(7) {
			t.Errorf("%s: %+v", l.name, e)
		}
		if l.max > (1<<62)/l.unit {
			t.Errorf("%s: %d units of %d overflow", l.name, l.max, l.unit)
		}
	}
}
