// Package fault is the one error type of wslite and the one table of its
// codes. The table is the source for exit codes, JSON, docs and tests.
//
// It imports nothing of the project, so that every package can return its
// errors. Messages say what failed, on which input and what to do next; they
// hold no stack, no token and no body.
package fault

import (
	"errors"
	"fmt"
)

// Code is a stable name for a kind of failure. Scripts may rely on it. Codes
// that a service sends pass through and need not stand in the table.
type Code string

// The codes that wslite itself gives.
const (
	Usage                Code = "USAGE"
	BadRequest           Code = "BAD_REQUEST"
	ConfirmationRequired Code = "CONFIRMATION_REQUIRED"
	ActionNotAllowed     Code = "ACTION_NOT_ALLOWED"
	BatchNotAllowed      Code = "BATCH_ACTION_NOT_ALLOWED"
	LimitExceeded        Code = "LIMIT_EXCEEDED"
	NotFound             Code = "NOT_FOUND"
	Conflict             Code = "CONFLICT"
	RateLimited          Code = "RATE_LIMITED"
	Unauthorized         Code = "UNAUTHORIZED"
	NotSignedIn          Code = "NOT_SIGNED_IN"
	NotSupported         Code = "NOT_SUPPORTED"
	Client               Code = "CLIENT_ERROR"
	Network              Code = "NETWORK_ERROR"
	Upstream             Code = "UPSTREAM_ERROR"
	MalformedResponse    Code = "MALFORMED_RESPONSE"
	OutcomeUnknown       Code = "OUTCOME_UNKNOWN"
	PluginRefused        Code = "PLUGIN_REFUSED"
	PluginFault          Code = "PLUGIN_FAULT"
	PluginOutOfFuel      Code = "PLUGIN_OUT_OF_FUEL"
	PluginLimit          Code = "PLUGIN_LIMIT"
	PluginViolation      Code = "PLUGIN_VIOLATION"
	PluginChanged        Code = "PLUGIN_CHANGED"
	Interrupted          Code = "INTERRUPTED"
	IdempotencyConflict  Code = "IDEMPOTENCY_CONFLICT"
	IdempotencyRefused   Code = "IDEMPOTENCY_REFUSED"
	DraftRefused         Code = "DRAFT_REFUSED"
	DraftStale           Code = "DRAFT_STALE"
	DraftDigest          Code = "DRAFT_DIGEST"
	DraftExpired         Code = "DRAFT_EXPIRED"
	IdentityMismatch     Code = "IDENTITY_MISMATCH"
	StoreUnavailable     Code = "STORE_UNAVAILABLE"
	AuditUnavailable     Code = "AUDIT_UNAVAILABLE"
)

// Exit codes of the process.
const (
	ExitOK          = 0
	ExitFailure     = 1
	ExitConfirm     = 2
	ExitPartial     = 3
	ExitUsage       = 4
	ExitSignIn      = 5
	ExitUnknown     = 6
	ExitInterrupted = 130
)

// Entry is one row of the code table.
type Entry struct {
	Code Code
	// Exit is the process's exit code.
	Exit int
	// Retryable says that the same call may succeed later without a change.
	Retryable bool
	// Meaning and Action are one sentence each: what happened, what to do.
	Meaning, Action string
}

// Table lists every code that wslite gives, in the order of the docs.
var Table = []Entry{
	{Usage, ExitUsage, false, "The command line or an argument is wrong.", "Correct the argument that the message names; --help lists them."},
	{BadRequest, ExitFailure, false, "The service or a plugin refused the request's content.", "Correct the field that the message names."},
	{ConfirmationRequired, ExitConfirm, false, "The action needs a person's yes and did not get it.", "Answer the prompt, or add --yes after reading what would happen."},
	{ActionNotAllowed, ExitFailure, false, "A policy, a grant or the service forbids the action.", "Ask for the right, or choose a tool that is allowed."},
	{BatchNotAllowed, ExitFailure, false, "The action can't stand in a batch.", "Call the tool on its own."},
	{LimitExceeded, ExitFailure, false, "A size or count is over its limit.", "Send less, or in several calls."},
	{NotFound, ExitFailure, false, "The thing that was named does not exist, or is not visible to this account.", "Check the id; list the parent to see what exists."},
	{Conflict, ExitFailure, false, "The thing changed since it was read, or exists already.", "Read it again and repeat with the new state."},
	{RateLimited, ExitFailure, true, "The service asks to slow down.", "Wait, then repeat."},
	{Unauthorized, ExitFailure, false, "The service did not accept the credentials.", "Check the token or sign in again."},
	{NotSignedIn, ExitSignIn, false, "No credentials for this account.", "Sign in, or set the variables that the message names."},
	{NotSupported, ExitFailure, false, "This backend can't do it.", "Choose another backend or tool."},
	{Client, ExitFailure, false, "The call failed before a service answered.", "Read the message; it names the setting or the network fault."},
	{Network, ExitFailure, true, "The service could not be reached.", "Check the address and the network, then repeat."},
	{Upstream, ExitFailure, true, "The service failed.", "Repeat later; reads are safe to repeat."},
	{MalformedResponse, ExitFailure, false, "The answer is not what the service promises.", "Check that the address is the right one."},
	{OutcomeUnknown, ExitUnknown, false, "The request left, and its answer was lost: it may have happened.", "Look at the service before you repeat it."},
	{PluginRefused, ExitFailure, false, "A module breaks a rule and was not loaded.", "Ask its author for a module that keeps the rule."},
	{PluginFault, ExitFailure, false, "A plugin trapped or gave an answer that can't be read.", "Report it to the plugin's author; nothing was sent."},
	{PluginOutOfFuel, ExitFailure, false, "A plugin used up its fuel (it computed for too long).", "Send less data; report it to the plugin's author."},
	{PluginLimit, ExitFailure, false, "A plugin exceeded a memory, size, log or step limit.", "Send less data; report it to the plugin's author."},
	{PluginViolation, ExitFailure, false, "A plugin asked for something that it may not do. Nothing was sent for it.", "Remove the plugin or report it; do not repeat."},
	{PluginChanged, ExitFailure, false, "A plugin's file or request differs from what was granted.", "Look at the difference and add the plugin again if you agree."},
	{IdempotencyConflict, ExitFailure, false, "The idempotency key was used before, with another tool or other parameters.", "Take a new key for a new call; repeat the old call unchanged to hear what became of it."},
	{IdempotencyRefused, ExitFailure, false, "The call with this key is under way, or it has ended in a way that may not be repeated.", "Wait for the other process, or look at it with wslite outcomes show."},
	{DraftRefused, ExitFailure, false, "There is no such draft, or its state does not allow this.", "wslite drafts list shows the drafts and their states."},
	{DraftStale, ExitFailure, false, "The draft, its approval or the world is not what was agreed to any more. Nothing was sent.", "Look at the draft again, edit it where needed, and approve it anew."},
	{DraftDigest, ExitFailure, false, "What would be sent, or a file of it, is not what was agreed to. Nothing was sent.", "Look at the draft again and approve what it is now."},
	{DraftExpired, ExitFailure, false, "The draft waited too long.", "Store it again."},
	{IdentityMismatch, ExitFailure, false, "The draft belongs to another account.", "Name the account, or the profile, that the draft was stored for."},
	{StoreUnavailable, ExitFailure, true, "The records of what was begun can't be read or written, so nothing that changes anything is sent.", "Read the message: it names the file or the server and what is wrong with it."},
	{AuditUnavailable, ExitFailure, true, "The audit log can't be written, so nothing that changes anything is sent.", "Read the message: it names the file and what is wrong with it."},
	{Interrupted, ExitInterrupted, false, "The command was interrupted.", "Repeat it; a message says if something may have been sent."},
}

// Lookup gives the row of a code, and whether there is one.
func Lookup(c Code) (Entry, bool) {
	for _, e := range Table {
		if e.Code == c {
			return e, true
		}
	}
	return Entry{}, false
}

// Error is a failure that a caller can act on.
type Error struct {
	Code Code
	// Message is for a person: what failed, on which input.
	Message string
	// Field is the argument at fault, with dots; may be empty.
	Field string
	// Hint is what to do next; may be empty.
	Hint string
	// CorrelationID is the service's id for the failure; may be empty.
	CorrelationID string
	// FromService says that a service gave the code, so it passes through
	// to JSON output as it is.
	FromService bool
	// Change is what the backend knows of changes that stand all the same.
	Change Change
	// Cause is the wrapped error; its text is not shown.
	Cause error
}

// Change is what a backend knows, when a call failed, of changes by it. Who
// decides whether the call may be repeated needs it: the code alone does not
// tell a refused change from a change that was made before a later step failed.
type Change int

// What can be known.
const (
	// ChangeUntold: the backend does not say; the code has to do.
	ChangeUntold Change = iota
	// ChangeNone: certainly nothing was changed.
	ChangeNone
	// ChangeMade: something was changed, and a later step failed.
	ChangeMade
	// ChangeUncertain: something may have been changed.
	ChangeUncertain
)

// New makes an error with a formatted message.
func New(c Code, format string, args ...any) *Error {
	return &Error{Code: c, Message: fmt.Sprintf(format, args...)}
}

// Wrap is New with a cause.
func Wrap(cause error, c Code, format string, args ...any) *Error {
	e := New(c, format, args...)
	e.Cause = cause
	return e
}

// WithField names the argument at fault.
func (e *Error) WithField(f string) *Error { e.Field = f; return e }

// WithHint adds what to do next.
func (e *Error) WithHint(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}

// Error gives the message, and the hint behind it.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + " (" + e.Hint + ")"
}

func (e *Error) Unwrap() error { return e.Cause }

// Of finds the *Error in err's chain; nil where there is none.
func Of(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// CodeOf gives the code of err; CLIENT_ERROR for an error of another type.
func CodeOf(err error) Code {
	if e := Of(err); e != nil {
		return e.Code
	}
	return Client
}

// ExitOf gives the exit code of err; 0 for nil, 1 for a code that is not in
// the table. A code that a service sent counts as a failure, except for
// CONFIRMATION_REQUIRED: the peer's rule (vectors exit, kind exitCodeFor).
func ExitOf(err error) int {
	if err == nil {
		return ExitOK
	}
	e := Of(err)
	if e == nil {
		return ExitFailure
	}
	if e.FromService && e.Code != ConfirmationRequired {
		return ExitFailure
	}
	if row, ok := Lookup(e.Code); ok {
		return row.Exit
	}
	return ExitFailure
}
