package idempotency

import (
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// Verdict says what became of a claimed call.
type Verdict struct {
	// Status is any but InProgress.
	Status store.Status
	// Code and Reference tell of a failure, Resource names what was made.
	Code, Reference, Resource string
	// Nothing says that certainly nothing happened, so that what was taken of
	// the day's caps is given back.
	Nothing bool
}

// Judge tells what became of a call from the backend's answer. effects counts
// the requests that the guard let out: they may have left. refusedByGuard says
// that the guard refused the one behind them, so that err is the guard's.
//
// Only what is known to have failed is a failure. A failure may be repeated
// where nothing happened and the cause may pass; where some of several effects
// happened it never may. Everything that leaves the question open is unknown.
// Source: W136, W137, W138. One cell of W138 is otherwise here: a change that
// was made and whose answer can't be read is unknown rather than completed,
// since a plan may have had more to do after it.
func Judge(r *envelope.Response, err error, effects int, refusedByGuard bool) Verdict {
	if err == nil && r != nil && r.Success {
		return judgeSuccess(r, effects)
	}
	f := factsOf(r, err)
	v := Verdict{Code: f.code, Reference: f.reference}
	switch {
	case f.code == string(fault.OutcomeUnknown), f.change == fault.ChangeUncertain:
		v.Status = store.Unknown
	case f.change == fault.ChangeMade:
		// What an answer refuses did not happen; the change before it stands. An
		// error of ours may have come before the plan was at its end.
		v.Status = terminalOr(f.own && !refusedByGuard && meaning(f) == open)
	case effects == 0:
		v.Nothing, v.Status = true, retryableIf(passing[fault.Code(f.code)])
	case refusedByGuard:
		v.Status = store.FailedTerminal
	case f.change == fault.ChangeNone:
		v.Nothing, v.Status = true, retryableIf(effects == 1 && passing[fault.Code(f.code)])
	case meaning(f) == open:
		v.Status = store.Unknown
	default:
		// Of several the first may have happened, whatever became of the last.
		v.Nothing, v.Status = effects == 1, retryableIf(effects == 1 && meaning(f) == mayPass)
	}
	return v
}

func retryableIf(ok bool) store.Status {
	if ok {
		return store.FailedRetryable
	}
	return store.FailedTerminal
}

func terminalOr(unknown bool) store.Status {
	if unknown {
		return store.Unknown
	}
	return store.FailedTerminal
}

// facts are what a failure says of itself.
type facts struct {
	code, reference string
	change          fault.Change
	// own says that wslite gives the code, not a service or a proxy.
	own bool
}

func factsOf(r *envelope.Response, err error) facts {
	switch {
	case err != nil:
		f := facts{code: codeWord(string(fault.CodeOf(err))), own: true}
		if e := fault.Of(err); e != nil {
			f.change, f.reference, f.own = e.Change, referenceWord(e.CorrelationID), !e.FromService
		}
		return f
	case r != nil && r.Error != nil:
		return facts{code: codeWord(r.Error.Code), reference: referenceWord(r.Error.CorrelationID), change: r.Error.Change}
	}
	return facts{code: string(fault.MalformedResponse), own: true} // no answer at all
}

// passing are the causes that may be gone at the next attempt, where nothing
// was sent.
var passing = map[fault.Code]bool{
	fault.NotSignedIn: true, fault.Unauthorized: true, fault.Network: true, fault.RateLimited: true, fault.Upstream: true,
	fault.Interrupted: true, fault.StoreUnavailable: true, fault.AuditUnavailable: true,
}

// sense is what a code says of the effect before it, where the backend itself
// does not tell.
type sense int

const (
	open     sense = iota // nothing
	mayPass               // it did not happen, and the cause may pass
	standing              // it did not happen, and will not
)

// refusals are the codes by which a service, or a proxy, says no to a request.
// All others (a proxy's SEND_FAILED or INTERNAL_ERROR, its LIMIT_EXCEEDED for
// an answer that grew too large after the change) may come after the effect.
var refusals = map[string]sense{
	string(fault.Unauthorized): mayPass,
	string(fault.RateLimited):  mayPass,

	string(fault.Usage):                standing,
	string(fault.BadRequest):           standing,
	string(fault.ConfirmationRequired): standing,
	string(fault.ActionNotAllowed):     standing,
	string(fault.BatchNotAllowed):      standing,
	string(fault.NotFound):             standing,
	string(fault.Conflict):             standing,
	string(fault.NotSupported):         standing,
	// These two are the proxies' own.
	"FORBIDDEN":      standing,
	"UNKNOWN_ACTION": standing,
}

// beforeSending are the codes that our backends give only where nothing left:
// whatever was lost on the way is OUTCOME_UNKNOWN with them.
var beforeSending = map[string]bool{
	string(fault.NotSignedIn): true,
	string(fault.Network):     true,
	string(fault.Interrupted): true,
}

func meaning(f facts) sense {
	if f.own && beforeSending[f.code] {
		return mayPass
	}
	return refusals[f.code]
}
