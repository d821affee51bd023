package storetest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// transcript is what script gives on every store. Source: A59, W135.
const transcript = `read: absent
begin: acquired in_progress 1 1
begin again: stands in_progress 1 1
begin with another operation: conflict
begin with another digest: conflict
end with a wrong token: conflict
end with a wrong version: conflict
end with no state: BAD_REQUEST
fail: failed_retryable 1 2 UPSTREAM_ERROR
end again: conflict
repeat: acquired in_progress 2 3
end as unknown: unknown 2 4 LOST
begin an unknown one: stands unknown 2 4
resolve with a wrong version: conflict
resolve: failed_retryable 2 5 LOOKED
repeat: acquired in_progress 3 6
end past its lifetime: conflict
read: unknown 3 7 OUTCOME_UNKNOWN
resolve to completed: BAD_REQUEST
resolve to terminal: failed_terminal 3 8 LOOKED
begin a failed one: stands failed_terminal 3 8
begin with 6 attempts: IDEMPOTENCY_REFUSED
begin for 61 minutes: IDEMPOTENCY_REFUSED
begin with a long key: LIMIT_EXCEEDED
begin above a cap: cap send
read of another owner: absent
add a draft: 1
add it again: conflict
set it: 2
set it again: conflict
set another's: absent
set with no body: absent
`

// script runs one sequence of calls and compares what they say.
func script(t *testing.T, h Harness) {
	var out strings.Builder
	claim := func(what string, c store.Claim, err error) store.Claim {
		say := strings.TrimSpace(fmt.Sprint(c.Status, " ", c.Attempt, " ", c.Version, " ", c.Code))
		if err != nil {
			say = word(err)
		}
		fmt.Fprintf(&out, "%s: %s\n", what, say)
		return c
	}
	ask := func(what string, b store.Beginning) store.Claim {
		c, acquired, err := h.Store.Begin(t.Context(), b)
		verb := map[bool]string{true: "acquired", false: "stands"}[acquired]
		say := fmt.Sprint(verb, " ", c.Status, " ", c.Attempt, " ", c.Version)
		if err != nil {
			say = word(err)
		}
		fmt.Fprintf(&out, "%s: %s\n", what, say)
		return c
	}
	change := func(f func(*store.Beginning)) store.Beginning { b := beginning("k"); f(&b); return b }
	finish := func(what string, e store.Ending) { c, err := h.Store.End(t.Context(), e); claim(what, c, err) }
	resolve := func(what string, version int64, to store.Status) {
		c, err := h.Store.Resolve(t.Context(), ana, "k", version, to, "LOOKED", keep)
		claim(what, c, err)
	}
	look := func(what string, o store.Owner) { c, err := h.Store.Claim(t.Context(), o, "k"); claim(what, c, err) }

	look("read", ana)
	c := ask("begin", beginning("k"))
	ask("begin again", beginning("k"))
	ask("begin with another operation", change(func(b *store.Beginning) { b.Operation = "drive.share" }))
	ask("begin with another digest", change(func(b *store.Beginning) { b.Digest = "sha256:ff" }))
	e := failing(c, store.FailedRetryable)
	bad := e
	bad.Token = "wrong"
	finish("end with a wrong token", bad)
	bad = e
	bad.Version = 7
	finish("end with a wrong version", bad)
	bad = e
	bad.Status = ""
	finish("end with no state", bad)
	finish("fail", e)
	finish("end again", e)
	c = ask("repeat", beginning("k"))
	e = failing(c, store.Unknown)
	e.Code = "LOST"
	finish("end as unknown", e)
	ask("begin an unknown one", beginning("k"))
	resolve("resolve with a wrong version", 3, store.FailedRetryable)
	resolve("resolve", 4, store.FailedRetryable)
	c = ask("repeat", beginning("k"))
	h.Advance(16 * time.Minute)
	finish("end past its lifetime", ending(c))
	look("read", ana)
	resolve("resolve to completed", 7, store.Completed)
	resolve("resolve to terminal", 7, store.FailedTerminal)
	ask("begin a failed one", beginning("k"))
	ask("begin with 6 attempts", change(func(b *store.Beginning) { b.Attempts = 6 }))
	ask("begin for 61 minutes", change(func(b *store.Beginning) { b.TTL = 61 * time.Minute }))
	ask("begin with a long key", change(func(b *store.Beginning) { b.Key = strings.Repeat("k", store.MaxKey+1) }))
	ask("begin above a cap", capped("new", store.Cap{Name: "send", Day: day, Amount: 3, Limit: 2}))
	look("read of another owner", store.Owner{Tenant: ana.Tenant})

	draftOf := func(what string, d store.Draft, err error) store.Draft {
		say := fmt.Sprint(d.Version)
		if err != nil {
			say = word(err)
		}
		fmt.Fprintf(&out, "%s: %s\n", what, say)
		return d
	}
	d, err := h.Store.AddDraft(t.Context(), draft("d"))
	d = draftOf("add a draft", d, err)
	again, err := h.Store.AddDraft(t.Context(), draft("d"))
	draftOf("add it again", again, err)
	set := func(what string, d store.Draft) {
		got, err := h.Store.SetDraft(t.Context(), d)
		draftOf(what, got, err)
	}
	set("set it", d)
	set("set it again", d)
	d.Owner = store.Owner{}
	set("set another's", d)
	d.Owner, d.Version, d.Body = ana, 2, "none"
	set("set with no body", d)
	if diff := cmp.Diff(transcript, out.String()); diff != "" {
		t.Errorf("the transcript differs (-want +got):\n%s", diff)
	}
}

// word is what a caller may match on.
func word(err error) string {
	var full *store.CapError
	switch {
	case errors.Is(err, store.ErrAbsent):
		return "absent"
	case errors.Is(err, store.ErrConflict):
		return "conflict"
	case errors.As(err, &full):
		return "cap " + full.Cap.Name
	}
	return string(fault.CodeOf(err))
}
