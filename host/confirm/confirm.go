// Package confirm is the gate: no action of class send, share or destructive
// leaves the host before somebody said yes to it.
//
// It owns who may say yes (a person at the prompt, --yes, or a confirm that the
// caller was entitled to give) and puts confirm into the parameters; nothing
// else may. It never decides a class, and it never shows a parameter. Start
// reading at Gate.
package confirm

import (
	"context"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

// The parameter by which a service is told that somebody said yes.
const param = "confirm"

// Where the yes came from.
const (
	SourceNone   = "none"   // nothing was gated
	SourceParam  = "param"  // every gated part was confirmed in the parameters
	SourceYes    = "yes"    // --yes
	SourcePrompt = "prompt" // a person at the terminal
	SourceDraft  = "draft"  // the approval of a draft
)

// Prompter asks a person one question. An error counts as no.
type Prompter interface {
	Confirm(ctx context.Context, text string) (bool, error)
}

// Request is one call at the gate.
type Request struct {
	Tables          *risk.Tables
	Service, Action string
	// Class is the class of the call. The operations of a batch are classed
	// here, each by itself.
	Class risk.Class
	// Params is not changed.
	Params map[string]any
	// Yes answers every question.
	Yes bool
	// Prompter is nil where no person can be asked.
	Prompter Prompter
	// KeepConfirm lets a confirm of exactly true in Params count: an agent
	// in argument mode. Without it each confirm in Params is dropped, so no
	// argument, file or plugin can say yes in a person's place.
	KeepConfirm bool
	// Approved says that an approved draft runs: its approval answers every
	// question, and nobody is asked.
	Approved bool
	// Ask gates the call even where its class does not: the policy wants a
	// person to look at it.
	Ask bool
	// Raw marks a raw call: its classes follow the peer's rule for unknown
	// actions, and confirm in Params counts (the operator wrote them).
	Raw bool
}

// Needed tells whether any part of the call is gated, confirmed or not.
func Needed(r Request) bool { return len(walk(r).items) > 0 }

// Gate returns the parameters to send: a copy in which exactly those gated
// parts have confirm true that got a yes, and where it came from.
//
// Without a yes the error is CONFIRMATION_REQUIRED and nothing may be sent.
// Its cause is ErrNoTerminal where nobody could be asked, ErrRefused where the
// person said no.
func Gate(ctx context.Context, r Request) (params map[string]any, source string, err error) {
	w := walk(r)
	var open []item
	for _, it := range w.items {
		if !it.confirmed {
			open = append(open, it)
		}
	}
	switch {
	case len(w.items) == 0:
		return w.params, SourceNone, nil
	case len(open) == 0:
		w.dropAsked()
		return w.params, SourceParam, nil
	case r.Approved:
		source = SourceDraft
	case r.Yes:
		source = SourceYes
	case r.Prompter == nil:
		return nil, "", fault.Wrap(ErrNoTerminal, fault.ConfirmationRequired,
			"%s needs a yes, and there is no terminal to ask at", sentence(r, open)).
			WithHint("look at it with --dry-run, then repeat it with --yes")
	default:
		if err := ask(ctx, r, open); err != nil {
			return nil, "", err
		}
		source = SourcePrompt
	}
	for _, it := range open {
		if gated(it.class) {
			it.target()[param] = true
		}
	}
	return w.params, source, nil
}
