package idempotency_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/memory"
)

// lose leaves an unknown outcome under the key.
func (b *bench) lose(key string) store.Claim {
	b.t.Helper()
	check(b.t, b.begin(request(key)).Lose(ctx, "OUTCOME_UNKNOWN", ""))
	return b.row(request(key))
}

// TestW130Resolve: only an operator's word takes an outcome out of unknown, to
// one of two states.
func TestW130Resolve(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		c, err := b.Resolve(ctx, b.lose("did"), true)
		if err != nil || c.Status != store.FailedTerminal || c.Code != idempotency.CodeHappened {
			t.Fatal(c, err)
		}
		if words := b.refused(request("did"), fault.IdempotencyRefused); !strings.Contains(words, "happened: somebody looked and said so") {
			t.Error(words)
		}
		c, err = b.Resolve(ctx, b.lose("did not"), false)
		if err != nil || c.Status != store.FailedRetryable || c.Code != idempotency.CodeNotHappen {
			t.Fatal(c, err)
		}
		if h := b.begin(request("did not")); h.Attempt() != 2 {
			t.Errorf("attempt %d", h.Attempt())
		}
	})
}

// TestW127Resolve: what the operator did not see can't be resolved.
func TestW127Resolve(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		seen := b.lose("k")
		_, err := b.Resolve(ctx, seen, false)
		check(t, err)
		check(t, b.begin(request("k")).Lose(ctx, "OUTCOME_UNKNOWN", "")) // it ran again, and was lost again
		if _, err := b.Resolve(ctx, seen, false); fault.CodeOf(err) != fault.IdempotencyConflict {
			t.Errorf("an old look: %v", err)
		}
		r := request("runs")
		b.begin(r)
		if _, err := b.Resolve(ctx, b.row(r), true); fault.CodeOf(err) != fault.IdempotencyConflict || !strings.Contains(err.Error(), "under way") {
			t.Errorf("in progress: %v", err)
		}
		done := request("done")
		check(t, b.begin(done).Complete(ctx, "m"))
		if _, err := b.Resolve(ctx, b.row(done), true); fault.CodeOf(err) != fault.IdempotencyConflict || !strings.Contains(err.Error(), "completed") {
			t.Errorf("completed: %v", err)
		}
		gone := seen
		gone.Key = "never"
		if _, err := b.Resolve(ctx, gone, true); err == nil {
			t.Error("a claim that never was is resolved")
		}
	})
}

func TestFind(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		c := b.lose("order-4711")
		b.lose("order-4712")
		id := idempotency.KeyID(c.Owner, c.Key)
		for _, word := range []string{id, id[:6], "order-4711"} {
			if got, err := b.Find(ctx, word); err != nil || got.Key != "order-4711" {
				t.Errorf("%s: %+v %v", word, got, err)
			}
		}
		for _, word := range []string{"", id[:3], "order-47", "nothing", id + "0"} {
			if _, err := b.Find(ctx, word); fault.CodeOf(err) != fault.NotFound {
				t.Errorf("%q: %v", word, err)
			}
		}
		// The same key of two accounts is two outcomes.
		other := request("order-4711")
		other.Owner.Account = "2"
		b.begin(other)
		_, err := b.Find(ctx, "order-4711")
		if fault.CodeOf(err) != fault.Usage || !strings.Contains(err.Error(), id) || !strings.Contains(err.Error(), idempotency.KeyID(other.Owner, other.Key)) {
			t.Errorf("two: %v", err)
		}
		// A key that looks like another's id gives way to the id.
		b.begin(request(id))
		if got, err := b.Find(ctx, id); err != nil || got.Key != "order-4711" {
			t.Errorf("%+v %v", got, err)
		}
	})
}

// TestA61W143: a cleanup turns what is due into unknown first, removes at most
// its limit, and no unknown outcome and no draft.
func TestA61W143(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		for _, key := range []string{"a", "b", "c"} {
			check(t, b.begin(request(key)).Complete(ctx, "m"))
		}
		b.begin(request("lost"))
		for i, state := range []draft.State{draft.Pending, draft.Approved, draft.Executing, draft.Executed, draft.Failed, draft.Unknown, draft.Rejected} {
			_, err := b.store.AddDraft(ctx, store.Draft{
				ID: "d-" + string(rune('a'+i)), Owner: request("").Owner, State: string(state), Revision: 1, Value: []byte("{}"), Expires: b.now().Add(time.Hour),
			})
			check(t, err)
		}
		b.advance(31 * 24 * time.Hour)
		p, err := b.Prune(ctx, 2)
		check(t, err)
		if p != (store.Pruned{Expired: 1, Claims: 2}) {
			t.Errorf("%+v", p)
		}
		if p, err = b.Prune(ctx, 0); err != nil || p != (store.Pruned{Claims: 1}) {
			t.Errorf("%+v %v", p, err)
		}
		left, err := b.List(ctx, store.ClaimFilter{})
		if err != nil || len(left) != 1 || left[0].Status != store.Unknown || left[0].Key != "lost" {
			t.Errorf("%+v %v", left, err)
		}
		if drafts, err := b.store.Drafts(ctx, store.DraftFilter{}); err != nil || len(drafts) != 7 {
			t.Errorf("%d drafts are left: %v", len(drafts), err)
		}
		for _, limit := range []int{-1, 501} {
			if _, err := b.Prune(ctx, limit); fault.CodeOf(err) != fault.Usage {
				t.Errorf("limit %d: %v", limit, err)
			}
		}
	})
}

// broken is a store that fails where it is told to.
type broken struct {
	store.Store
	err error
}

func (s *broken) Claim(ctx context.Context, o store.Owner, key string) (store.Claim, error) {
	if s.err != nil {
		return store.Claim{}, s.err
	}
	return s.Store.Claim(ctx, o, key)
}

func (s *broken) Begin(ctx context.Context, b store.Beginning) (store.Claim, bool, error) {
	if s.err != nil {
		return store.Claim{}, false, s.err
	}
	return s.Store.Begin(ctx, b)
}

func (s *broken) End(ctx context.Context, e store.Ending) (store.Claim, error) {
	if s.err != nil {
		return store.Claim{}, s.err
	}
	return s.Store.End(ctx, e)
}

// TestW139A48: without the records nothing begins; where they break behind the
// effect, the words say so and the claim becomes unknown by itself.
func TestW139A48(t *testing.T) {
	c := newClock()
	s := &broken{Store: memory.New(c.now)}
	claims, err := idempotency.New(s, idempotency.Options{})
	check(t, err)
	b := &bench{claims, c, t, s}
	full := fault.New(fault.StoreUnavailable, "the disk is full")

	s.err = full
	if words := b.refused(request("k"), fault.StoreUnavailable); words != full.Error() {
		t.Error(words)
	}
	s.err = errors.New("of no type")
	b.refused(request("k"), fault.StoreUnavailable)
	s.err = store.ErrCorrupt
	if words := b.refused(request("k"), fault.StoreUnavailable); !strings.Contains(words, "damaged") {
		t.Error(words)
	}
	s.err = context.Canceled
	b.refused(request("k"), fault.Interrupted)

	s.err = nil
	h := b.begin(request("k"))
	s.err = full
	err = h.Complete(ctx, "m")
	if fault.CodeOf(err) != fault.StoreUnavailable || !strings.Contains(err.Error(), "the disk is full") || !strings.Contains(err.Error(), "counts as unknown from 2026-11-30 at 12:15:00 UTC on") {
		t.Errorf("%v", err)
	}
	s.err = nil
	c.advance(15 * time.Minute)
	b.refused(request("k"), fault.OutcomeUnknown)
}

// An interrupted call has an outcome too: recording it does not depend on the
// call's context.
func TestEndOutlivesTheCall(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		gone, cancel := context.WithCancel(ctx)
		h, _, err := b.Begin(gone, request("k"))
		check(t, err)
		cancel()
		check(t, h.Complete(gone, "m"))
		if _, _, err := b.Begin(gone, request("other")); fault.CodeOf(err) != fault.Interrupted {
			t.Errorf("%v", err)
		}
	})
}
