// Package store keeps the records that safety rests on: claims (what was begun
// and what became of it), drafts (what waits for a yes) and the counts of daily
// caps. Three implementations have one behaviour: store/memory, store/sqlite
// (one machine) and store/postgres (several machines and one queue).
// store/storetest holds the suite that all of them pass.
//
// The package owns what must happen atomically: a claim is begun by one of any
// number of processes, a draft is changed by whoever saw its last version. It
// knows no tool, no payload and no policy. The states of a claim and their
// names are those of host/idempotency, which sets the rules that need no
// database; the value of a draft belongs to host/draft.
//
// Start reading at Store.
package store

import (
	"context"
	"errors"
	"time"
)

// Errors of every implementation. Everything else that goes wrong is a
// *fault.Error of code STORE_UNAVAILABLE: the store can't be reached, read or
// written, and nothing was changed.
var (
	// ErrAbsent: there is no such record, or it is another owner's.
	ErrAbsent = errors.New("no such record")
	// ErrConflict: the record is not as the caller saw it (wrong token,
	// version, state, or a race that somebody else won).
	ErrConflict = errors.New("the record has changed")
	// ErrCorrupt: a stored record breaks the rules of its form; it is never
	// given out. It stands in the chain of a STORE_UNAVAILABLE that tells which.
	ErrCorrupt = errors.New("the record is damaged")
)

// CapError says that a count would pass its limit. Nothing was begun.
type CapError struct{ Cap Cap }

func (e *CapError) Error() string { return "the daily cap of " + e.Cap.Name + " is used up" }

// Owner says whose data an effect touches. All four fields together are the
// scope of a key: absence counts as a value, and another owner sees nothing.
type Owner struct {
	// Tenant is where the effect happens: the backend, and what tells two of
	// its kind apart (the address of a proxy, the file of a local workspace).
	Tenant string `json:"tenant"`
	// Account is the account at that place; "" where there is none.
	Account string `json:"account,omitempty"`
	// User and Principal tell apart people who share an account, where a front
	// end knows them; "" otherwise.
	User      string `json:"user,omitempty"`
	Principal string `json:"principal,omitempty"`
}

// Key joins the four by NUL, the form in which approvals are bound to it.
func (o Owner) Key() string {
	return o.Tenant + "\x00" + o.Account + "\x00" + o.User + "\x00" + o.Principal
}

// Status is the state of a claim.
type Status string

// The states. An absent claim has no record.
const (
	InProgress      Status = "in_progress"
	Completed       Status = "completed"
	FailedRetryable Status = "failed_retryable"
	FailedTerminal  Status = "failed_terminal"
	Unknown         Status = "unknown"
)

// CodeExpired is the failure of a claim whose lifetime ended before anybody
// said what became of it.
const CodeExpired = "OUTCOME_UNKNOWN"

// Bounds of what a claim holds, in bytes. Source: W132.
const (
	MaxKey       = 2 << 10
	MaxOperation = 512
	MaxOwner     = 512 // each field
	MaxToken     = 128
	MaxResource  = 512
	MaxCode      = 128
	MaxReference = 1 << 10
	MaxRow       = 8 << 10 // all of it, as JSON
	// MaxDraft bounds a draft's value. What is larger goes into a body.
	MaxDraft = 1 << 20
	// MaxBody bounds one body.
	MaxBody = 64 << 20
)

// Claim is the record of one mutation. It holds no body, no token and no answer.
type Claim struct {
	Owner Owner  `json:"owner"`
	Key   string `json:"key"`
	// Operation is what the key was used for, as "gmail.send".
	Operation string `json:"operation"`
	// Tool and Class are for people.
	Tool  string `json:"tool,omitempty"`
	Class string `json:"class,omitempty"`
	// Digest is of the payload; a key used with another payload is a conflict.
	Digest  string `json:"digest"`
	Status  Status `json:"status"`
	Attempt int    `json:"attempt"`
	// Version rises with every change.
	Version int64 `json:"version"`
	// Token is the right to end the claim. Begin gives it to whoever acquired
	// the claim, and nothing else shows it.
	Token string `json:"-"`
	// Draft and Resource are all that is kept of a result.
	Draft    string `json:"draftId,omitempty"`
	Resource string `json:"resourceId,omitempty"`
	// Code and Reference tell of a failure.
	Code      string `json:"code,omitempty"`
	Reference string `json:"reference,omitempty"`
	// Actor is who began it.
	Actor   string    `json:"actor,omitempty"`
	Created time.Time `json:"createdAt"`
	Updated time.Time `json:"updatedAt"`
	// Expires is when a claim that is in progress becomes unknown, and when an
	// ended one may be removed. An unknown one has none.
	Expires time.Time `json:"expiresAt,omitzero"`
}

// Cap is a count that one claim takes from.
type Cap struct {
	// Name is what is counted ("send"), Day the user's day ("2026-11-30").
	Name, Day string
	// Amount is how many are taken, Limit how many the day has.
	Amount, Limit int
}

// Beginning asks for a claim.
type Beginning struct {
	Owner                                             Owner
	Key, Operation, Tool, Class, Digest, Draft, Actor string
	// TTL is how long it may stay in progress, Attempts how often it may be
	// begun. host/idempotency has checked both.
	TTL      time.Duration
	Attempts int
	// Caps are taken together with the claim, or nothing is.
	Caps []Cap
}

// Ending says what became of a claim.
type Ending struct {
	Owner   Owner
	Key     string
	Token   string
	Version int64
	// Status is any but InProgress.
	Status                           Status
	Draft, Resource, Code, Reference string
	// Keep is how long the ended record is kept.
	Keep time.Duration
	// Release gives the caps of the beginning back: nothing happened.
	Release []Cap
}

// ClaimFilter narrows a list. The zero value lists all, the newest first.
type ClaimFilter struct {
	// Owner, where not nil, is the only one.
	Owner *Owner
	// Status, where not empty, are the only ones. A claim that is due counts as
	// unknown.
	Status []Status
	Draft  string
	// Word, where not empty, is the key, or the beginning of the RecordID.
	Word  string
	Limit int // 0 is 1000
}

// Draft is the record of a draft. Its value is host/draft's.
type Draft struct {
	ID    string
	Owner Owner
	// State is a word of host/draft; the store compares and lists it.
	State    string
	Revision int
	// Version is compared and raised by every change.
	Version int64
	// Value is at most MaxDraft bytes. Body names the body that holds what did
	// not fit; "" where none does.
	Value   []byte
	Body    string
	Created time.Time
	Updated time.Time
	Expires time.Time
}

// DraftFilter narrows a list. The zero value lists all, the newest first.
type DraftFilter struct {
	Owner  *Owner
	States []string
	// Prefix is the beginning of the ID.
	Prefix string
	Limit  int // 0 is 1000
}

// Pruned tells what a cleanup did.
type Pruned struct {
	// Expired claims became unknown; the other counts were removed.
	Expired, Claims, Drafts, Bodies int
}

// Store is one place where records are kept. All methods may be called by any
// number of goroutines and, but for the one in memory, processes at once. Times
// are the store's own: on PostgreSQL the server's, so that machines with other
// clocks agree.
type Store interface {
	// Begin makes a claim in progress, in one transaction: where there is none,
	// or where the last attempt failed in a way that may be repeated, with the
	// same operation and digest, and attempts are left. acquired is false where
	// the claim that stands must be looked at instead; one in progress that is
	// due has become unknown first. The error is ErrConflict where the operation
	// or the digest differ (the claim that stands is given with it), or a
	// *CapError. A call that was cut off is told as acquired only if the claim
	// stands and is this call's.
	Begin(ctx context.Context, b Beginning) (c Claim, acquired bool, err error)
	// End takes a claim out of progress. ErrConflict: the token, version or state
	// is another, its lifetime is over (it reads unknown from then on), or there
	// is no such claim. A completed claim keeps no failure; a Draft that is not
	// given stays.
	End(ctx context.Context, e Ending) (Claim, error)
	// Resolve takes a claim out of unknown, to FailedRetryable or
	// FailedTerminal; version is what the operator saw. keep is as in Ending.
	// ErrConflict: the claim is another by now, or there is none.
	Resolve(ctx context.Context, o Owner, key string, version int64, to Status, code string, keep time.Duration) (Claim, error)
	// Claim reads one; one that is due becomes unknown first. ErrAbsent.
	Claim(ctx context.Context, o Owner, key string) (Claim, error)
	// Claims lists. Due ones are shown as unknown.
	Claims(ctx context.Context, f ClaimFilter) ([]Claim, error)
	// Count tells how much of a cap is taken.
	Count(ctx context.Context, o Owner, name, day string) (int, error)

	// AddDraft keeps a new draft. Version is set to 1; Created and Updated are
	// the store's time. ErrConflict: the ID is taken. ErrAbsent: there is no
	// body of the name that it gives; the body comes first.
	AddDraft(ctx context.Context, d Draft) (Draft, error)
	// SetDraft replaces State, Revision, Value, Body and Expires where ID, owner and
	// Version are as given, and raises Version. ErrConflict, ErrAbsent. A call
	// that was cut off succeeds only if the change stands and is its own.
	SetDraft(ctx context.Context, d Draft) (Draft, error)
	// Draft reads one of any owner. ErrAbsent.
	Draft(ctx context.Context, id string) (Draft, error)
	Drafts(ctx context.Context, f DraftFilter) ([]Draft, error)

	// PutBody keeps bytes under a name made of their digest; the same name again
	// changes nothing. Body reads them; ErrAbsent. A body that no draft names is
	// kept for BodyGrace.
	PutBody(ctx context.Context, name string, data []byte) error
	Body(ctx context.Context, name string) ([]byte, error)

	// Cleanup turns due claims into unknown ones, then removes ended claims and
	// drafts that have expired, bodies that no draft names, and counts of past
	// days; limit bounds each kind (see CleanMax). Unknown claims stay. Owner nil
	// means all.
	// Drafts in the states keepStates stay however old they are.
	Cleanup(ctx context.Context, o *Owner, keepStates []string, limit int) (Pruned, error)

	// Now is the store's time.
	Now(ctx context.Context) (time.Time, error)
	// Name tells a person which store it is; it holds no secret.
	Name() string
	Close() error
}
