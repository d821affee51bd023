package idempotency_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/memory"
)

// TestW126A55: bounds of a claim's lifetime and of its attempts.
func TestW126A55(t *testing.T) {
	s := memory.New(nil)
	for _, o := range []idempotency.Options{
		{}, {TTL: time.Millisecond}, {TTL: time.Hour}, {Attempts: 1}, {Attempts: 5}, {Keep: time.Hour},
	} {
		if _, err := idempotency.New(s, o); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
	for _, o := range []idempotency.Options{
		{TTL: 61 * time.Minute}, {TTL: time.Microsecond}, {TTL: -time.Minute}, {Attempts: 6}, {Attempts: -1}, {Keep: -time.Hour},
	} {
		if _, err := idempotency.New(s, o); fault.CodeOf(err) != fault.IdempotencyRefused {
			t.Errorf("%+v: %v", o, err)
		}
	}
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		r := request("k")
		b.begin(r)
		c := b.row(r)
		if got := c.Expires.Sub(c.Updated); got != 15*time.Minute {
			t.Errorf("a claim lasts %s", got)
		}
	})
}

// TestW129A50: a completed call answers with its summary and is never sent
// again.
func TestW129A50(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		r := request("order-1")
		r.Draft = "d-1"
		if s, err := b.Peek(ctx, r); s != nil || err != nil {
			t.Fatalf("absent: %+v %v", s, err)
		}
		h := b.begin(r)
		if h.Key() != "order-1" || h.Attempt() != 1 {
			t.Errorf("%s %d", h.Key(), h.Attempt())
		}
		b.advance(time.Second)
		check(t, h.Complete(ctx, "msg-1"))
		want := idempotency.Summary{
			Key: "order-1", Operation: "gmail.send", Tool: "gmail_send", Draft: "d-1", Resource: "msg-1",
			Completed: b.now(), Attempt: 1,
		}
		early, err := b.Peek(ctx, r)
		check(t, err)
		held, done, err := b.Begin(ctx, r)
		check(t, err)
		if held != nil || *done != want || *early != want {
			t.Errorf("%v\n%+v\n%+v\nwant %+v", held, early, done, want)
		}
	})
}

// TestW131A58: what is kept of a result is a draft and an id, whatever a front
// end passes.
func TestW131A58(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		for i, resource := range []string{"Dear Sir, ...", "https://mail.example/x", "a\x1b[31m", strings.Repeat("a", 513)} {
			r := request("k" + string(rune('0'+i)))
			check(t, b.begin(r).End(ctx, idempotency.Verdict{Status: store.Completed, Resource: resource, Code: "X", Reference: "y"}))
			if c := b.row(r); c.Resource != "" || c.Code != "" || c.Reference != "" || c.Status != store.Completed {
				t.Errorf("%.20q: %+v", resource, c)
			}
		}
	})
}

// TestA51: who comes while the call is under way hears who began it, and until
// when it may last.
func TestA51(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		r := request("k")
		b.begin(r)
		words := b.refused(r, fault.IdempotencyRefused)
		for _, want := range []string{"gmail_send", "ana@laptop", "12:00:00 UTC", "12:15:00 UTC", idempotency.KeyID(r.Owner, "k")} {
			if !strings.Contains(words, want) {
				t.Errorf("%q is not in: %s", want, words)
			}
		}
	})
}

// TestA52W130: after a lost answer nothing is repeated until an operator has
// looked, however long that takes.
func TestA52W130(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		r := request("k")
		lost := fault.New(fault.OutcomeUnknown, "lost")
		lost.CorrelationID = "trace-1"
		check(t, b.begin(r).End(ctx, idempotency.Judge(nil, lost, 1, false)))
		if c := b.row(r); c.Status != store.Unknown || c.Code != "OUTCOME_UNKNOWN" || c.Reference != "trace-1" || !c.Expires.IsZero() {
			t.Errorf("%+v", c)
		}
		id := idempotency.KeyID(r.Owner, "k")
		b.advance(365 * 24 * time.Hour)
		words := b.refused(r, fault.OutcomeUnknown)
		for _, want := range []string{"gmail_send", "2026-11-30", "look at the service", "wslite outcomes resolve " + id} {
			if !strings.Contains(words, want) {
				t.Errorf("%q is not in: %s", want, words)
			}
		}
		_, _, err := b.Begin(ctx, r)
		if fault.ExitOf(err) != fault.ExitUnknown {
			t.Errorf("exit %d", fault.ExitOf(err))
		}
	})
}

// TestA53W136: without credentials the call failed for sure, and runs once
// they are there.
func TestA53W136(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		r := request("k")
		check(t, b.begin(r).End(ctx, idempotency.Judge(nil, fault.New(fault.NotSignedIn, "nobody"), 1, false)))
		if c := b.row(r); c.Status != store.FailedRetryable || c.Code != "NOT_SIGNED_IN" {
			t.Errorf("%+v", c)
		}
		if s, err := b.Peek(ctx, r); s != nil || err != nil {
			t.Errorf("%+v %v", s, err)
		}
		h := b.begin(r)
		if h.Attempt() != 2 {
			t.Errorf("attempt %d", h.Attempt())
		}
		check(t, h.Complete(ctx, "m"))
	})
}

// TestA54W129: three attempts, then no more.
func TestA54W129(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		r := request("k")
		for range 3 {
			check(t, b.begin(r).Fail(ctx, "NETWORK_ERROR", true))
		}
		words := b.refused(r, fault.IdempotencyRefused)
		if !strings.Contains(words, "3 times") || !strings.Contains(words, "NETWORK_ERROR") {
			t.Error(words)
		}
		other := request("terminal")
		check(t, b.begin(other).Fail(ctx, "BAD_REQUEST", false))
		if words := b.refused(other, fault.IdempotencyRefused); !strings.Contains(words, "for good") || !strings.Contains(words, "BAD_REQUEST") {
			t.Error(words)
		}
	})
}

// TestW127A56: a key belongs to one operation and one payload, in every state.
func TestW127A56(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		for state, end := range map[string]func(*idempotency.Held) error{
			"under way": func(*idempotency.Held) error { return nil },
			"completed": func(h *idempotency.Held) error { return h.Complete(ctx, "m") },
			"retryable": func(h *idempotency.Held) error { return h.Fail(ctx, "X", true) },
			"terminal":  func(h *idempotency.Held) error { return h.Fail(ctx, "X", false) },
			"unknown":   func(h *idempotency.Held) error { return h.Lose(ctx, "X", "") },
		} {
			r := request("k " + state)
			check(t, end(b.begin(r)))
			before := b.row(r)
			for _, change := range []func(*idempotency.Request){
				func(r *idempotency.Request) { r.Operation = "gmail.forward" },
				func(r *idempotency.Request) { r.Digest = "sha256:bb" },
			} {
				other := r
				change(&other)
				if words := b.refused(other, fault.IdempotencyConflict); !strings.Contains(words, "gmail_send") || strings.Contains(words, "sha256") {
					t.Errorf("%s: %s", state, words)
				}
			}
			if after := b.row(r); after != before {
				t.Errorf("%s: the row changed: %+v", state, after)
			}
		}
	})
}

// TestW133A57: another owner's key is another key.
func TestW133A57(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		r := request("k")
		check(t, b.begin(r).Complete(ctx, "mine"))
		for _, o := range []store.Owner{
			{Tenant: "other", Account: "1"}, {Tenant: "test"}, {Tenant: "test", Account: "2"},
			{Tenant: "test", Account: "1", User: "u"}, {Tenant: "test", Account: "1", Principal: "p"},
		} {
			other := r
			other.Owner = o
			if s, err := b.Peek(ctx, other); s != nil || err != nil {
				t.Errorf("%+v sees %+v %v", o, s, err)
			}
			b.begin(other)
			if idempotency.KeyID(o, "k") == idempotency.KeyID(r.Owner, "k") {
				t.Errorf("%+v has the same id", o)
			}
		}
	})
}

// TestW128: a claim whose time is over can't be ended, reads unknown, and stays
// so.
func TestW128(t *testing.T) {
	eachStore(t, idempotency.Options{TTL: time.Minute}, func(t *testing.T, b *bench) {
		r := request("k")
		h := b.begin(r)
		b.advance(59 * time.Second)
		check(t, h.Live(ctx))
		b.advance(time.Second)
		if err := h.Live(ctx); fault.CodeOf(err) != fault.IdempotencyRefused || !strings.Contains(err.Error(), "was over on 2026-11-30 at 12:01:00 UTC") {
			t.Errorf("live: %v", err)
		}
		err := h.Complete(ctx, "late")
		if fault.CodeOf(err) != fault.IdempotencyConflict || !strings.Contains(err.Error(), "12:01:00") {
			t.Errorf("late: %v", err)
		}
		b.refused(r, fault.OutcomeUnknown)
		if c := b.row(r); c.Status != store.Unknown || c.Code != store.CodeExpired || c.Resource != "" {
			t.Errorf("%+v", c)
		}
	})
}

// TestW127Once: an ending is the first one; what comes later changes nothing.
func TestW127Once(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		r := request("k")
		h := b.begin(r)
		check(t, h.Complete(ctx, "first"))
		for _, err := range []error{h.Complete(ctx, "second"), h.Fail(ctx, "X", true), h.Lose(ctx, "X", "")} {
			if fault.CodeOf(err) != fault.IdempotencyConflict {
				t.Errorf("%v", err)
			}
		}
		if c := b.row(r); c.Status != store.Completed || c.Resource != "first" {
			t.Errorf("%+v", c)
		}
	})
}

// TestA60Goroutines: of many that begin one key at once one gets it. The
// processes are host/store/storetest's.
func TestA60Goroutines(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		var group sync.WaitGroup
		var mu sync.Mutex
		won := 0
		for range 16 {
			group.Go(func() {
				held, _, err := b.Begin(ctx, request("k"))
				mu.Lock()
				defer mu.Unlock()
				if held != nil {
					won++
				} else if fault.CodeOf(err) != fault.IdempotencyRefused {
					t.Errorf("%v", err)
				}
			})
		}
		group.Wait()
		if won != 1 {
			t.Errorf("%d have it", won)
		}
	})
}

// A claim outlives the upload of the files that go with it, up to the hard bound
// of W126.
func TestW126FilesTakeTime(t *testing.T) {
	eachStore(t, idempotency.Options{TTL: time.Minute}, func(t *testing.T, b *bench) {
		for i, c := range []struct {
			moves int64
			lives time.Duration
		}{
			{0, time.Minute}, {128 << 10, 61 * time.Second}, {100 << 20, 860 * time.Second}, {2 << 30, time.Hour}, {1 << 62, time.Hour},
		} {
			r := request(fmt.Sprintf("files-%d", i))
			r.Moves = c.moves
			h := b.begin(r)
			b.advance(c.lives - time.Millisecond)
			check(t, h.Live(ctx))
			b.advance(time.Millisecond)
			if h.Live(ctx) == nil {
				t.Errorf("%d bytes: alive after %s", c.moves, c.lives)
			}
		}
	})
}
