package idempotency

import (
	"context"
	"errors"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// Peek tells, before a person is asked anything, what Begin would say: nil and
// nil where the call may go on, the summary of a completed call, or Begin's
// error. It claims nothing, so Begin has the last word.
func (c *Claims) Peek(ctx context.Context, r Request) (*Summary, error) {
	if err := checkForm(r.Key); err != nil {
		return nil, err
	}
	claim, err := c.store.Claim(ctx, r.Owner, r.Key)
	switch {
	case errors.Is(err, store.ErrAbsent):
		return nil, c.peekCaps(ctx, r)
	case err != nil:
		return nil, c.storeFault(err, r.Owner, r.Key)
	case claim.Operation != r.Operation || claim.Digest != r.Digest:
		return nil, conflict(claim)
	case claim.Status == store.FailedRetryable && claim.Attempt < c.o.Attempts:
		return nil, c.peekCaps(ctx, r)
	}
	return c.existing(claim)
}

// peekCaps finds a cap that is used up already.
func (c *Claims) peekCaps(ctx context.Context, r Request) error {
	for _, limit := range r.Caps {
		taken, err := c.store.Count(ctx, r.Owner, limit.Name, limit.Day)
		if err != nil {
			return c.storeFault(err, r.Owner, r.Key)
		}
		if taken+limit.Amount > limit.Limit {
			return capFault(limit)
		}
	}
	return nil
}

// Begin claims the key, once for any number of callers. Without an error
// exactly one of the first two is set: the claim, which the caller must End,
// or the summary of the same call that was completed before.
//
// Errors, after all of which nothing may be sent: USAGE for the key's form,
// IDEMPOTENCY_CONFLICT where the key was used for something else,
// OUTCOME_UNKNOWN where nobody knows what became of the last attempt,
// IDEMPOTENCY_REFUSED where the call is under way, failed for good, or has no
// attempts left, ACTION_NOT_ALLOWED for a cap that is used up, and
// STORE_UNAVAILABLE.
func (c *Claims) Begin(ctx context.Context, r Request) (*Held, *Summary, error) {
	if err := checkForm(r.Key); err != nil {
		return nil, nil, err
	}
	claim, acquired, err := c.store.Begin(ctx, store.Beginning{
		Owner: r.Owner, Key: r.Key, Operation: r.Operation, Tool: r.Tool, Class: r.Class, Digest: r.Digest,
		Draft: r.Draft, Actor: r.Actor, TTL: c.ttl(r), Attempts: c.o.Attempts, Caps: r.Caps,
	})
	var limit *store.CapError
	switch {
	case errors.As(err, &limit):
		return nil, nil, capFault(limit.Cap)
	case errors.Is(err, store.ErrConflict):
		claim.Owner, claim.Key = r.Owner, r.Key
		return nil, nil, conflict(claim)
	case err != nil:
		return nil, nil, c.storeFault(err, r.Owner, r.Key)
	case acquired:
		return &Held{claims: c, claim: claim, caps: r.Caps}, nil, nil
	}
	s, err := c.existing(claim)
	return nil, s, err
}

// existing says what a claim that stands means to who comes with its key.
// Source: W129.
func (c *Claims) existing(claim store.Claim) (*Summary, error) {
	id, when := KeyID(claim.Owner, claim.Key), stamp(claim.Updated)
	switch claim.Status {
	case store.Completed:
		return &Summary{
			Key: claim.Key, Operation: claim.Operation, Tool: claim.Tool, Draft: claim.Draft,
			Resource: claim.Resource, Completed: claim.Updated, Attempt: claim.Attempt,
		}, nil
	case store.Unknown:
		return nil, fault.New(fault.OutcomeUnknown, "%s was begun with this key (%s) on %s, and nobody knows whether it happened",
			what(claim), id, stamp(claim.Created)).
			WithHint("look at the service, then say what you found: wslite outcomes resolve %s --happened or --did-not-happen", id)
	case store.InProgress:
		return nil, fault.New(fault.IdempotencyRefused, "%s with this key (%s) is under way: %s began it on %s, and it may last until %s",
			what(claim), id, actor(claim), when, stamp(claim.Expires)).
			WithHint("wait for it; after that time its outcome counts as unknown")
	case store.FailedTerminal:
		if claim.Code == CodeHappened {
			return nil, fault.New(fault.IdempotencyRefused, "%s with this key (%s) happened: somebody looked and said so on %s",
				what(claim), id, when).WithHint("take a new key to do it once more")
		}
		return nil, fault.New(fault.IdempotencyRefused, "%s with this key (%s) failed for good on %s with %s",
			what(claim), id, when, failure(claim)).WithHint("correct the call and take a new key")
	case store.FailedRetryable:
		return nil, fault.New(fault.IdempotencyRefused, "%s with this key (%s) failed %d times, which is the limit, at last on %s with %s",
			what(claim), id, claim.Attempt, when, failure(claim)).WithHint("see to the cause, then take a new key")
	}
	return nil, fault.New(fault.StoreUnavailable, "the record of the key %s is in no state that this version knows", id).
		WithHint("use the version of wslite that wrote it; nothing was sent")
}
