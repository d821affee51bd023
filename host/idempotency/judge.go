package idempotency

import (
	"github.com/wslite/wslite/host/envelope"
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

// Judge is filled in below.
func Judge(r *envelope.Response, err error, effects int, refusedByGuard bool) Verdict {
	return judge(r, err, effects, refusedByGuard)
}

func judge(r *envelope.Response, err error, effects int, refusedByGuard bool) Verdict {
	return Verdict{Status: store.Unknown, Code: store.CodeExpired}
}
