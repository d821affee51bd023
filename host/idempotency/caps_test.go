package idempotency_test

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/store"
)

func capped(key string, amount int) idempotency.Request {
	r := request(key)
	r.Caps = []store.Cap{{Name: "send", Day: "2026-11-30", Amount: amount, Limit: 3}}
	return r
}

// A daily cap is taken with the claim, given back where certainly nothing
// happened, and named where it is used up.
func TestCaps(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		taken := func() int {
			n, err := b.store.Count(ctx, capped("", 0).Owner, "send", "2026-11-30")
			check(t, err)
			return n
		}
		for i, end := range []struct {
			of   func(*idempotency.Held) error
			want int
		}{
			{func(h *idempotency.Held) error { return h.Fail(ctx, "NETWORK_ERROR", true) }, 0},
			{func(h *idempotency.Held) error {
				return h.End(ctx, idempotency.Judge(nil, fault.New(fault.BadRequest, "no"), 0, true))
			}, 0},
			{func(h *idempotency.Held) error { return h.Complete(ctx, "m") }, 1},
			{func(h *idempotency.Held) error { return h.Lose(ctx, "X", "") }, 2},
			{func(h *idempotency.Held) error {
				return h.End(ctx, idempotency.Judge(nil, fault.New(fault.NotFound, "no"), 2, false))
			}, 3},
		} {
			h := b.begin(capped("k"+string(rune('a'+i)), 1))
			check(t, end.of(h))
			if n := taken(); n != end.want {
				t.Fatalf("ending %d: %d are taken, want %d", i, n, end.want)
			}
		}
		words := b.refused(capped("over", 1), fault.ActionNotAllowed)
		for _, want := range []string{"daily.send", "allows 3", "2026-11-30", "midnight", "[policy]"} {
			if !strings.Contains(words, want) {
				t.Errorf("%q is not in: %s", want, words)
			}
		}
		if _, err := b.store.Claim(ctx, capped("", 0).Owner, "over"); err != store.ErrAbsent {
			t.Errorf("a claim stands for a call that was not let in: %v", err)
		}
	})
}

// A call that takes more than is left says so, and one that was completed is a
// duplicate on a day without any left.
func TestCapsBatchAndDuplicate(t *testing.T) {
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		check(t, b.begin(capped("k", 2)).Complete(ctx, "m"))
		if words := b.refused(capped("batch", 2), fault.ActionNotAllowed); !strings.Contains(words, "takes 2") {
			t.Error(words)
		}
		b.begin(capped("last", 1))
		if s, err := b.Peek(ctx, capped("k", 2)); err != nil || s == nil {
			t.Errorf("%+v %v", s, err)
		}
		if _, s, err := b.Begin(ctx, capped("k", 2)); err != nil || s == nil {
			t.Errorf("%+v %v", s, err)
		}
	})
}
