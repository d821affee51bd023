package storetest

import (
	"errors"
	"testing"
	"time"

	"github.com/wslite/wslite/host/store"
)

// capped asks for a claim that takes from counts.
func capped(key string, caps ...store.Cap) store.Beginning {
	b := beginning(key)
	b.Caps = caps
	return b
}

// counted reads a count of ana's.
func counted(t *testing.T, s store.Store, name string, want int) {
	t.Helper()
	if n, err := s.Count(t.Context(), ana, name, day); err != nil || n != want {
		t.Errorf("%s: %d are counted, %v; want %d", name, n, err, want)
	}
}

var capScenarios = []scenario{
	{"a cap is taken with the claim, or neither is", func(t *testing.T, h Harness) {
		send := store.Cap{Name: "send", Day: day, Amount: 1, Limit: 2}
		counted(t, h.Store, "send", 0)
		begin(t, h.Store, capped("1", send))
		begin(t, h.Store, capped("2", send))
		counted(t, h.Store, "send", 2)
		_, acquired, err := h.Store.Begin(t.Context(), capped("3", send))
		var full *store.CapError
		if !errors.As(err, &full) || full.Cap != send || acquired {
			t.Fatalf("acquired %v, %v", acquired, err)
		}
		_, err = h.Store.Claim(t.Context(), ana, "3")
		wantErr(t, err, store.ErrAbsent)
		counted(t, h.Store, "send", 2)
		send.Limit = 3
		begin(t, h.Store, capped("3", send))
		counted(t, h.Store, "send", 3)
	}},
	{"of several caps all are taken or none", func(t *testing.T, h Harness) {
		a, b := store.Cap{Name: "a", Day: day, Amount: 2, Limit: 10}, store.Cap{Name: "b", Day: day, Amount: 3, Limit: 5}
		begin(t, h.Store, capped("1", b, a))
		_, _, err := h.Store.Begin(t.Context(), capped("2", a, b))
		var full *store.CapError
		if !errors.As(err, &full) || full.Cap != b {
			t.Fatalf("%v", err)
		}
		counted(t, h.Store, "a", 2)
		counted(t, h.Store, "b", 3)
		// The same cap twice counts twice.
		begin(t, h.Store, capped("3", a, a, a, a))
		counted(t, h.Store, "a", 10)
	}},
	{"a limit of nothing lets nothing through, and nothing takes nothing", func(t *testing.T, h Harness) {
		var full *store.CapError
		if _, _, err := h.Store.Begin(t.Context(), capped("1", store.Cap{Name: "send", Day: day, Amount: 1})); !errors.As(err, &full) {
			t.Fatalf("%v", err)
		}
		begin(t, h.Store, capped("1", store.Cap{Name: "send", Day: day}))
		counted(t, h.Store, "send", 0)
	}},
	{"caps belong to an owner, a name and a day", func(t *testing.T, h Harness) {
		one := store.Cap{Name: "send", Day: day, Amount: 1, Limit: 1}
		begin(t, h.Store, capped("1", one))
		share, tomorrow := one, one
		share.Name, tomorrow.Day = "share", "2026-12-01"
		begin(t, h.Store, capped("2", share))
		begin(t, h.Store, capped("3", tomorrow))
		b := capped("4", one)
		b.Owner.Account = "bo@example.com"
		begin(t, h.Store, b)
		counted(t, h.Store, "send", 1)
	}},
	{"a claim that stands takes nothing", func(t *testing.T, h Harness) {
		one := store.Cap{Name: "send", Day: day, Amount: 1, Limit: 1}
		begin(t, h.Store, capped("k", one))
		standing(t, h.Store, capped("k", one), store.InProgress)
		h.Advance(16 * time.Minute)
		standing(t, h.Store, capped("k", one), store.Unknown)
		counted(t, h.Store, "send", 1)
	}},
	{"what did not happen is given back, once", func(t *testing.T, h Harness) {
		two := store.Cap{Name: "send", Day: day, Amount: 2, Limit: 4}
		c := begin(t, h.Store, capped("k", two))
		begin(t, h.Store, capped("other", two))
		e := failing(c, store.FailedRetryable)
		e.Release = []store.Cap{two}
		end(t, h.Store, e)
		counted(t, h.Store, "send", 2)
		_, err := h.Store.End(t.Context(), e)
		wantErr(t, err, store.ErrConflict)
		counted(t, h.Store, "send", 2)
		c = begin(t, h.Store, capped("k", two))
		counted(t, h.Store, "send", 4)
		e = failing(c, store.FailedRetryable)
		e.Release = []store.Cap{{Name: "send", Day: day, Amount: 100}, {Name: "none", Day: day, Amount: 1}}
		end(t, h.Store, e)
		counted(t, h.Store, "send", 0)
		counted(t, h.Store, "none", 0)
	}},
	{"a repetition that a cap stops leaves the claim as it was", func(t *testing.T, h Harness) {
		one := store.Cap{Name: "send", Day: day, Amount: 1, Limit: 1}
		end(t, h.Store, failing(begin(t, h.Store, capped("k", one)), store.FailedRetryable))
		before := read(t, h.Store, "k")
		var full *store.CapError
		if _, _, err := h.Store.Begin(t.Context(), capped("k", one)); !errors.As(err, &full) {
			t.Fatalf("%v", err)
		}
		if after := read(t, h.Store, "k"); after != before {
			t.Errorf("%+v, then %+v", before, after)
		}
	}},
}
