package idempotency

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// Bounds of a cleanup, in records of each kind. Source: W143.
const (
	DefaultPrune = 100
	MaxPrune     = 500
)

// minPrefix is how much of an id must be given.
const minPrefix = 4

// maxCandidates bounds the ids that an ambiguous prefix is answered with.
const maxCandidates = 10

// List gives claims, the newest first. One whose time is over reads unknown.
func (c *Claims) List(ctx context.Context, f store.ClaimFilter) ([]store.Claim, error) {
	list, err := c.store.Claims(ctx, f)
	if err != nil {
		return nil, c.storeFault(err, store.Owner{}, "")
	}
	return list, nil
}

// Find gives the one claim that is meant: by its KeyID, a prefix of it that
// only one has, or the key itself. NOT_FOUND; USAGE where several are meant.
func (c *Claims) Find(ctx context.Context, idOrKey string) (store.Claim, error) {
	var all []store.Claim
	if checkForm(idOrKey) == nil { // else it is neither
		var err error
		if all, err = c.List(ctx, store.ClaimFilter{Word: idOrKey, Limit: math.MaxInt32}); err != nil {
			return store.Claim{}, err
		}
	}
	var ids, keys, prefixes []store.Claim
	for _, claim := range all {
		switch id := KeyID(claim.Owner, claim.Key); {
		case id == idOrKey:
			ids = append(ids, claim)
		case claim.Key == idOrKey:
			keys = append(keys, claim)
		case len(idOrKey) >= minPrefix && strings.HasPrefix(id, idOrKey):
			prefixes = append(prefixes, claim)
		}
	}
	for _, found := range [][]store.Claim{ids, keys, prefixes} {
		switch len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			return store.Claim{}, ambiguous(found)
		}
	}
	e := fault.New(fault.NotFound, "no outcome has this id or key")
	if len(idOrKey) < minPrefix {
		return store.Claim{}, e.WithHint("give at least %d characters of the id; wslite outcomes list --all shows all", minPrefix)
	}
	return store.Claim{}, e.WithHint("wslite outcomes list --all shows all; an ended one is removed after some weeks")
}

func ambiguous(found []store.Claim) error {
	var ids []string
	for _, claim := range found[:min(len(found), maxCandidates)] {
		ids = append(ids, KeyID(claim.Owner, claim.Key))
	}
	slices.Sort(ids)
	words := strings.Join(ids, ", ")
	if len(found) > maxCandidates {
		words += ", ..."
	}
	return fault.New(fault.Usage, "%d outcomes are meant by that: %s", len(found), words).WithHint("give the whole id of one")
}

// Resolve records what an operator found out about an unknown outcome. One
// that happened can't be repeated under its key; one that did not may be begun
// again, if attempts are left. claim is as the operator saw it:
// IDEMPOTENCY_CONFLICT where it has changed since, or is not unknown.
func (c *Claims) Resolve(ctx context.Context, claim store.Claim, happened bool) (store.Claim, error) {
	to, code := store.FailedRetryable, CodeNotHappen
	if happened {
		to, code = store.FailedTerminal, CodeHappened
	}
	id := KeyID(claim.Owner, claim.Key)
	if claim.Status != store.Unknown {
		return claim, notUnknown(claim)
	}
	now, err := c.store.Resolve(ctx, claim.Owner, claim.Key, claim.Version, to, code, c.o.Keep)
	switch {
	case errors.Is(err, store.ErrAbsent):
		return claim, fault.Wrap(err, fault.NotFound, "the outcome %s is gone", id)
	case errors.Is(err, store.ErrConflict):
		return claim, fault.Wrap(err, fault.IdempotencyConflict, "the outcome %s has changed since it was looked at; nothing was recorded", id).
			WithHint("look at it again: wslite outcomes show %s", id)
	case err != nil:
		return claim, c.storeFault(err, claim.Owner, claim.Key)
	}
	return now, nil
}

func notUnknown(c store.Claim) error {
	id := KeyID(c.Owner, c.Key)
	if c.Status == store.InProgress {
		return fault.New(fault.IdempotencyConflict, "the call of the outcome %s is still under way; nothing was recorded", id).
			WithHint("wait until %s: after that its outcome counts as unknown", stamp(c.Expires))
	}
	return fault.New(fault.IdempotencyConflict, "the outcome %s is known (%s); nothing was recorded", id, c.Status).
		WithHint("only an unknown one can be resolved")
}

// Prune turns claims whose time is over into unknown ones and removes the
// records that have expired, at most limit of each kind (0 is DefaultPrune).
// Unknown outcomes and drafts stay. USAGE for a limit out of its bounds.
func (c *Claims) Prune(ctx context.Context, limit int) (store.Pruned, error) {
	if limit == 0 {
		limit = DefaultPrune
	}
	if limit < 1 || limit > MaxPrune {
		return store.Pruned{}, fault.New(fault.Usage, "a cleanup removes from 1 to %d records, not %d", MaxPrune, limit).WithField("limit")
	}
	p, err := c.store.Cleanup(ctx, nil, allDrafts, limit)
	if err != nil {
		return p, c.storeFault(err, store.Owner{}, "")
	}
	return p, nil
}

// allDrafts are the states of host/draft: drafts have a cleanup of their own.
var allDrafts = []string{"pending_approval", "approved", "executing", "executed", "failed", "unknown", "rejected"}
