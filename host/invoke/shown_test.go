package invoke_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/sdk/abi"
)

// shown is a call that stopped before the question.
func (o *office) shown(t *testing.T, args map[string]any) *invoke.Result {
	t.Helper()
	res, err := o.Run(t.Context(), invoke.Request{Tool: o.tool, Args: args, ShowGated: true})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// A call that stops for a question sends, claims and stores nothing, and holds what
// a draft would.
func TestShownBeforeAYes(t *testing.T) {
	o := newOffice(t)
	o.Policy.External, o.reached = policy.ExternalAllow, []string{"a@x.example"}
	res := o.shown(t, to("a@x.example"))
	if res.Shown == nil || res.Response != nil || len(o.effects) != 0 || len(o.log) != 0 || res.Claim != "" {
		t.Fatalf("%+v, effects %q, log %v", res, o.effects, o.log)
	}
	p := res.Shown
	if len(p.Recipients) != 1 || p.Recipients[0].Address != "a@x.example" || len(p.Effects) != 1 || p.Tool != "gmail_send" || len(p.Changes) != 1 {
		t.Errorf("%+v", p)
	}
	drafts, err := o.Records.Drafts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if list, err := drafts.List(t.Context(), draft.Filter{}); err != nil || len(list) != 0 {
		t.Errorf("%d drafts, %v", len(list), err)
	}
	// What needs no yes runs.
	if res, err := o.Run(t.Context(), invoke.Request{Tool: o.Catalog.Tool("gmail_star"), Args: to("a@x.example"), ShowGated: true}); err != nil || res.Shown != nil || len(o.effects) != 1 {
		t.Errorf("%+v, %v", res, err)
	}
}

// What a person agreed to leaves as it was shown, with the clock of that moment,
// and nothing else does.
func TestAgreedIsWhatWasShown(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*office, map[string]any)
		code   fault.Code
	}{
		"the same": {func(*office, map[string]any) {}, ""},
		"another time": {func(o *office, _ map[string]any) {
			o.Clock = func() abi.Clock {
				return abi.Clock{Now: "2027-01-01T00:00:00Z", TimeZone: "UTC", Nonce: strings.Repeat("1", 32)}
			}
		}, ""},
		"other arguments":      {func(_ *office, args map[string]any) { args["subject"] = "else" }, fault.DraftStale},
		"another person":       {func(_ *office, args map[string]any) { args["to"] = "eve@evil.example" }, fault.DraftStale},
		"another request":      {func(o *office, _ map[string]any) { o.body = "else" }, fault.DraftStale},
		"somebody else behind": {func(o *office, _ map[string]any) { o.reached = []string{"eve@evil.example"} }, fault.DraftStale},
		"nobody knows whom":    {func(o *office, _ map[string]any) { o.hidden = true }, fault.DraftStale},
		"a policy against it":  {func(o *office, _ map[string]any) { o.Policy.ReadOnly = true }, fault.ActionNotAllowed},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t)
			o.Policy.External, o.reached = policy.ExternalAllow, []string{"a@x.example"}
			args := to("a@x.example")
			agreed := o.shown(t, args).Shown
			args = maps.Clone(args)
			c.change(o, args)
			res, err := o.Run(t.Context(), invoke.Request{Tool: o.tool, Args: args, Agreed: agreed})
			if fault.CodeOf(err) != c.code && !(err == nil && c.code == "") || (len(o.effects) == 1) != (c.code == "") {
				t.Fatalf("%v, effects %q; want %q", err, o.effects, c.code)
			}
			if c.code == "" && (res.ConfirmSource != "prompt" || !strings.Contains(o.effects[0], `"confirm":true`) || o.log[0].Confirm != "prompt") {
				t.Errorf("confirmed by %q: %q", res.ConfirmSource, o.effects)
			}
		})
	}
}

// A yes to what was shown is no yes to another key's duplicate, and counts for one
// run of a key.
func TestAgreedOnceForAKey(t *testing.T) {
	o := newOffice(t)
	o.Policy.External = policy.ExternalAllow
	args := to("a@x.example")
	agreed := o.shown(t, args).Shown
	for i := range 2 {
		res, err := o.Run(t.Context(), invoke.Request{Tool: o.tool, Args: args, Agreed: agreed, Key: "k1"})
		if err != nil || res.Duplicate != (i == 1) {
			t.Fatalf("%+v, %v", res, err)
		}
	}
	if len(o.effects) != 1 {
		t.Errorf("effects %q", o.effects)
	}
	if _, err := o.Run(t.Context(), invoke.Request{Tool: o.tool, Args: args, ShowGated: true, Key: "k1"}); err != nil {
		t.Error(err)
	}
	if !slices.Contains(o.events(), "outcome duplicate") {
		t.Errorf("%q", o.events())
	}
}

// A class that the policy runs only as a draft is stored, where somebody could be
// asked and where nobody can.
func TestDraftOnlyIsStored(t *testing.T) {
	for _, r := range []invoke.Request{{ShowGated: true}, {StoreGated: true}} {
		for _, tool := range []string{"gmail_send", "gmail_star"} {
			o := newOffice(t)
			o.Policy.External, o.Policy.DraftOnly = policy.ExternalAllow, []string{"send", "write"}
			r.Tool, r.Args = o.Catalog.Tool(tool), to("a@x.example")
			res, err := o.Run(t.Context(), r)
			if err != nil || res.Draft == nil || len(o.effects) != 0 {
				t.Errorf("%s: %+v, %v", tool, res, err)
			}
		}
	}
}

// An approval holds in a server that offers less than the policy allows.
func TestApprovalIsOfThePolicyAlone(t *testing.T) {
	o := newOffice(t)
	o.Policy.External = policy.ExternalAllow
	d := o.approved(t, to("a@x.example"))
	o.PolicyRevision = o.Policy.Revision
	o.Policy.DenyTools = []string{"gmail_star"}
	if _, err := o.run(t, d); err != nil || len(o.effects) != 1 {
		t.Errorf("%v, effects %q", err, o.effects)
	}
	o = newOffice(t)
	o.Policy.External = policy.ExternalAllow
	d = o.approved(t, to("a@x.example"))
	o.PolicyRevision = o.Policy.Revision
	o.Policy.DenyTools = []string{"gmail_send"}
	if _, err := o.run(t, d); fault.CodeOf(err) != fault.ActionNotAllowed || len(o.effects) != 0 {
		t.Errorf("%v, effects %q", err, o.effects)
	}
}
