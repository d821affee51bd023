package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

func cancelled(t *testing.T) (context.Context, func()) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx, cancel
}

var endScenarios = []scenario{
	{"W128 a claim past its lifetime can't be completed and reads unknown", func(t *testing.T, h Harness) {
		c := begin(t, h.Store, beginning("k"))
		h.Advance(14 * time.Minute)
		standing(t, h.Store, beginning("k"), store.InProgress)
		h.Advance(2 * time.Minute)
		_, err := h.Store.End(t.Context(), ending(c))
		wantErr(t, err, store.ErrConflict)
		got := read(t, h.Store, "k")
		if got.Status != store.Unknown || got.Version != c.Version+1 || got.Code != store.CodeExpired || !got.Expires.IsZero() || got.Token != "" {
			t.Errorf("%+v", got)
		}
		standing(t, h.Store, beginning("k"), store.Unknown)
	}},
	{"W125 reading and beginning make a due claim unknown too", func(t *testing.T, h Harness) {
		begin(t, h.Store, beginning("read"))
		begin(t, h.Store, beginning("begin"))
		h.Advance(16 * time.Minute)
		if c := read(t, h.Store, "read"); c.Status != store.Unknown || c.Version != 2 {
			t.Errorf("%+v", c)
		}
		if c := standing(t, h.Store, beginning("begin"), store.Unknown); c.Version != 2 {
			t.Errorf("%+v", c)
		}
		h.Advance(-16 * time.Minute) // what is unknown stays so
		standing(t, h.Store, beginning("read"), store.Unknown)
	}},
	{"a clock that was set back makes claims unknown rather than immortal", func(t *testing.T, h Harness) {
		c := begin(t, h.Store, beginning("k"))
		h.Advance(-40 * time.Second)
		standing(t, h.Store, beginning("k"), store.InProgress)
		h.Advance(-time.Hour)
		_, err := h.Store.End(t.Context(), ending(c))
		wantErr(t, err, store.ErrConflict)
		standing(t, h.Store, beginning("k"), store.Unknown)
		if got := begin(t, h.Store, beginning("new")); got.Attempt != 1 {
			t.Errorf("%+v", got)
		}
	}},
	{"a clock that jumps ahead frees nothing", func(t *testing.T, h Harness) {
		begin(t, h.Store, beginning("k"))
		h.Advance(10 * 365 * 24 * time.Hour)
		standing(t, h.Store, beginning("k"), store.Unknown)
	}},
	{"W130 unknown is left only by a decision", func(t *testing.T, h Harness) {
		for _, to := range []store.Status{store.FailedRetryable, store.FailedTerminal} {
			key := string(to)
			c := begin(t, h.Store, beginning(key))
			u := end(t, h.Store, failing(c, store.Unknown))
			if !u.Expires.IsZero() {
				t.Errorf("an unknown claim expires: %+v", u)
			}
			h.Advance(40 * 24 * time.Hour)
			standing(t, h.Store, beginning(key), store.Unknown)
			_, err := h.Store.Resolve(t.Context(), ana, key, c.Version, to, "LOOKED", keep)
			wantErr(t, err, store.ErrConflict)
			_, err = h.Store.Resolve(t.Context(), store.Owner{Tenant: "x"}, key, u.Version, to, "LOOKED", keep)
			wantErr(t, err, store.ErrConflict)
			r, err := h.Store.Resolve(t.Context(), ana, key, u.Version, to, "LOOKED", keep)
			if err != nil || r.Status != to || r.Code != "LOOKED" || r.Version != u.Version+1 || r.Expires.IsZero() {
				t.Fatalf("%+v, %v", r, err)
			}
			_, err = h.Store.Resolve(t.Context(), ana, key, r.Version, to, "LOOKED", keep)
			wantErr(t, err, store.ErrConflict)
			if to == store.FailedTerminal {
				standing(t, h.Store, beginning(key), to)
			} else if again := begin(t, h.Store, beginning(key)); again.Attempt != 2 {
				t.Errorf("%+v", again)
			}
		}
		for _, to := range []store.Status{store.Completed, store.InProgress, store.Unknown, "", "done"} {
			_, err := h.Store.Resolve(t.Context(), ana, "k", 1, to, "X", keep)
			wantCode(t, err, fault.BadRequest)
		}
	}},
	{"a claim that is due is resolved by the version that a list shows", func(t *testing.T, h Harness) {
		begin(t, h.Store, beginning("k"))
		h.Advance(16 * time.Minute)
		list, err := h.Store.Claims(t.Context(), store.ClaimFilter{})
		if err != nil || len(list) != 1 || list[0].Status != store.Unknown {
			t.Fatalf("%+v, %v", list, err)
		}
		c, err := h.Store.Resolve(t.Context(), ana, "k", list[0].Version, store.FailedRetryable, "LOOKED", keep)
		if err != nil || c.Status != store.FailedRetryable || c.Version != list[0].Version+1 {
			t.Errorf("%+v, %v", c, err)
		}
	}},
	{"W131 A58 a row keeps the result or the failure, and nothing else", func(t *testing.T, h Harness) {
		e := ending(begin(t, h.Store, beginning("k")))
		e.Draft, e.Resource, e.Code, e.Reference = "d", "r", "CODE", "reference"
		if c := end(t, h.Store, e); c.Draft != "d" || c.Resource != "r" || c.Code != "" || c.Reference != "" {
			t.Errorf("%+v", c)
		}
		e = failing(begin(t, h.Store, beginning("f")), store.FailedTerminal)
		e.Code, e.Reference = "CODE", "reference"
		if c := end(t, h.Store, e); c.Code != "CODE" || c.Reference != "reference" {
			t.Errorf("%+v", c)
		}
		for _, change := range []func(*store.Ending){
			func(e *store.Ending) { e.Status = store.InProgress },
			func(e *store.Ending) { e.Status = "done" },
			func(e *store.Ending) { e.Status = store.FailedTerminal; e.Code = "" },
			func(e *store.Ending) { e.Keep = 0 },
			func(e *store.Ending) { e.Token = "" },
			func(e *store.Ending) { e.Resource = "a\x00" },
		} {
			e := ending(begin(t, h.Store, beginning("bad")))
			change(&e)
			_, err := h.Store.End(t.Context(), e)
			wantCode(t, err, fault.BadRequest)
			if c := read(t, h.Store, "bad"); c.Status != store.InProgress {
				t.Fatalf("a refused end changed the claim: %+v", c)
			}
			h.Advance(16 * time.Minute)
			u := read(t, h.Store, "bad")
			if _, err := h.Store.Resolve(t.Context(), ana, "bad", u.Version, store.FailedTerminal, "X", time.Millisecond); err != nil {
				t.Fatal(err)
			}
			h.Advance(time.Minute)
			if _, err := h.Store.Cleanup(t.Context(), nil, nil, 0); err != nil {
				t.Fatal(err)
			}
		}
	}},
	{"W134 what was given out does not change, and changes nothing", func(t *testing.T, h Harness) {
		c := begin(t, h.Store, beginning("k"))
		token := c.Token
		c.Token, c.Status, c.Owner.Tenant = "mine", store.Completed, "mine"
		if got := read(t, h.Store, "k"); got.Status != store.InProgress || got.Owner != ana {
			t.Errorf("%+v", got)
		}
		c = store.Claim{Owner: ana, Key: "k", Token: token, Version: 1}
		end(t, h.Store, ending(c))
		value := []byte("value")
		d, err := h.Store.AddDraft(t.Context(), store.Draft{ID: "d", Owner: ana, State: "pending", Revision: 1, Value: value})
		if err != nil {
			t.Fatal(err)
		}
		value[0], d.Value[1] = 'X', 'X'
		got, err := h.Store.Draft(t.Context(), "d")
		if err != nil || string(got.Value) != "value" {
			t.Errorf("%q, %v", got.Value, err)
		}
	}},
	{"records outlive the process that made them", func(t *testing.T, h Harness) {
		if h.Reopen == nil {
			t.Skip("this store lives in one process")
		}
		c := begin(t, h.Store, beginning("k"))
		other := h.Reopen(t)
		standing(t, other, beginning("k"), store.InProgress)
		end(t, other, ending(c))
		standing(t, h.Store, beginning("k"), store.Completed)
	}},
}
