package policy

import (
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

func shared(t testing.TB, access any) Input {
	in := call(t, "drive", "fileSetSharing", map[string]any{"fileId": "f", "access": access, "permission": "VIEW"})
	in.Account = "me@corp.example"
	return in
}

// A34, W163: sharing with everyone is refused unless the operator allows it,
// however it is written and whoever asks.
func TestA34PublicSharing(t *testing.T) {
	for _, access := range []any{"ANYONE", "ANYONE_WITH_LINK", " anyone ", "Anyone_With_Link\n", "ANYONE_AT_ALL", "anyonewithlink",
		[]any{"PRIVATE", "ANYONE"}, map[string]any{}, 1.0, true, "PRIVATE,ANYONE", "PUBLIC"} {
		for _, frontEnd := range []string{CLI, MCP} {
			for name, change := range map[string]func(*Input){
				"run": func(*Input) {}, "stored": func(in *Input) { in.Stored = true }, "approved": func(in *Input) { in.Approved = true },
				"dry run": func(in *Input) { in.DryRun = true }, "proxied": func(in *Input) { in.Proxied = true },
			} {
				in := shared(t, access)
				in.FrontEnd = frontEnd
				change(&in)
				for _, p := range []Policy{{External: ExternalAllow}, {External: ExternalAllow, PublicSharing: PublicDeny}} {
					if d := p.Decide(in); !slices.Equal(rules(d), []string{RulePublicSharing}) {
						t.Errorf("%v, %s, %s: %+v", access, frontEnd, name, d)
					}
				}
			}
		}
	}
	d := Policy{}.Decide(shared(t, "ANYONE"))
	if r := d.Reasons[0]; r.Key != "policy.public_sharing" || r.Line != `public_sharing = "allow"` {
		t.Errorf("%+v", r)
	}
	if !slices.Contains(d.Recipients, Recipient{"access", Anyone, true}) {
		t.Errorf("%+v", d.Recipients)
	}
}

// Allowed, it still is outside of everything: the other rules about people hold.
func TestPublicIsExternal(t *testing.T) {
	p := Policy{PublicSharing: PublicAllow}
	in := shared(t, "ANYONE")
	if d := p.Decide(in); !d.Allowed || !d.Confirm {
		t.Errorf("%+v", d)
	}
	in.FrontEnd = MCP
	if d := p.Decide(in); d.Allowed || !slices.Equal(rules(d), []string{RuleExternal}) {
		t.Errorf("%+v", d)
	}
	in.Account = "anyone" // a label is nobody's address
	if d := p.Decide(in); d.Allowed {
		t.Errorf("%+v", d)
	}
	// A write that publishes reaches people whatever its class.
	form := call(t, "forms", "formUpdate", param("isPublished", true))
	form.FrontEnd = MCP
	if d := p.Decide(form); d.Allowed || !slices.Equal(rules(d), []string{RuleExternal}) {
		t.Errorf("%+v", d)
	}
	p.External, p.Allow = ExternalAllow, map[string][]string{KindDomains: {"corp.example"}}
	if d := p.Decide(in); !slices.Equal(rules(d), []string{RuleRecipients}) {
		t.Errorf("%+v", d)
	}
}

// W163: a share with a domain is a share with all its people; which domain it is
// the account says.
func TestW163DomainSharing(t *testing.T) {
	for _, access := range []string{"DOMAIN", "DOMAIN_WITH_LINK", " domain "} {
		in := shared(t, access)
		if d := (Policy{External: ExternalDeny}).Decide(in); !slices.Equal(rules(d), []string{RuleExternal}) || !strings.Contains(d.Reasons[0].Text, `"@corp.example"`) {
			t.Errorf("%s: %+v", access, d)
		}
		for name, p := range map[string]Policy{
			"internal": {External: ExternalDeny, InternalDomains: []string{"Corp.example"}},
			"listed":   {External: ExternalDeny, Allow: map[string][]string{KindDomains: {"@corp.example"}}},
			"allowed":  {External: ExternalAllow},
		} {
			if d := p.Decide(in); !d.Allowed || d.Confirm {
				t.Errorf("%s, %s: %+v", access, name, d)
			}
		}
		if d := (Policy{External: ExternalAllow, Allow: map[string][]string{KindRecipients: {"me@corp.example"}}}).Decide(in); d.Allowed {
			t.Errorf("%s: a domain passes for one of its addresses", access)
		}
		// Whose it is nobody knows: judged when it leaves, or refused.
		in.Account = ""
		if d := (Policy{External: ExternalDeny, InternalDomains: []string{"corp.example"}}).Decide(in); !d.Allowed || len(d.Notes) != 1 {
			t.Errorf("%s: %+v", access, d)
		}
		in.Proxied = true
		if d := (Policy{External: ExternalDeny, InternalDomains: []string{"corp.example"}}).Decide(in); d.Allowed {
			t.Errorf("%s behind a proxy, whose domain nobody knows: %+v", access, d)
		}
	}
}

// W164, A35: the scope of a share is the action's own. What else a caller writes
// into the parameters widens nothing that is judged.
func TestW164_A35ScopeIsNotTheCallersToSet(t *testing.T) {
	in := shared(t, "DOMAIN")
	in.Params["domain"], in.Params["scope"], in.Params["type"] = "evil.example", "anonymous", "anyone"
	d := Policy{External: ExternalDeny, InternalDomains: []string{"corp.example"}}.Decide(in)
	if !d.Allowed || len(d.Recipients) != 1 || d.Recipients[0].Address != "@corp.example" {
		t.Errorf("%+v", d)
	}
	// And what such a request would really reach is judged once more.
	if err := (Policy{External: ExternalDeny, InternalDomains: []string{"corp.example"}}).Reaches(in, []string{"evil.example"}, true); fault.CodeOf(err) != fault.ActionNotAllowed {
		t.Error(err)
	}
}

func TestPrivateIsNotPublic(t *testing.T) {
	for _, access := range []any{"PRIVATE", " private", nil, ""} {
		if d := (Policy{External: ExternalDeny}).Decide(shared(t, access)); !d.Allowed || len(d.Recipients) > 0 {
			t.Errorf("%v: %+v", access, d)
		}
	}
}

// All else that makes a thing public, alone and in a batch.
func TestPublishing(t *testing.T) {
	for _, c := range []struct {
		service, action string
		params          map[string]any
		public          bool
	}{
		{"forms", "formCreate", param("isPublished", true), true},
		{"forms", "formCreate", param("isPublished", "TRUE"), true},
		{"forms", "formCreate", param("isPublished", false), false},
		{"forms", "formCreate", nil, false},
		{"forms", "formUpdate", param("isPublished", true), true},
		{"forms", "formUpdate", param("title", "anyone"), false},
		{"drive", "revisionsUpdate", param("published", true), true},
		{"drive", "revisionsUpdate", param("publishAuto", 1.0), true},
		{"drive", "revisionsUpdate", param("publishedOutsideDomain", []any{}), true},
		{"drive", "revisionsUpdate", param("keepForever", true), false},
		{"drive", "fileCreate", param("name", "ANYONE"), false},
		{"drive", "fileAddViewer", param("email", "x@y.example"), false},
		// Raw calls of actions that no table knows: what they say counts.
		{"drive", "permissionCreate", map[string]any{"body": []any{map[string]any{"type": "anyone"}}}, true},
		{"calendar", "aclInsert", param("scope", "ANYONE_WITH_LINK"), true},
		{"calendar", "aclInsert", param("scope", "user"), false},
	} {
		in := call(t, c.service, c.action, c.params)
		public := func(d Decision) bool { return slices.Contains(rules(d), RulePublicSharing) }
		if d := (Policy{}).Decide(in); public(d) != c.public {
			t.Errorf("%s %v: %+v", c.action, c.params, d)
		}
		if d := (Policy{PublicSharing: PublicAllow}).Decide(in); public(d) {
			t.Errorf("%s %v, allowed: %+v", c.action, c.params, d)
		}
		in = call(t, c.service, risk.Batch, batch(op("nothing", nil), op(c.action, c.params)))
		d := Policy{}.Decide(in)
		if public(d) != c.public || c.public && !strings.HasPrefix(d.Reasons[0].Place, "operation 1 (") {
			t.Errorf("%s %v in a batch: %+v", c.action, c.params, d)
		}
	}
}

// Every action of every table whose parameters hold an audience is judged: a
// new one can't be forgotten.
func TestEveryAudienceIsJudged(t *testing.T) {
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, service := range tables.Services() {
		for _, action := range tables.Actions(service) {
			row, _ := tables.Row(service, action)
			for _, res := range row.Allow {
				if res.Kind == kindAccess {
					found++
					if d := (Policy{}).Decide(call(t, service, action, param(res.Param, "ANYONE"))); d.Allowed {
						t.Errorf("%s %s", service, action)
					}
				}
			}
		}
	}
	if found == 0 {
		t.Error("no action has an audience")
	}
	for at := range publishing {
		if _, ok := tables.Row(at[0], at[1]); !ok {
			t.Errorf("there is no action %s %s", at[0], at[1])
		}
	}
}
