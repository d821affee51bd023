package storetest

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

var claimScenarios = []scenario{
	{"W124 W125 a claim is begun before the effect and ended after it", func(t *testing.T, h Harness) {
		_, err := h.Store.Claim(t.Context(), ana, "k")
		wantErr(t, err, store.ErrAbsent)
		now, err := h.Store.Now(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		c := begin(t, h.Store, beginning("k"))
		if c.Attempt != 1 || c.Version != 1 || c.Operation != "gmail.send" || c.Tool != "gmail_send" || c.Class != "send" || c.Actor != "ana" || c.Digest != "sha256:00" {
			t.Errorf("begun: %+v", c)
		}
		// The server's clock may go on in between, by no minute.
		if d := c.Created.Sub(now); d < 0 || d > time.Minute {
			t.Errorf("begun %s after the store's time", d)
		}
		if d := c.Expires.Sub(c.Updated) - 15*time.Minute; d < 0 || d > time.Minute {
			t.Errorf("the lifetime is wrong by %s", d)
		}
		standing(t, h.Store, beginning("k"), store.InProgress)
		e := ending(c)
		e.Resource, e.Draft = "msg-1", "draft-1"
		done := end(t, h.Store, e)
		if done.Resource != "msg-1" || done.Draft != "draft-1" || done.Attempt != 1 {
			t.Errorf("completed: %+v", done)
		}
		if got := standing(t, h.Store, beginning("k"), store.Completed); got.Resource != "msg-1" {
			t.Errorf("the claim that stands: %+v", got)
		}
		if got := read(t, h.Store, "k"); got != done {
			t.Errorf("read %+v, want %+v", got, done)
		}
	}},
	{"W125 ended and absent claims take no end", func(t *testing.T, h Harness) {
		c := begin(t, h.Store, beginning("k"))
		end(t, h.Store, failing(c, store.FailedTerminal))
		for _, status := range []store.Status{store.Completed, store.FailedRetryable, store.FailedTerminal, store.Unknown} {
			e := failing(c, status)
			_, err := h.Store.End(t.Context(), e)
			wantErr(t, err, store.ErrConflict)
			e.Version = c.Version + 1
			_, err = h.Store.End(t.Context(), e)
			wantErr(t, err, store.ErrConflict)
			e.Key = "other"
			_, err = h.Store.End(t.Context(), e)
			wantErr(t, err, store.ErrConflict)
		}
		_, err := h.Store.Resolve(t.Context(), ana, "k", c.Version+1, store.FailedRetryable, "X", keep)
		wantErr(t, err, store.ErrConflict)
		_, err = h.Store.Resolve(t.Context(), ana, "other", 1, store.FailedRetryable, "X", keep)
		wantErr(t, err, store.ErrConflict)
		standing(t, h.Store, beginning("k"), store.FailedTerminal)
	}},
	{"W126 A55 lifetime and attempts have bounds", func(t *testing.T, h Harness) {
		for _, change := range []func(*store.Beginning){
			func(b *store.Beginning) { b.TTL = 61 * time.Minute },
			func(b *store.Beginning) { b.TTL = 0 },
			func(b *store.Beginning) { b.TTL = -time.Minute },
			func(b *store.Beginning) { b.TTL = time.Millisecond - 1 },
			func(b *store.Beginning) { b.Attempts = 6 },
			func(b *store.Beginning) { b.Attempts = 0 },
		} {
			b := beginning("k")
			change(&b)
			_, acquired, err := h.Store.Begin(t.Context(), b)
			wantCode(t, err, fault.IdempotencyRefused)
			if acquired {
				t.Error("acquired all the same")
			}
		}
		_, err := h.Store.Claim(t.Context(), ana, "k")
		wantErr(t, err, store.ErrAbsent)
		b := beginning("k")
		b.TTL, b.Attempts = time.Hour, 5
		begin(t, h.Store, b)
	}},
	{"A54 after the last attempt the claim stands", func(t *testing.T, h Harness) {
		for attempt := 1; attempt <= 3; attempt++ {
			c := begin(t, h.Store, beginning("k"))
			if c.Attempt != attempt || c.Version != int64(2*attempt-1) || c.Code != "" {
				t.Fatalf("attempt %d: %+v", attempt, c)
			}
			end(t, h.Store, failing(c, store.FailedRetryable))
		}
		if c := standing(t, h.Store, beginning("k"), store.FailedRetryable); c.Attempt != 3 || c.Code != "UPSTREAM_ERROR" {
			t.Errorf("%+v", c)
		}
	}},
	{"W125 each attempt has a new token and takes what it was begun with", func(t *testing.T, h Harness) {
		first := begin(t, h.Store, beginning("k"))
		end(t, h.Store, failing(first, store.FailedRetryable))
		b := beginning("k")
		b.Actor, b.Draft, b.Tool, b.Class = "bo", "d2", "other_tool", "share"
		second := begin(t, h.Store, b)
		if second.Token == first.Token || second.Actor != "bo" || second.Draft != "d2" || second.Tool != "other_tool" || second.Class != "share" || !second.Created.Equal(first.Created) {
			t.Errorf("first %+v, second %+v", first, second)
		}
		e := ending(second)
		e.Token = first.Token
		_, err := h.Store.End(t.Context(), e)
		wantErr(t, err, store.ErrConflict)
		if got := end(t, h.Store, ending(second)); got.Draft != "d2" {
			t.Errorf("the draft is gone: %+v", got)
		}
	}},
	{"W127 A56 a key belongs to its operation and its parameters", func(t *testing.T, h Harness) {
		for _, state := range []store.Status{store.InProgress, store.FailedRetryable, store.Completed, store.Unknown} {
			key := string(state)
			c := begin(t, h.Store, beginning(key))
			if state != store.InProgress {
				end(t, h.Store, failing(c, state))
			}
			before := read(t, h.Store, key)
			other := beginning(key)
			other.Operation = "gmail.trash"
			payload := beginning(key)
			payload.Digest = "sha256:01"
			for _, b := range []store.Beginning{other, payload} {
				got, acquired, err := h.Store.Begin(t.Context(), b)
				wantErr(t, err, store.ErrConflict)
				if acquired || got.Operation != "gmail.send" || got.Token != "" {
					t.Errorf("%s: acquired %v, %+v", state, acquired, got)
				}
			}
			if after := read(t, h.Store, key); after != before {
				t.Errorf("%s: a conflict changed the claim: %+v, then %+v", state, before, after)
			}
		}
	}},
	{"W127 a wrong token, version or order is a conflict", func(t *testing.T, h Harness) {
		c := begin(t, h.Store, beginning("k"))
		for _, change := range []func(*store.Ending){
			func(e *store.Ending) { e.Token = "x" + e.Token },
			func(e *store.Ending) { e.Token = strings.ToLower(e.Token) },
			func(e *store.Ending) { e.Version++ },
			func(e *store.Ending) { e.Version = 0 },
			func(e *store.Ending) { e.Owner.Account = "bo@example.com" },
			func(e *store.Ending) { e.Key = "K" },
		} {
			e := ending(c)
			change(&e)
			_, err := h.Store.End(t.Context(), e)
			wantErr(t, err, store.ErrConflict)
		}
		_, err := h.Store.Resolve(t.Context(), ana, "k", c.Version, store.FailedRetryable, "X", keep)
		wantErr(t, err, store.ErrConflict)
		end(t, h.Store, ending(c))
	}},
	{"W132 what is too long is refused before anything is begun", func(t *testing.T, h Harness) {
		for name, change := range map[string]func(*store.Beginning, string){
			"key":       func(b *store.Beginning, s string) { b.Key = s },
			"operation": func(b *store.Beginning, s string) { b.Operation = s[:store.MaxOperation+1] },
			"tenant":    func(b *store.Beginning, s string) { b.Owner.Tenant = s[:store.MaxOwner+1] },
			"principal": func(b *store.Beginning, s string) { b.Owner.Principal = s[:store.MaxOwner+1] },
			"draft":     func(b *store.Beginning, s string) { b.Draft = s[:store.MaxResource+1] },
			"row": func(b *store.Beginning, s string) {
				b.Key, b.Operation = strings.Repeat("<", 1500), "<"
			},
		} {
			b := beginning("k")
			change(&b, strings.Repeat("x", store.MaxKey+1))
			_, acquired, err := h.Store.Begin(t.Context(), b)
			wantCode(t, err, fault.LimitExceeded)
			if acquired {
				t.Errorf("%s: acquired", name)
			}
		}
		for _, key := range []string{"", "a\x00b", "a\xffb"} {
			_, _, err := h.Store.Begin(t.Context(), beginning(key))
			wantCode(t, err, fault.BadRequest)
		}
		if all, err := h.Store.Claims(t.Context(), store.ClaimFilter{}); err != nil || len(all) != 0 {
			t.Errorf("%d claims, %v", len(all), err)
		}
		b := beginning(strings.Repeat("ü", store.MaxKey/2))
		b.Owner.Tenant, b.Owner.User = strings.Repeat("t", store.MaxOwner), strings.Repeat("u", store.MaxOwner)
		c := begin(t, h.Store, b)
		e := failing(c, store.FailedTerminal)
		e.Resource, e.Code, e.Reference = strings.Repeat("r", store.MaxResource), strings.Repeat("C", store.MaxCode), strings.Repeat("f", store.MaxReference)
		if got := end(t, h.Store, e); got.Reference != e.Reference {
			t.Errorf("%+v", got)
		}
	}},
	{"W133 A57 another owner sees nothing", func(t *testing.T, h Harness) {
		owners := []store.Owner{
			{}, {Tenant: "a"}, {Account: "a"}, {User: "a"}, {Principal: "a"}, {Tenant: "a", Account: "a"}, {Tenant: "aa"}, {Tenant: "a", User: "a"},
			{Tenant: "A"}, {Tenant: "a "}, {Tenant: "a'; DROP TABLE claims; --"}, {Tenant: `a" OR 1=1`}, {Tenant: "ä"}, {Tenant: "a\u0308"},
		}
		for i, o := range owners {
			b := beginning("k")
			b.Owner, b.Actor = o, string(rune('a'+i))
			_, err := h.Store.Claim(t.Context(), o, "k")
			wantErr(t, err, store.ErrAbsent)
			begin(t, h.Store, b)
		}
		for i, o := range owners {
			c, err := h.Store.Claim(t.Context(), o, "k")
			if err != nil || c.Actor != string(rune('a'+i)) || c.Owner != o {
				t.Errorf("%+v: %+v, %v", o, c, err)
			}
			list, err := h.Store.Claims(t.Context(), store.ClaimFilter{Owner: &o})
			if err != nil || len(list) != 1 {
				t.Errorf("%+v: a list of %d, %v", o, len(list), err)
			}
		}
	}},
	{"a call that was given up begins nothing", func(t *testing.T, h Harness) {
		ctx, cancel := cancelled(t)
		defer cancel()
		if _, acquired, err := h.Store.Begin(ctx, beginning("k")); acquired || err == nil || errors.Is(err, store.ErrConflict) {
			t.Errorf("acquired %v, %v", acquired, err)
		}
		_, err := h.Store.Claim(t.Context(), ana, "k")
		wantErr(t, err, store.ErrAbsent)
		begin(t, h.Store, beginning("k"))
	}},
}
