package invoke_test

import (
	"testing"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
)

// A run was lost, an operator said that it happened, and the command that says
// so died before the draft could follow: the next run follows the claim, and
// sends nothing.
func TestDraftFollowsAnOperatorsWord(t *testing.T) {
	for _, happened := range []bool{true, false} {
		o := newOffice(t)
		d := o.approved(t, to("a@x.example"))
		claims, err := o.Records.Claims(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		drafts, err := o.Records.Drafts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		held, _, err := claims.Begin(t.Context(), idempotency.Request{
			Owner: d.Owner, Key: draft.Key(d.ID, d.Revision), Operation: d.Payload.Service + "." + d.Payload.Action, Digest: d.Digest, Draft: d.ID,
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := drafts.Start(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		if err := held.Lose(t.Context(), string(fault.OutcomeUnknown), ""); err != nil {
			t.Fatal(err)
		}
		c, _, err := claims.Look(t.Context(), d.Owner, held.Key())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := claims.Resolve(t.Context(), c, happened); err != nil {
			t.Fatal(err)
		}
		res, err := o.run(t, d)
		now, gerr := drafts.Get(t.Context(), d.ID)
		if gerr != nil || len(o.effects) > 0 {
			t.Fatal(gerr, o.effects)
		}
		if happened && (err != nil || !res.Duplicate || now.State != draft.Executed) {
			t.Errorf("it happened: %+v %v, the draft is %s", res, err, now.State)
		}
		if !happened && (fault.CodeOf(err) != fault.ConfirmationRequired || now.State != draft.Pending || now.Approval != nil) {
			t.Errorf("it did not: %v, the draft is %s", err, now.State)
		}
	}
}
