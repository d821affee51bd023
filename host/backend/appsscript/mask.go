package appsscript

import (
	"strings"

	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
)

// minSecret is how long a secret must be to be looked for, in bytes: masking a
// shorter one would tear ordinary words apart.
const minSecret = 8

// mask takes a secret that was sent out of what a failed exchange says. A proxy
// may repeat it ("invalid token abc"), and failures end up in logs.
func mask(secret string, r *envelope.Response, err error) (*envelope.Response, error) {
	if len(secret) < minSecret {
		return r, err
	}
	hide := func(s string) string { return strings.ReplaceAll(s, secret, "[masked]") }
	if f := fault.Of(err); f != nil && strings.Contains(f.Message, secret) {
		again := *f
		again.Message = hide(f.Message)
		err = &again
	}
	if r == nil {
		return nil, err
	}
	if e := r.Error; e != nil {
		e.Code, e.Message, e.CorrelationID = hide(e.Code), hide(e.Message), hide(e.CorrelationID)
	}
	for i := range r.Warnings {
		r.Warnings[i] = hide(r.Warnings[i])
	}
	return r, err
}
