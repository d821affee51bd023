package cli

import (
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/risk"
)

// interrupted tells what a Ctrl-C left behind. The exit code is 130 either
// way; the words say whether something may have been sent.
func interrupted(res *invoke.Result, err error) error {
	f := fault.Of(err)
	if f != nil && f.Code == fault.Interrupted && res.Class != risk.Read {
		return err // it says how far the call had come
	}
	if f != nil && f.Code == fault.OutcomeUnknown {
		return fault.Wrap(err, fault.Interrupted, "interrupted while %s was under way: it may have happened", res.Action).
			WithHint("look at the service before you repeat it")
	}
	if res.Class == risk.Read || res.Class == "" {
		return fault.Wrap(err, fault.Interrupted, "interrupted; nothing was changed")
	}
	return fault.Wrap(err, fault.Interrupted, "interrupted before %s was sent", res.Action)
}
