package draft

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

var allStates = []State{Pending, Approved, Executing, Executed, Failed, Unknown, Rejected, Expired}

// outcome is where an event leads: a state, or a refusal that changes nothing.
type outcome struct {
	to   State
	code fault.Code
}

func to(s State) outcome         { return outcome{to: s} }
func no(c fault.Code) outcome    { return outcome{code: c} }
func refused() outcome           { return no(fault.DraftRefused) }
func expiredOutcome() outcome    { return no(fault.DraftExpired) }
func (o outcome) String() string { return string(o.to) + string(o.code) }

// table is W111: what each event does in each state. The model test walks it,
// too.
var table = map[string]map[State]outcome{
	"edit": {
		Pending: to(Pending), Approved: to(Pending), Rejected: to(Pending), Failed: to(Pending), Expired: to(Pending),
		Executing: refused(), Executed: refused(), Unknown: refused(),
	},
	"approve": {
		Pending: to(Approved), Approved: to(Approved), Expired: expiredOutcome(),
		Rejected: refused(), Failed: refused(), Executing: refused(), Executed: refused(), Unknown: refused(),
	},
	"reject": {
		Pending: to(Rejected), Approved: to(Rejected), Expired: expiredOutcome(),
		Rejected: refused(), Failed: refused(), Executing: refused(), Executed: refused(), Unknown: refused(),
	},
	"start": {
		Approved: to(Executing), Pending: no(fault.ConfirmationRequired), Expired: expiredOutcome(),
		Rejected: refused(), Failed: refused(), Executed: refused(),
		Executing: no(fault.IdempotencyRefused), Unknown: no(fault.OutcomeUnknown),
	},
	"settle executed": {
		Executing: to(Executed), Unknown: to(Executed), Executed: to(Executed),
		Pending: refused(), Approved: refused(), Rejected: refused(), Failed: refused(), Expired: refused(),
	},
	"settle unknown": {
		Executing: to(Unknown), Unknown: to(Unknown),
		Executed: refused(), Pending: refused(), Approved: refused(), Rejected: refused(), Failed: refused(), Expired: refused(),
	},
	"settle failed": {
		Executing: to(Failed), Unknown: to(Failed), Failed: to(Failed),
		Executed: refused(), Pending: refused(), Approved: refused(), Rejected: refused(), Expired: refused(),
	},
	"settle pending": {
		Executing: to(Pending), Unknown: to(Pending), Pending: to(Pending), Expired: to(Expired),
		Executed: refused(), Approved: refused(), Rejected: refused(), Failed: refused(),
	},
}

// do lets an event happen to a draft, as somebody who just read it would.
func do(ctx context.Context, d *Drafts, event string, dr *Draft) error {
	var err error
	switch event {
	case "edit":
		_, err = d.Edit(ctx, dr.ID, dr.Revision, mail(fmt.Sprint("edit of ", dr.Revision)), "dora@desk")
	case "approve":
		_, err = d.Approve(ctx, yes(dr))
	case "reject":
		_, err = d.Reject(ctx, dr.ID, dr.Revision, approver, "not now")
	case "start":
		_, err = d.Start(ctx, dr)
	case "settle executed":
		_, err = d.Settle(ctx, dr.ID, Executed, "m-2", "")
	case "settle unknown":
		_, err = d.Settle(ctx, dr.ID, Unknown, "", "OUTCOME_UNKNOWN")
	case "settle failed":
		_, err = d.Settle(ctx, dr.ID, Failed, "", "NOT_FOUND")
	case "settle pending":
		_, err = d.Settle(ctx, dr.ID, Pending, "", "NETWORK_ERROR")
	default:
		panic(event)
	}
	return err
}

func TestW111_TheTableOfStates(t *testing.T) {
	for event, row := range table {
		for _, s := range allStates {
			t.Run(event+" in "+string(s), func(t *testing.T) {
				want, listed := row[s]
				if !listed {
					t.Fatal("the table has no such row")
				}
				b := newBench(t, Options{})
				before := b.in(s)
				wantCode(t, do(t.Context(), b.d, event, before), want.code)
				after := b.get(before.ID)
				if want.code != "" || event == "settle pending" && s == Expired {
					if !reflect.DeepEqual(after, before) {
						t.Errorf("a refusal changed\n%+v to\n%+v", before, after)
					}
					return
				}
				if after.State != want.to {
					t.Errorf("it is %s, not %s", after.State, want.to)
				}
				if (after.Approval == nil) != (after.State == Pending || after.State == Rejected) {
					t.Errorf("%s has the approval %+v", after.State, after.Approval)
				}
				if rises := event == "edit"; (after.Revision > before.Revision) != rises {
					t.Errorf("the revision went from %d to %d", before.Revision, after.Revision)
				}
			})
		}
	}
}

func TestW111_HowARunEnds(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		end  func(*Run) error
		want State
		code string
		what string
	}{
		"done":      {func(r *Run) error { return r.Done(ctx, "m-1") }, Executed, "", "m-1"},
		"long id":   {func(r *Run) error { return r.Done(ctx, strings.Repeat("m", store.MaxResource+1)) }, Executed, "", ""},
		"retryable": {func(r *Run) error { return r.Failed(ctx, "RATE_LIMITED", true) }, Approved, "RATE_LIMITED", ""},
		"terminal":  {func(r *Run) error { return r.Failed(ctx, "NOT_FOUND", false) }, Failed, "NOT_FOUND", ""},
		"lost":      {func(r *Run) error { return r.Lost(ctx, "NETWORK_ERROR") }, Unknown, "NETWORK_ERROR", ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, Options{})
			dr := b.approve(b.create(mail("hello")))
			r, err := b.d.Start(ctx, dr)
			if err != nil {
				t.Fatal(err)
			}
			if got := b.get(dr.ID); got.State != Executing || r.Draft().State != Executing || dr.State != Approved {
				t.Errorf("stored %s, run %s, caller's %s", got.State, r.Draft().State, dr.State)
			}
			wantCode(t, c.end(r), "")
			got := b.get(dr.ID)
			if got.State != c.want || got.Code != c.code || got.Resource != c.what || got.Revision != 1 {
				t.Errorf("%+v", got)
			}
			wantCode(t, r.Done(ctx, "again"), fault.DraftRefused)
			if c.want == Approved {
				wantCode(t, b.check(got), "") // the yes still stands
				again, err := b.d.Start(ctx, got)
				if err != nil || again.Draft().Code != "" {
					t.Errorf("%v, %+v", err, again)
				}
			}
		})
	}
}

// What became of a run is written although the one who waited for it has gone.
func TestTheEndIsWrittenAfterAnInterrupt(t *testing.T) {
	b := newBench(t, Options{})
	dr := b.approve(b.create(mail("hello")))
	r, err := b.d.Start(t.Context(), dr)
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	wantCode(t, r.Lost(gone, "INTERRUPTED"), "")
	if got := b.get(dr.ID); got.State != Unknown {
		t.Errorf("it is %s", got.State)
	}
}

func TestSettleKnowsFourEnds(t *testing.T) {
	b := newBench(t, Options{})
	dr := b.in(Unknown)
	for _, s := range []State{Approved, Executing, Rejected, Expired, "", "sent"} {
		_, err := b.d.Settle(t.Context(), dr.ID, s, "", "")
		wantCode(t, err, fault.DraftRefused)
	}
	got, err := b.d.Settle(t.Context(), dr.ID, Pending, "", "NETWORK_ERROR")
	wantCode(t, err, "")
	if got.Approval != nil || got.Revision != 1 || got.Code != "NETWORK_ERROR" {
		t.Errorf("%+v", got)
	}
	if k := Key(dr.ID, 3); k != "draft:"+dr.ID+":3" {
		t.Errorf("the key is %q", k)
	}
}

// W113, W121: between reading and writing somebody else was there. However the
// two meet, the second gets DRAFT_STALE and changes nothing. Two who settle one
// dead run alike agree, and both have done it.
func TestW113_W121_ALostRace(t *testing.T) {
	for s, events := range map[State][]string{
		Pending: {"edit", "approve", "reject"}, Approved: {"edit", "reject", "start"},
		Executing: {"settle executed", "settle unknown", "settle failed", "settle pending"},
	} {
		for _, winner := range events {
			for _, loser := range events {
				t.Run(fmt.Sprintf("%s: %s before %s", s, winner, loser), func(t *testing.T) {
					b := newBench(t, Options{})
					dr := b.in(s)
					won := error(nil)
					b.between = func() { won = do(t.Context(), b.d, winner, dr) }
					want := fault.DraftStale
					if winner == loser && s == Executing {
						want = ""
					}
					wantCode(t, do(t.Context(), b.d, loser, dr), want)
					wantCode(t, won, "")
					if got := b.get(dr.ID); got.State != table[winner][s].to {
						t.Errorf("it is %s", got.State)
					}
				})
			}
		}
	}
}

func TestW121_ManyRunnersOneStart(t *testing.T) {
	b := newBench(t, Options{})
	dr := b.approve(b.create(mail("hello")))
	var wg sync.WaitGroup
	errs := make([]error, 16)
	for i := range errs {
		wg.Go(func() { _, errs[i] = b.d.Start(t.Context(), b.get(dr.ID)) })
	}
	wg.Wait()
	started := 0
	for _, err := range errs {
		switch fault.CodeOf(err) {
		case fault.DraftStale, fault.IdempotencyRefused:
		default:
			wantCode(t, err, "")
			started++
		}
	}
	if started != 1 {
		t.Errorf("%d runs were started", started)
	}
}

func TestReject(t *testing.T) {
	b := newBench(t, Options{})
	dr := b.approve(b.create(mail("hello")))
	_, err := b.d.Reject(t.Context(), dr.ID, 2, approver, "")
	wantCode(t, err, fault.DraftStale)
	_, err = b.d.Reject(t.Context(), dr.ID, 1, approver, strings.Repeat("é", maxReason+1))
	wantCode(t, err, fault.Usage)
	got, err := b.d.Reject(t.Context(), dr.ID, 1, approver, strings.Repeat("é", maxReason))
	wantCode(t, err, "")
	if got.Decided == nil || got.Decided.By != approver || got.Decided.At != b.clock || got.Approval != nil {
		t.Errorf("%+v", got)
	}
	again, err := b.d.Edit(t.Context(), dr.ID, 1, mail("better"), author)
	wantCode(t, err, "")
	if again.Decided != nil || again.State != Pending {
		t.Errorf("%+v", again)
	}
}

func TestPrune(t *testing.T) {
	b := newBench(t, Options{})
	kept := map[string]State{}
	for _, s := range []State{Pending, Approved, Executing, Unknown} {
		kept[b.in(s).ID] = s
	}
	for _, s := range []State{Executed, Rejected, Failed, Expired} {
		b.in(s)
	}
	p, err := b.d.Prune(t.Context(), 3)
	if err != nil || p.Drafts != 3 {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err = b.d.Prune(t.Context(), 0); err != nil || p.Drafts != 1 {
		t.Errorf("%+v, %v", p, err)
	}
	if len(b.drafts) != len(kept) {
		t.Errorf("%d drafts are left", len(b.drafts))
	}
	for id, s := range kept {
		if got := b.get(id); got.State != s {
			t.Errorf("%s reads %s", s, got.State)
		}
	}
	// However old: nobody knows what became of these two.
	b.clock = b.clock.Add(24 * 365 * time.Hour)
	if _, err := b.d.Prune(t.Context(), 0); err != nil {
		t.Error(err)
	}
	if len(b.drafts) != 2 {
		t.Errorf("%d drafts are left", len(b.drafts))
	}
}
