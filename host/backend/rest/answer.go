package rest

import (
	"bytes"
	"net/http"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/keep"
	"github.com/wslite/wslite/sdk/abi"
)

// read turns an answer below 400 into what the plan sees. An empty answer is a
// good one: deletions give nothing back. Everything else must be JSON.
func (r prepared) read(ans *answer, p *progress) (abi.Response, error) {
	if ans.status >= 300 || ans.status < 200 {
		return abi.Response{}, r.redirected(ans.status)
	}
	if ans.tooLarge {
		return abi.Response{}, fault.New(fault.LimitExceeded, "route %s: the answer of %s is larger than the limit", r.route.ID, r.route.Host).
			WithHint("ask for fewer items")
	}
	out := abi.Response{Status: ans.status}
	body := bytes.TrimSpace(ans.body)
	if len(body) == 0 {
		return out, nil
	}
	if err := strict(body); err != nil {
		return abi.Response{}, r.malformed("%s answered %d with something that is not JSON", r.route.Host, ans.status)
	}
	if keyTwice(body) {
		return abi.Response{}, r.malformed("%s answered %d with JSON that names a key twice", r.route.Host, ans.status)
	}
	if r.mask == nil && r.maxText == 0 && r.decode == nil && r.save == nil {
		out.Body = body
		return out, nil
	}
	v, err := decode(body)
	if err != nil {
		return abi.Response{}, r.malformed("%s answered %d with JSON that can't be read", r.route.Host, ans.status)
	}
	if r.save != nil {
		delete(object(v), r.save.Field)
	}
	if r.decode != nil {
		if err := r.decodeText(v, p); err != nil {
			return abi.Response{}, err
		}
	}
	if r.mask != nil {
		kept, ok := r.mask.Apply(v)
		if !ok {
			return out, nil
		}
		v = kept
	}
	if out.Body, err = encode(keep.CutText(v, r.maxText)); err != nil {
		return abi.Response{}, r.malformed("%s answered %d with JSON that can't be read", r.route.Host, ans.status)
	}
	return out, nil
}

// redirected refuses an answer of the 300s. To follow it would take token and
// body to a host that no table names. For a change it says nothing certain:
// "see other" may follow a change that was made.
func (r prepared) redirected(status int) error {
	if r.route.Mutates {
		return fault.New(fault.OutcomeUnknown, "route %s: %s answered %d (%s), which is not followed: the change may have been made", r.route.ID, r.route.Host, status, http.StatusText(status)).
			WithHint("look at the service before you repeat it")
	}
	return r.malformed("%s answered %d (%s), which is not followed", r.route.Host, status, http.StatusText(status))
}

func (r prepared) malformed(format string, args ...any) *fault.Error {
	e := fault.New(fault.MalformedResponse, format, args...)
	e.Message = "route " + r.route.ID + ": " + e.Message
	return e
}
