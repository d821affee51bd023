package policy

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/risk"
)

// calls are inputs of every kind, for the properties below.
func calls(t testing.TB) []Input {
	to := func(s string) map[string]any { return map[string]any{"to": s} }
	list := []Input{
		call(t, "gmail", "send", to("x@y.example")), call(t, "gmail", "send", to("a@corp.example, ana@other.example")), call(t, "gmail", "send", to("not a list")),
		call(t, "gmail", "reply", nil), call(t, "gmail", "createDraft", to("x@y.example")), call(t, "gmail", "getMessage", nil),
		call(t, "gmail", "trashMessage", nil), call(t, "gmail", "vacationUpdate", param("enableAutoReply", true)), call(t, "gmail", "filtersCreate", param("forward", "x@y.example")),
		call(t, "gmail", "batch", batch(op("send", to("x@y.example")), op("trashMessage", nil), op("markRead", nil))),
		shared(t, "ANYONE"), shared(t, "DOMAIN"), shared(t, "PRIVATE"), call(t, "drive", "fileAddEditor", map[string]any{"fileId": "f1", "email": "a@corp.example"}),
		call(t, "drive", "fileGet", param("fileId", "f2")), call(t, "drive", "nobodyKnows", nil), call(t, "forms", "formCreate", param("isPublished", true)),
		call(t, "calendar", "createEvent", map[string]any{"guests": "x@y.example", "sendUpdates": "all"}), call(t, "calendar", "listEvents", nil),
	}
	raw := call(t, "tasks", "tasksSecret", nil)
	raw.Tool, raw.ToolsOf = "", nil
	return append(list, raw)
}

func drawCall(t *rapid.T, all []Input) Input {
	in := rapid.SampledFrom(all).Draw(t, "call")
	in.FrontEnd = rapid.SampledFrom([]string{CLI, MCP, ""}).Draw(t, "front end")
	in.Account = rapid.SampledFrom([]string{"", "me@corp.example", "label"}).Draw(t, "account")
	in.Proxied, in.DryRun = rapid.Bool().Draw(t, "proxied"), rapid.Bool().Draw(t, "dry run")
	in.Stored, in.Approved = rapid.Bool().Draw(t, "stored"), rapid.Bool().Draw(t, "approved")
	if rapid.Bool().Draw(t, "timed") {
		in.Now = time.Date(2026, 7, 1, rapid.IntRange(0, 23).Draw(t, "hour"), 30, 0, 0, time.UTC)
	}
	return in
}

func drawPolicy(t *rapid.T) Policy {
	classes := rapid.SampledFrom(risk.ClassNames())
	some := func(g *rapid.Generator[string], label string) []string { return rapid.SliceOfN(g, 0, 2).Draw(t, label) }
	p := Policy{
		ReadOnly: rapid.IntRange(0, 4).Draw(t, "read only") == 0, DenyClasses: some(classes, "deny"), DenyTools: some(rapid.SampledFrom([]string{"gmail_s*", "drive_*", "x"}), "deny tools"),
		External:       rapid.SampledFrom([]string{"", ExternalAllow, ExternalConfirm, ExternalDeny}).Draw(t, "external"),
		PublicSharing:  rapid.SampledFrom([]string{"", PublicAllow, PublicDeny}).Draw(t, "public"),
		ListedExternal: rapid.Bool().Draw(t, "listed are external"), InternalDomains: some(rapid.SampledFrom([]string{"corp.example", "y.example"}), "inside"),
		SecondPerson: some(classes, "second"), DraftOnly: some(classes, "draft only"), Daily: map[string]int{}, Allow: map[string][]string{},
	}
	if rapid.Bool().Draw(t, "some classes") {
		p.AllowClasses = rapid.SliceOfN(classes, 0, 6).Draw(t, "classes")
	}
	if rapid.Bool().Draw(t, "some tools") {
		p.AllowTools = some(rapid.SampledFrom([]string{"*", "gmail_*", "drive_file*"}), "tools")
	}
	if rapid.Bool().Draw(t, "cap") {
		p.Daily[classes.Draw(t, "capped")] = rapid.IntRange(0, 2).Draw(t, "a day")
	}
	if rapid.Bool().Draw(t, "quiet") {
		p.Quiet = []Quiet{{60 * rapid.IntRange(0, 11).Draw(t, "from"), 60 * rapid.IntRange(12, 24).Draw(t, "until"), some(classes, "quiet classes")}}
	}
	for kind, known := range map[string][]string{"files": {"f", "f1"}, "calendars": {"primary", "x"}, "access": {"ANYONE", "PRIVATE"},
		KindDomains: {"corp.example", "y.example"}, KindRecipients: {"ana@other.example", "x@y.example"}} {
		if rapid.IntRange(0, 2).Draw(t, kind) == 0 {
			p.Allow[kind] = some(rapid.SampledFrom(known), "allowed "+kind)
		}
	}
	return p
}

// tighten changes one field so that it allows less, or the same.
func tighten(t *rapid.T, p Policy) Policy {
	p.Allow, p.Daily = maps.Clone(p.Allow), maps.Clone(p.Daily)
	class := rapid.SampledFrom(risk.ClassNames()).Draw(t, "class")
	shorter := func(list []string) []string {
		if len(list) == 0 {
			return list
		}
		return slices.Clone(list[1:])
	}
	switch rapid.IntRange(0, 13).Draw(t, "field") {
	case 0:
		p.ReadOnly = true
	case 1:
		if p.AllowClasses == nil {
			p.AllowClasses = []string{class}
		} else {
			p.AllowClasses = shorter(p.AllowClasses)
		}
	case 2:
		p.DenyClasses = append(slices.Clone(p.DenyClasses), class)
	case 3:
		if p.AllowTools == nil {
			p.AllowTools = []string{"gmail_*"}
		} else {
			p.AllowTools = shorter(p.AllowTools)
		}
	case 4:
		p.DenyTools = append(slices.Clone(p.DenyTools), "gmail_*")
	case 5:
		p.External = ExternalDeny
	case 6:
		if p.External == ExternalAllow {
			p.External = ExternalConfirm
		}
	case 7:
		p.PublicSharing = PublicDeny
	case 8:
		p.InternalDomains = shorter(p.InternalDomains)
	case 9:
		if limit, ok := p.Daily[class]; !ok || limit > 0 {
			p.Daily[class] = 0
		}
	case 10:
		p.Quiet = append(slices.Clone(p.Quiet), Quiet{0, dayMinutes, []string{class}})
	case 11:
		p.SecondPerson = append(slices.Clone(p.SecondPerson), class)
	case 12:
		p.DraftOnly = append(slices.Clone(p.DraftOnly), class)
	case 13:
		kind := rapid.SampledFrom(Kinds()).Draw(t, "kind")
		people := kind == KindRecipients || kind == KindDomains
		switch {
		case p.Allow[kind] != nil:
			p.Allow[kind] = shorter(p.Allow[kind])
		case !people || p.External == ExternalAllow:
			p.Allow[kind] = []string{} // nothing of the kind
		case !p.lists():
			p.ListedExternal, p.Allow[kind] = true, []string{"y.example"}
		}
	}
	return p
}

// Whatever field becomes tighter, nothing passes that did not pass before: not by
// the parameters, and not by what a request reaches.
func TestTighteningAllowsNothingMore(t *testing.T) {
	all := calls(t)
	rapid.Check(t, func(t *rapid.T) {
		in, p := drawCall(t, all), drawPolicy(t)
		q := tighten(t, p)
		loose, tight := p.Decide(in), q.Decide(in)
		if tight.Allowed && !loose.Allowed {
			t.Fatalf("%+v\nrefuses %+v\nand passes with %+v", p, loose.Reasons, q)
		}
		for _, addr := range []string{"x@y.example", "a@corp.example", "ana@other.example", "corp.example", "anyone"} {
			if q.Reaches(in, []string{addr}, true) == nil && p.Reaches(in, []string{addr}, true) != nil {
				t.Fatalf("%+v\nrefuses %s: %v\nand passes it with %+v", p, addr, p.Reaches(in, []string{addr}, true), q)
			}
		}
		if q.Reaches(in, nil, false) == nil && p.Reaches(in, nil, false) != nil {
			t.Fatalf("%+v\nrefuses what nobody knows and passes it with %+v", p, q)
		}
	})
}

// A decision changes neither the policy nor the call, and is the same again.
func TestDecideIsPure(t *testing.T) {
	all := calls(t)
	rapid.Check(t, func(t *rapid.T) {
		in, p := drawCall(t, all), drawPolicy(t)
		before := fmt.Sprintf("%#v %#v", p, in.Params)
		one := p.Decide(in)
		revision := p.Revision()
		if two := p.Decide(in); !reflect.DeepEqual(one, two) {
			t.Fatalf("%+v\n%+v", one, two)
		}
		if after := fmt.Sprintf("%#v %#v", p, in.Params); before != after || p.Revision() != revision {
			t.Fatalf("before %s\nafter %s", before, after)
		}
		if one.Allowed != (len(one.Reasons) == 0) || one.Allowed != (p.Check(in) == nil) {
			t.Fatalf("%+v", one)
		}
		for _, r := range one.Reasons {
			if r.Rule == "" || r.Text == "" || r.Rule != RuleRecipientList && r.Key == "" {
				t.Fatalf("%+v", r)
			}
		}
	})
}

// A batch is refused where one of its operations would be, and passes where all
// would.
func TestBatchIsEachOperation(t *testing.T) {
	all := calls(t)
	rapid.Check(t, func(t *rapid.T) {
		p := drawPolicy(t)
		p.AllowTools, p.DenyTools, p.Daily = nil, nil, nil // of names the batch's own counts too, and caps add up
		p.DenyClasses = slices.DeleteFunc(p.DenyClasses, func(s string) bool { return s == "admin" })
		first := drawCall(t, all)
		var ops []any
		want := true
		for range rapid.IntRange(1, 3).Draw(t, "operations") {
			in := rapid.SampledFrom(all).Draw(t, "operation")
			if in.Service != first.Service || in.Action == risk.Batch {
				continue
			}
			ops = append(ops, op(in.Action, in.Params))
			one := first
			one.Action, one.Params, one.Class = in.Action, in.Params, in.Class
			want = want && p.Decide(one).Allowed
		}
		b := first
		b.Action, b.Params = risk.Batch, map[string]any{"operations": ops}
		b.Class = b.Risk.Resolve(b.Service, risk.Batch, b.Params)
		// The batch's own class and name are judged beside.
		own := first
		own.Action, own.Params, own.Class = risk.Batch, map[string]any{}, b.Class
		want = want && p.Decide(own).Allowed
		if got := p.Decide(b); got.Allowed != want {
			t.Fatalf("%+v\nallowed %v, want %v: %+v", p, got.Allowed, want, got.Reasons)
		}
	})
}
