package store

import (
	"slices"
	"time"
	"unicode/utf8"

	"github.com/wslite/wslite/host/fault"
)

// ended are the states that End sets.
var ended = []Status{Completed, FailedRetryable, FailedTerminal, Unknown}

// Check says what is wrong with a request for a claim: a *fault.Error,
// IDEMPOTENCY_REFUSED for a lifetime or a number of attempts out of bounds,
// LIMIT_EXCEEDED for what is too long, BAD_REQUEST for the rest.
func (b Beginning) Check() error {
	if b.TTL < time.Millisecond || b.TTL > MaxTTL {
		return fault.New(fault.IdempotencyRefused, "A claim lives 1 millisecond to %s; %s were asked for.", MaxTTL, b.TTL)
	}
	if b.Attempts < 1 || b.Attempts > MaxAttempts {
		return fault.New(fault.IdempotencyRefused, "A claim has 1 to %d attempts; %d were asked for.", MaxAttempts, b.Attempts)
	}
	err := first(b.Owner.Check(),
		field("idempotency key", b.Key, MaxKey, true),
		field("operation", b.Operation, MaxOperation, true),
		field("digest", b.Digest, maxID, true),
		field("tool", b.Tool, MaxOperation, false),
		field("class", b.Class, maxID, false),
		field("draft", b.Draft, MaxResource, false),
		field("actor", b.Actor, MaxOwner, false),
		checkCaps(b.Caps))
	if err != nil {
		return err
	}
	// What is begun must find room for its ending: an effect that can't be
	// recorded would read as unknown.
	// The time is UTC: where the year begins earlier it has a fifth digit, which
	// JSON does not take.
	last := time.UnixMilli(maxMS).UTC()
	c := Claim{Owner: b.Owner, Key: b.Key, Operation: b.Operation, Tool: b.Tool, Class: b.Class, Digest: b.Digest,
		Status: FailedRetryable, Attempt: b.Attempts, Version: 1 << 32, Draft: b.Draft, Actor: b.Actor,
		Created: last, Updated: last, Expires: last}
	return c.fits(MaxRow - MaxToken - MaxResource - MaxCode - MaxReference)
}

// Outcome is the ending as it is kept: a claim that was completed has no
// failure. Source: W131.
func (e Ending) Outcome() Ending {
	if e.Status == Completed {
		e.Code, e.Reference = "", ""
	}
	return e
}

// Check says what is wrong with the words on what became of a claim.
func (e Ending) Check() error {
	if !slices.Contains(ended, e.Status) {
		return fault.New(fault.BadRequest, "%q is no state in which a claim can end.", e.Status)
	}
	return first(e.Owner.Check(),
		field("idempotency key", e.Key, MaxKey, true),
		field("token", e.Token, MaxToken, true),
		field("draft", e.Draft, MaxResource, false),
		field("resource", e.Resource, MaxResource, false),
		field("failure code", e.Code, MaxCode, e.Status != Completed),
		field("reference", e.Reference, MaxReference, false),
		checkKeep(e.Status, e.Keep),
		checkCaps(e.Release))
}

// CheckResolve says what is wrong with a decision on an unknown claim.
func CheckResolve(o Owner, key string, to Status, code string, keep time.Duration) error {
	if to != FailedRetryable && to != FailedTerminal {
		return fault.New(fault.BadRequest, "An unknown claim is resolved to %s or %s, not to %q.", FailedRetryable, FailedTerminal, to)
	}
	return first(o.Check(), field("idempotency key", key, MaxKey, true),
		field("failure code", code, MaxCode, true), checkKeep(to, keep))
}

// Check says what is wrong with an owner.
func (o Owner) Check() error {
	return first(field("tenant", o.Tenant, MaxOwner, false), field("account", o.Account, MaxOwner, false),
		field("user", o.User, MaxOwner, false), field("principal", o.Principal, MaxOwner, false))
}

// CheckBody says what is wrong with a body.
func CheckBody(name string, size int) error {
	if size > MaxBody {
		return tooLong("body", size, MaxBody)
	}
	return field("name of a body", name, maxID, true)
}

// Check says what is wrong with a draft that is to be stored, or with a row.
func (d Draft) Check() error {
	if len(d.Value) > MaxDraft {
		return tooLong("draft", len(d.Value), MaxDraft)
	}
	if d.Revision < 1 || d.Revision > 1<<31-1 || !d.Expires.IsZero() && !storable(d.Expires) {
		return fault.New(fault.BadRequest, "The draft's revision or expiry is out of range.")
	}
	return first(d.Owner.Check(), field("id of a draft", d.ID, maxID, true),
		field("state of a draft", d.State, maxID, true), field("name of a body", d.Body, maxID, false))
}

func checkCaps(caps []Cap) error {
	for _, c := range caps {
		if _, err := time.Parse(time.DateOnly, c.Day); err != nil || c.Amount < 0 || c.Limit < 0 || c.Limit > 1<<31-1 || c.Amount > 1<<31-1 {
			return fault.New(fault.BadRequest, "A daily cap needs a day like 2026-11-30, and an amount and a limit of at least 0.")
		}
		if err := field("name of a cap", c.Name, maxID, true); err != nil {
			return err
		}
	}
	return nil
}

func checkKeep(to Status, keep time.Duration) error {
	if to != Unknown && keep < time.Millisecond {
		return fault.New(fault.BadRequest, "An ended claim must be kept for some time; it is what stops a repetition.")
	}
	return nil
}

// field checks one text. The words name it and never repeat it.
func field(name, s string, max int, needed bool) error {
	switch {
	case needed && s == "":
		return fault.New(fault.BadRequest, "The %s is empty.", name)
	case len(s) > max:
		return tooLong(name, len(s), max)
	case !utf8.ValidString(s):
		return fault.New(fault.BadRequest, "The %s is not UTF-8.", name)
	}
	for i := range len(s) {
		if s[i] == 0 { // no store keeps it, and it parts the fields of an owner
			return fault.New(fault.BadRequest, "The %s holds a zero byte.", name)
		}
	}
	return nil
}

func tooLong(name string, size, max int) error {
	return fault.New(fault.LimitExceeded, "The %s has %d bytes; %d are the most.", name, size, max)
}

// first gives the first mistake: the fields are few, and a caller sets them all
// at one place.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
