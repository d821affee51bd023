package idempotency

import (
	"context"
	"errors"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// endPatience bounds the recording of an outcome. It starts when the call is
// over, however it ended: an interrupted call has an outcome too.
const endPatience = 15 * time.Second

// Held is a claim in progress: the right to send, once. It belongs to one
// goroutine and is ended exactly once; one that never is becomes unknown.
type Held struct {
	claims *Claims
	claim  store.Claim
	caps   []store.Cap
}

// Key is the claim's key.
func (h *Held) Key() string { return h.claim.Key }

// Attempt counts the times that the key was begun, from 1.
func (h *Held) Attempt() int { return h.claim.Attempt }

// Live says, right before an effect leaves, whether the claim still protects it:
// a machine may have slept since, or the effects before it have taken long.
// IDEMPOTENCY_REFUSED where its time is over, for then an operator may have let
// another run begin.
func (h *Held) Live(ctx context.Context) error {
	now, err := h.claims.store.Now(ctx)
	if err != nil {
		return h.claims.storeFault(err, h.claim.Owner, h.claim.Key)
	}
	if h.claim.Due(now) {
		return fault.New(fault.IdempotencyRefused, "the time of this call's claim was over on %s; nothing is sent behind that", stamp(h.claim.Expires)).
			WithHint("look at the service for what was sent before, then wslite outcomes resolve %s", KeyID(h.claim.Owner, h.claim.Key))
	}
	return nil
}

// Complete records that it happened. resource names what was made or changed;
// it may be empty.
func (h *Held) Complete(ctx context.Context, resource string) error {
	return h.End(ctx, Verdict{Status: store.Completed, Resource: resource})
}

// Fail records a definite failure. A retryable one says that nothing happened:
// the key may be begun again, and what it took of the caps is given back.
func (h *Held) Fail(ctx context.Context, code string, retryable bool) error {
	if retryable {
		return h.End(ctx, Verdict{Status: store.FailedRetryable, Code: code, Nothing: true})
	}
	return h.End(ctx, Verdict{Status: store.FailedTerminal, Code: code})
}

// Lose records that nobody knows whether it happened. reference is the
// service's id for the failure; it may be empty.
func (h *Held) Lose(ctx context.Context, code, reference string) error {
	return h.End(ctx, Verdict{Status: store.Unknown, Code: code, Reference: reference})
}

// End records what Judge found. It works after ctx is done too.
//
// An error is for a warning beside the call's own result, which it must not
// hide (W139): the claim stays as it is and becomes unknown when its time is
// over. IDEMPOTENCY_CONFLICT: it was ended before, or its time was over.
func (h *Held) End(ctx context.Context, v Verdict) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endPatience)
	defer cancel()
	e := store.Ending{
		Owner: h.claim.Owner, Key: h.claim.Key, Token: h.claim.Token, Version: h.claim.Version,
		Status: v.Status, Draft: h.claim.Draft, Keep: h.claims.o.Keep,
	}
	if v.Status == store.Completed {
		e.Resource = resourceWord(v.Resource)
	} else {
		e.Code, e.Reference = codeWord(v.Code), referenceWord(v.Reference)
	}
	if v.Nothing {
		e.Release = h.caps
	}
	_, err := h.claims.store.End(ctx, e)
	id := KeyID(h.claim.Owner, h.claim.Key)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrConflict), errors.Is(err, store.ErrAbsent):
		return fault.Wrap(err, fault.IdempotencyConflict, "the outcome of %s could not be recorded under its key (%s): its time was over on %s, or it was ended before",
			what(h.claim), id, stamp(h.claim.Expires)).WithHint("wslite outcomes show %s tells how it stands", id)
	}
	f := h.claims.storeFault(err, h.claim.Owner, h.claim.Key)
	return fault.Wrap(f, fault.CodeOf(f), "the outcome of %s could not be recorded under its key (%s), so it counts as unknown from %s on: %s",
		what(h.claim), id, stamp(h.claim.Expires), f.Error())
}
