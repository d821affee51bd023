// Package audit keeps the log of what was tried and what became of it: JSON
// Lines that are only appended to, each chained to the one before it by a hash.
//
// It owns the files (the user's alone, locked while a line is written,
// rotated), the chain and its check. It records no contents: no parameter, no
// text, no address, no file's name; digests stand for them. It decides nothing;
// whoever can't write a record sends nothing.
//
// Start reading at Log.
package audit

import "time"

// The events.
const (
	// Attempt is written before a mutation is sent; Outcome after it.
	Attempt = "attempt"
	Outcome = "outcome"
	// Refused: policy, gate, draft rules or a key said no; nothing was sent.
	Refused = "refused"
	// DryRun: it was shown, not sent.
	DryRun = "dry_run"
	// DraftEvent: a draft was stored, edited, approved, rejected or pruned;
	// Status says which.
	DraftEvent = "draft"
	// Resolved: an operator said what became of an unknown outcome.
	Resolved = "resolved"
	// Read: a call that changes nothing, where the operator wants those logged.
	Read = "read"
)

// Events are all that a filter can name: those above, and that of the notes that
// the log writes of itself where it was found otherwise than it was left.
func Events() []string {
	return []string{Attempt, Outcome, Refused, DryRun, DraftEvent, Resolved, Read, recoveredEvent}
}

// Record is one line, without what the chain adds. Empty members are left out.
type Record struct {
	Time  time.Time `json:"time"`
	Event string    `json:"event"`
	// Identity is whose data it touches, Actor who did it.
	Tenant   string `json:"tenant,omitempty"`
	Account  string `json:"account,omitempty"`
	Actor    string `json:"actor,omitempty"`
	FrontEnd string `json:"frontEnd,omitempty"`
	Profile  string `json:"profile,omitempty"`
	Service  string `json:"service,omitempty"`
	Tool     string `json:"tool,omitempty"`
	Action   string `json:"action,omitempty"`
	Class    string `json:"class,omitempty"`
	// Digest is of the payload.
	Digest string `json:"digest,omitempty"`
	// Decision is "allow" or "deny"; Reasons are the policy's rules by name,
	// without the values that they met.
	Decision string   `json:"decision,omitempty"`
	Reasons  []string `json:"reasons,omitempty"`
	// Confirm tells where the yes came from.
	Confirm string `json:"confirm,omitempty"`
	Draft   string `json:"draft,omitempty"`
	// Revision is the draft's.
	Revision int `json:"revision,omitempty"`
	// Claim is the id of the claim, made of the idempotency key's digest; Attempt
	// counts its attempts.
	Claim   string `json:"claim,omitempty"`
	Attempt int    `json:"attempt,omitempty"`
	Backend string `json:"backend,omitempty"`
	// Routes are the ids of the requests that changed, or may have changed,
	// something, in order.
	Routes []string `json:"routes,omitempty"`
	// Status is what became of it: "ok", "partial", "failed", "unknown",
	// "duplicate", "refused"; of a draft "storing" and "stored", "editing" and
	// "edited", "approved", "rejected", "pruned"; of an outcome "happened",
	// "did_not_happen".
	Status string `json:"status,omitempty"`
	// Code is the error's.
	Code string `json:"code,omitempty"`
	// DurationMS is of the call, in milliseconds; the sizes are in bytes.
	DurationMS  int64 `json:"durationMs,omitempty"`
	SentBytes   int64 `json:"sentBytes,omitempty"`
	AnswerBytes int64 `json:"answerBytes,omitempty"`
}
