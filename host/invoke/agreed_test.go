package invoke_test

import (
	"context"
	"testing"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/canon"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/policy"
)

// Whom a draft reaches was agreed to as well, also where the request that
// reaches them is the same and the policy would let others pass.
func TestADraftReachesWhomItNames(t *testing.T) {
	for name, c := range map[string]struct {
		before, after func(*office)
		code          fault.Code
	}{
		"the service has somebody else now": {nil, func(o *office) { o.reached = []string{"eve@evil.example"} }, fault.DraftStale},
		"somebody more":                     {nil, func(o *office) { o.reached = []string{"a@x.example", "eve@evil.example"} }, fault.DraftStale},
		"everybody":                         {nil, func(o *office) { o.reached = []string{policy.Anyone} }, fault.DraftStale},
		"it can't be told any more":         {nil, func(o *office) { o.hidden = true }, fault.DraftStale},
		"it could not be told before":       {func(o *office) { o.hidden = true }, func(*office) {}, ""},
		"hidden before, a stranger now":     {func(o *office) { o.hidden = true }, func(o *office) { o.hidden, o.reached = false, []string{"eve@evil.example"} }, fault.DraftStale},
		"those that it names":               {nil, func(o *office) { o.reached = []string{"A@X.example."} }, ""},
		"fewer":                             {func(o *office) { o.reached = []string{"b@x.example"} }, func(o *office) { o.reached = nil }, ""},
		"the account itself":                {nil, func(o *office) { o.Records.Address, o.reached = "me@x.example", []string{"me@x.example"} }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t)
			o.Policy.External, o.Policy.PublicSharing = policy.ExternalAllow, policy.PublicAllow
			if c.before != nil {
				c.before(o)
			}
			d := o.approved(t, to("a@x.example"))
			c.after(o)
			_, err := o.run(t, d)
			if (err == nil) != (c.code == "") || err != nil && fault.CodeOf(err) != c.code || (len(o.effects) > 0) != (err == nil) {
				t.Errorf("%v, effects %q; want %q", err, o.effects, c.code)
			}
		})
	}
}

// twoSteps is a world in which a second change follows the one that is shown.
type twoSteps struct {
	*world
	second backend.Effect
}

func (w twoSteps) Do(ctx context.Context, c backend.Call) (*envelope.Response, error) {
	res, err := w.world.Do(ctx, c)
	if err != nil {
		return res, err
	}
	if err := c.Guard(ctx, w.second); err != nil {
		return nil, err
	}
	w.effects = append(w.effects, "second")
	return res, nil
}

// A plugin shows one change and adds another behind it: that may happen, as the
// answers decide what follows, but it reaches nobody whom the draft does not
// name.
func TestWhatFollowsReachesNobodyElse(t *testing.T) {
	for name, c := range map[string]struct {
		reached []string
		known   bool
		sent    int
	}{
		"nobody":       {nil, true, 2},
		"the same":     {[]string{"a@x.example"}, true, 2},
		"a stranger":   {[]string{"eve@evil.example"}, true, 1},
		"nobody knows": {nil, false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t)
			o.Policy.External = policy.ExternalAllow
			o.Backend = twoSteps{o.world, backend.Effect{
				Nth: 1, Route: "gmail.users.messages.modify", Reached: c.reached, ReachedKnown: c.known,
				Digest: func() (string, error) { return canon.Digest("second") },
			}}
			_, err := o.run(t, o.approved(t, to("a@x.example")))
			if len(o.effects) != c.sent || (c.sent == 2) != (err == nil) || err != nil && fault.CodeOf(err) != fault.DraftStale {
				t.Errorf("%v, effects %q", err, o.effects)
			}
		})
	}
}
