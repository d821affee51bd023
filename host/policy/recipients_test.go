package policy

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// rules are the words of a decision's reasons, each once.
func rules(d Decision) []string {
	var out []string
	for _, r := range d.Reasons {
		if !slices.Contains(out, r.Rule) {
			out = append(out, r.Rule)
		}
	}
	return out
}

func mail(t testing.TB, frontEnd string, params map[string]any) Input {
	in := call(t, "gmail", "send", params)
	in.FrontEnd, in.Account = frontEnd, "me@corp.example"
	return in
}

func param(name string, v any) map[string]any { return map[string]any{name: v} }

// External recipients, in every word of the key, on each front end.
func TestExternal(t *testing.T) {
	inside := []string{"corp.example"}
	listed := map[string][]string{KindRecipients: {"ana@other.example"}}
	for _, c := range []struct {
		name    string
		policy  Policy
		in      Input
		allowed bool
		confirm bool
	}{
		{"nothing said, by hand", Policy{}, mail(t, CLI, param("to", "x@y.example")), true, true},
		{"nothing said, no front end named", Policy{}, mail(t, "", param("to", "x@y.example")), true, true},
		{"A30 nothing said, by an agent", Policy{}, mail(t, MCP, param("to", "x@y.example")), false, false},
		{"a front end that nobody knows is no person", Policy{}, mail(t, "http", param("to", "x@y.example")), false, false},
		{"allow", Policy{External: ExternalAllow}, mail(t, MCP, param("to", "x@y.example")), true, false},
		{"confirm", Policy{External: ExternalConfirm}, mail(t, MCP, param("to", "x@y.example")), true, true},
		{"deny", Policy{External: ExternalDeny}, mail(t, CLI, param("to", "x@y.example")), false, false},
		{"the own address is inside", Policy{External: ExternalDeny}, mail(t, MCP, param("to", "ME@Corp.Example")), true, false},
		{"the own domain is not", Policy{External: ExternalDeny}, mail(t, MCP, param("to", "you@corp.example")), false, false},
		{"an internal domain", Policy{External: ExternalDeny, InternalDomains: inside}, mail(t, MCP, param("to", "you@CORP.example")), true, false},
		{"a domain below it", Policy{External: ExternalDeny, InternalDomains: inside}, mail(t, MCP, param("to", "you@hr.corp.example")), false, false},
		{"a domain that ends like it", Policy{External: ExternalDeny, InternalDomains: inside}, mail(t, MCP, param("to", "you@evilcorp.example")), false, false},
		{"A31 one foreign address in bcc", Policy{External: ExternalDeny, InternalDomains: inside},
			mail(t, CLI, map[string]any{"to": "you@corp.example", "bcc": "them@corp.example, eve@evil.example"}), false, false},
		{"a listed address is none", Policy{External: ExternalDeny, Allow: listed}, mail(t, MCP, param("to", "ana@other.example")), true, false},
		{"confirm asks for nobody inside", Policy{External: ExternalConfirm, InternalDomains: inside}, mail(t, MCP, param("to", "you@corp.example")), true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := c.policy.Decide(c.in)
			if d.Allowed != c.allowed || d.Confirm != c.confirm {
				t.Errorf("%+v", d)
			}
			if !c.allowed && !slices.Equal(rules(d), []string{RuleExternal}) {
				t.Errorf("rules %q", rules(d))
			}
		})
	}
}

// "deny" means deny: no approval, draft or dry run passes it.
func TestDenyIsFinal(t *testing.T) {
	for name, change := range map[string]func(*Input){
		"approved": func(in *Input) { in.Approved = true }, "stored": func(in *Input) { in.Stored = true },
		"dry run": func(in *Input) { in.DryRun = true }, "proxied": func(in *Input) { in.Proxied = true },
	} {
		in := mail(t, CLI, param("to", "x@y.example"))
		change(&in)
		if d := (Policy{External: ExternalDeny}).Decide(in); d.Allowed {
			t.Errorf("%s passes", name)
		}
	}
}

// The error names the line to add and the file.
func TestA30NamesTheLine(t *testing.T) {
	in := mail(t, MCP, param("to", "x@y.example"))
	p := Policy{File: "/home/ana/.config/wslite/wslite.toml"}
	e := fault.Of(p.Check(in))
	if e == nil || e.Code != fault.ActionNotAllowed || !strings.Contains(e.Message, `to "x@y.example" is external`) ||
		!strings.Contains(e.Hint, `[policy] external = "confirm"`) || !strings.Contains(e.Hint, p.File) {
		t.Errorf("%v", e)
	}
	p.Keys = map[string]string{"external": "profile.agent.policy.external"}
	p.External = ExternalDeny
	if r := p.Decide(in).Reasons; len(r) != 1 || r[0].Key != "profile.agent.policy.external" || r[0].Line != `external = "confirm"` {
		t.Errorf("%+v", r)
	}
	if hint := fault.Of(p.Check(in)).Hint; !strings.Contains(hint, `[profile.agent.policy] external = "confirm"`) {
		t.Error(hint)
	}
}

// External looks at what reaches people, the lists at every address.
func TestWhatReachesPeople(t *testing.T) {
	lists := map[string][]string{KindDomains: {"corp.example"}}
	for _, c := range []struct {
		service, action string
		params          map[string]any
		reaches         bool
	}{
		{"gmail", "send", param("to", "x@y.example"), true},
		{"gmail", "send", map[string]any{"to": "a@corp.example", "cc": "x@y.example"}, true},
		{"gmail", "forward", param("to", "x@y.example"), true},
		{"gmail", "createDraft", param("to", "x@y.example"), false},
		{"gmail", "updateDraft", param("bcc", "x@y.example"), false},
		{"gmail", "filtersCreate", param("forward", "x@y.example"), true},
		{"calendar", "createEvent", map[string]any{"guests": "x@y.example", "sendUpdates": "all"}, true},
		{"calendar", "createEvent", map[string]any{"optionalGuests": "x@y.example", "sendUpdates": "externalOnly"}, true},
		{"calendar", "createEvent", map[string]any{"guests": "x@y.example", "sendUpdates": "none"}, false},
		{"calendar", "createEvent", map[string]any{"guests": []any{"x@y.example"}}, false},
		{"drive", "fileAddEditor", param("email", "x@y.example"), true},
		{"drive", "fileAddViewer", param("email", "x@y.example"), true},
	} {
		in := call(t, c.service, c.action, c.params)
		if d := (Policy{External: ExternalDeny, InternalDomains: []string{"corp.example"}}).Decide(in); d.Allowed == c.reaches {
			t.Errorf("%s %v: external denied, allowed %v", c.action, c.params, d.Allowed)
		}
		if d := (Policy{External: ExternalAllow, Allow: lists}).Decide(in); d.Allowed {
			t.Errorf("%s %v: passes the list", c.action, c.params)
		}
	}
}

// Lists that only restrict make nobody internal; and what reaches nobody is
// compared with them and with nothing else.
func TestListedExternal(t *testing.T) {
	p := Policy{External: ExternalDeny, Allow: map[string][]string{KindDomains: {"y.example"}}}
	for _, p.ListedExternal = range []bool{false, true} {
		for action, allowed := range map[string]bool{"send": !p.ListedExternal, "createDraft": true} {
			d := p.Decide(call(t, "gmail", action, param("to", "x@y.example")))
			if d.Allowed != allowed || len(d.Recipients) != 1 || d.Recipients[0].External != p.ListedExternal {
				t.Errorf("%s, %v: %+v", action, p.ListedExternal, d)
			}
		}
	}
}

// W161: every address in to, cc and bcc is judged, when it is stored and again
// when it runs.
func TestW161EveryFieldIsJudged(t *testing.T) {
	p := Policy{External: ExternalDeny, InternalDomains: []string{"corp.example"}}
	for _, field := range []string{"to", "cc", "bcc"} {
		params := map[string]any{"to": "a@corp.example", "cc": "b@corp.example", "bcc": "c@corp.example"}
		in := mail(t, MCP, params)
		if err := p.Check(in); err != nil {
			t.Fatal(err)
		}
		params[field] = "a@corp.example, eve@evil.example"
		for _, in.Stored = range []bool{true, false} {
			in.Approved = !in.Stored
			d := p.Decide(in)
			if d.Allowed || !strings.Contains(d.Reasons[0].Text, field+` "eve@evil.example"`) {
				t.Errorf("%s: %+v", field, d)
			}
			if !slices.Contains(d.Recipients, Recipient{field, "eve@evil.example", true}) || !slices.Contains(d.Recipients, Recipient{field, "a@corp.example", false}) {
				t.Errorf("%s: %+v", field, d.Recipients)
			}
		}
	}
}

// W162, A32: a comma in a quoted name separates nothing.
func TestW162QuotedComma(t *testing.T) {
	d := Policy{}.Decide(mail(t, CLI, param("to", `"Doe, Jane; eve@evil.example" <Jane@Corp.example>`)))
	if !d.Allowed || len(d.Recipients) != 1 || d.Recipients[0].Address != "jane@corp.example" {
		t.Errorf("%+v", d)
	}
}

// W162, A33, A83: a list that can't be judged is the caller's mistake, whatever
// the policy says.
func TestW162ListsThatAreNone(t *testing.T) {
	many := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf("p%d@corp.example", i)
		}
		return strings.Join(list, ", ")
	}
	open := Policy{External: ExternalAllow}
	for name, params := range map[string]map[string]any{
		"group":                            param("to", "Team: a@corp.example, b@corp.example;"),
		"A33 line break":                   param("to", "a@corp.example\r\nBcc: eve@evil.example"),
		"A83 101 addresses":                param("to", many(101)),
		"101 addresses in three fields":    {"to": many(50), "cc": many(50), "bcc": "x@corp.example"},
		"a list of lists that is too long": param("to", []any{many(60), many(60)}),
		"route":                            param("to", "<@relay.example:a@corp.example>"),
		"name without an address":          param("to", "ana"),
		"number":                           param("to", 1.0),
		"object":                           param("to", map[string]any{"address": "a@corp.example"}),
		"list with a number":               param("to", []any{"a@corp.example", 1.0}),
		"empty list":                       param("to", " , ,"),
		"null":                             param("to", nil),
		"nobody":                           nil,
	} {
		err := open.Check(mail(t, CLI, params))
		if fault.CodeOf(err) != fault.Usage {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := open.Check(mail(t, CLI, param("to", many(100)))); err != nil {
		t.Error(err)
	}
	// With a reason of the policy beside it, the policy's word is the code.
	if err := (Policy{ReadOnly: true}).Check(mail(t, CLI, param("to", "ana"))); fault.CodeOf(err) != fault.ActionNotAllowed || !strings.Contains(err.Error(), "holds no list") {
		t.Error(err)
	}
}

// Addresses made to look like others pass for none of them.
func TestHostileAddresses(t *testing.T) {
	p := Policy{External: ExternalDeny, InternalDomains: []string{"corp.example", "bücher.example"},
		Allow: map[string][]string{KindRecipients: {"ana@other.example"}, KindDomains: {"corp.example", "bücher.example"}}}
	for _, good := range []string{
		"a@corp.example", "A@CORP.EXAMPLE", "<a@corp.example>", `"Ana, B." <a@corp.example>`, "a@BÜCHER.example", "a@xn--bcher-kva.example",
		"Ana@Other.Example", `"x@evil.example"@corp.example`, "a@corp.example (eve@evil.example)",
	} {
		if err := p.Check(mail(t, MCP, param("to", good))); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{
		"a@\u0441orp.example",                 // Cyrillic es
		"\u0430na@other.example",              // Cyrillic a
		"ana@other.example.",                  // another spelling of a host
		`"a@corp.example" <eve@evil.example>`, // the name is no address
		`"a@corp.example"@evil.example`,
		"a@corp.example@evil.example",
		"a@evil.example (a@corp.example)",
		"<@corp.example:eve@evil.example>",
		"a@corp.example.evil.example", "a@evilcorp.example", "a@x.corp.example",
		"a@corp.example\u200b", "a@c\u00adorp.example", "a@corp\u3002example",
		"=?utf-8?q?a=40corp.example?= <eve@evil.example>",
		"eve@evil.example\x00@corp.example", "eve@[192.0.2.1]", "\u212aate@other.example",
		`" ana"@other.example`,
	} {
		if d := p.Decide(mail(t, MCP, param("to", bad))); d.Allowed {
			t.Errorf("%q passes: %+v", bad, d.Recipients)
		}
	}
}

// Whom an answer reaches its parameters do not say. Where the host learns it
// before the request leaves, Reaches decides; a proxy tells nobody.
func TestHiddenRecipients(t *testing.T) {
	lists := Policy{External: ExternalAllow, Allow: map[string][]string{KindDomains: {"corp.example"}}}
	deny := Policy{External: ExternalDeny}
	for _, c := range []struct {
		service, action string
		params          map[string]any
	}{
		{"gmail", "reply", param("cc", "me@corp.example")}, {"gmail", "replyAll", nil}, {"gmail", "sendDraft", nil},
		{"calendar", "moveEvent", param("sendUpdates", "all")}, {"calendar", "updateEvent", param("sendUpdates", "all")},
	} {
		in := call(t, c.service, c.action, c.params)
		for _, p := range []Policy{lists, deny} {
			in.Proxied = false
			if d := p.Decide(in); !d.Allowed || len(d.Notes) != 1 {
				t.Errorf("%s: %+v", c.action, d)
			}
			in.Proxied = true
			if d := p.Decide(in); d.Allowed || !strings.Contains(d.Reasons[0].Text, "do not name whom") {
				t.Errorf("%s behind a proxy: %+v", c.action, d)
			}
		}
		if d := (Policy{}).Decide(in); !d.Allowed || !d.Confirm {
			t.Errorf("%s where nothing is said: %+v", c.action, d)
		}
	}
	// What is kept as Gmail's own draft reaches nobody yet.
	if d := deny.Decide(call(t, "gmail", "createDraftReply", nil)); !d.Allowed || len(d.Notes) > 0 {
		t.Errorf("%+v", d)
	}
}

// A vacation responder answers whoever writes: nobody can name them.
func TestResponderAnswersStrangers(t *testing.T) {
	on := call(t, "gmail", "vacationUpdate", map[string]any{"enableAutoReply": true, "restrictToContacts": true})
	off := call(t, "gmail", "vacationUpdate", map[string]any{"enableAutoReply": false})
	for name, p := range map[string]Policy{
		"deny": {External: ExternalDeny}, "list": {External: ExternalAllow, Allow: map[string][]string{KindDomains: {"corp.example"}}},
	} {
		if d := p.Decide(on); d.Allowed || !strings.Contains(d.Reasons[0].Text, "whoever writes") {
			t.Errorf("%s: %+v", name, d)
		}
		if d := p.Decide(off); !d.Allowed {
			t.Errorf("%s, turned off: %+v", name, d)
		}
	}
	if d := (Policy{}).Decide(on); !d.Allowed || !d.Confirm {
		t.Errorf("%+v", d)
	}
}

// An action of which no table, or only a grant, tells: nobody knows whom it
// reaches.
func TestUnknownActionsAndGrants(t *testing.T) {
	raw := call(t, "gmail", "sendSecretly", param("to", "me@corp.example"))
	raw.Tool, raw.Class = "", risk.Read
	if d := (Policy{External: ExternalDeny}).Decide(raw); d.Allowed {
		t.Error("an unknown action passes")
	}
	if d := (Policy{External: ExternalConfirm}).Decide(raw); !d.Allowed || !d.Confirm {
		t.Errorf("%+v", d)
	}
	if d := (Policy{}).Decide(raw); !d.Allowed || d.Confirm {
		t.Errorf("%+v", d)
	}
	granted := call(t, "chat", "post", nil)
	tables, err := granted.Risk.With("chat", []abi.ActionRequest{{Action: "post", Class: "send"}, {Action: "pin", Class: "write"}})
	if err != nil {
		t.Fatal(err)
	}
	granted.Risk, granted.Class = tables, risk.Send
	if d := (Policy{External: ExternalDeny}).Decide(granted); d.Allowed {
		t.Error("a granted action that sends passes")
	}
	granted.Action, granted.Class = "pin", risk.Write
	if d := (Policy{External: ExternalDeny}).Decide(granted); !d.Allowed {
		t.Errorf("%+v", d)
	}
}

// W165: an event is stored without telling anybody, unless sendUpdates asks for
// it; then it is a mail to its guests.
func TestW165EventsTellNobodyUnasked(t *testing.T) {
	deny := Policy{External: ExternalDeny}
	for sendUpdates, class := range map[any]risk.Class{nil: risk.Write, "none": risk.Write, "all": risk.Send, "externalOnly": risk.Send} {
		in := call(t, "calendar", "createEvent", map[string]any{"guests": "x@y.example", "sendUpdates": sendUpdates})
		if in.Class != class {
			t.Errorf("%v: class %s", sendUpdates, in.Class)
		}
		if d := deny.Decide(in); d.Allowed != (class == risk.Write) {
			t.Errorf("%v: %+v", sendUpdates, d)
		}
	}
}

// FuzzRecipients: whatever stands in the fields of a mail, a policy that lets
// only one domain through lets no other address through.
func FuzzRecipients(f *testing.F) {
	for _, s := range []string{"a@corp.example", "eve@evil.example", `"a@corp.example"@evil.example`, "G: a@corp.example;", "a@corp.example\r\nBcc: b@c.d", "a@corp.example, b", "", "\x00"} {
		f.Add(s, s)
	}
	tables, err := risk.Load()
	if err != nil {
		f.Fatal(err)
	}
	p := Policy{External: ExternalDeny, InternalDomains: []string{"corp.example"}}
	f.Fuzz(func(t *testing.T, to, bcc string) {
		in := Input{Service: "gmail", Tool: "gmail_send", Action: "send", Class: risk.Send, Risk: tables,
			FrontEnd: MCP, Params: map[string]any{"to": to, "bcc": bcc}}
		d := p.Decide(in)
		for _, r := range d.Reasons {
			if strings.ContainsAny(r.String(), "\r\n\x00\x1b\u202e") {
				t.Fatalf("%q", r.String())
			}
		}
		if !d.Allowed {
			return
		}
		if len(d.Recipients) == 0 {
			t.Fatalf("%q, %q: nobody is named", to, bcc)
		}
		for _, r := range d.Recipients {
			if r.External || !strings.HasSuffix(r.Address, "@corp.example") {
				t.Fatalf("%q, %q: %+v passes", to, bcc, r)
			}
		}
	})
}
