// Package idempotency sees to it that a key buys one effect: a mutation is
// claimed before it leaves, and whoever comes with the same key again hears
// what became of it instead of doing it twice.
//
// It owns what a claim's states mean to a caller, which failures are definite
// (Judge) and what an operator may say of an unknown outcome. The states
// themselves, and that only one process gets a claim, are host/store's. It
// never sends anything and never repeats a call by itself: this is not
// exactly-once, it is never-twice.
//
// Start reading at Claims.Begin.
package idempotency

import (
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// Defaults and bounds of Options. Source: W126, W143.
const (
	DefaultTTL      = 15 * time.Minute
	MinTTL          = time.Millisecond
	MaxTTL          = time.Hour
	DefaultAttempts = 3
	MaxAttempts     = 5
	DefaultKeep     = 30 * 24 * time.Hour
)

// Options are set by the operator. Zero values are the defaults.
type Options struct {
	// TTL is how long a claim may stay in progress. After it nobody can end the
	// claim any more, and its outcome counts as unknown.
	TTL time.Duration
	// Attempts is how often a key may be begun, the first time included.
	Attempts int
	// Keep is how long an ended claim is remembered, and so how long its key is
	// protected. An unknown one is kept until an operator resolves it.
	Keep time.Duration
}

// Claims hands out claims on a store. It may be used by many goroutines at
// once.
type Claims struct {
	store store.Store
	o     Options
}

// New checks the options: IDEMPOTENCY_REFUSED for one out of its bounds.
func New(s store.Store, o Options) (*Claims, error) {
	if o.TTL == 0 {
		o.TTL = DefaultTTL
	}
	if o.Attempts == 0 {
		o.Attempts = DefaultAttempts
	}
	if o.Keep == 0 {
		o.Keep = DefaultKeep
	}
	switch {
	case o.TTL < MinTTL || o.TTL > MaxTTL:
		return nil, fault.New(fault.IdempotencyRefused, "a claim may last from %s to %s, not %s", MinTTL, MaxTTL, o.TTL).
			WithHint("correct the setting; nothing was sent")
	case o.Attempts < 1 || o.Attempts > MaxAttempts:
		return nil, fault.New(fault.IdempotencyRefused, "a key may be begun from 1 to %d times, not %d", MaxAttempts, o.Attempts).
			WithHint("correct the setting; nothing was sent")
	case o.Keep < MinTTL:
		return nil, fault.New(fault.IdempotencyRefused, "ended claims can't be kept for %s", o.Keep).
			WithHint("correct the setting; nothing was sent")
	}
	return &Claims{store: s, o: o}, nil
}

// slowest is the rate, in bytes a second, at which files go up in the worst case
// that a claim reckons with.
const slowest = 128 << 10

// ttl is how long a call's claim may last: longer where files go with it, and
// never over the bound.
func (c *Claims) ttl(r Request) time.Duration {
	if r.Moves/slowest >= int64(MaxTTL/time.Second) {
		return MaxTTL
	}
	return min(c.o.TTL+time.Duration(r.Moves/slowest)*time.Second, MaxTTL)
}

// Request asks for a claim.
type Request struct {
	Owner store.Owner
	// Key is CheckKey's or FreshKey's, or the key of a draft.
	Key string
	// Operation and Digest are what the key is bound to: another operation or
	// another payload under the same key is a conflict, never a replay.
	Operation, Digest string
	// Tool, Class, Draft and Actor are for people.
	Tool, Class, Draft, Actor string
	// Caps are what the call takes of the day's caps.
	Caps []store.Cap
	// Moves is how many bytes of files the call sends: a claim must outlive a
	// slow upload.
	Moves int64
}

// Summary is all that is kept of a completed call.
type Summary struct {
	Key       string    `json:"key"`
	Operation string    `json:"operation"`
	Tool      string    `json:"tool,omitempty"`
	Draft     string    `json:"draftId,omitempty"`
	Resource  string    `json:"resourceId,omitempty"`
	Completed time.Time `json:"completedAt"`
	Attempt   int       `json:"attempt"`
}

// Failure codes that an operator's word leaves behind.
const (
	CodeHappened  = "RESOLVED_HAPPENED"
	CodeNotHappen = "RESOLVED_DID_NOT_HAPPEN"
)
