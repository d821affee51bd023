package setup

import (
	"context"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// clean makes a stranger's text one line of bounded width.
func clean(s string, width int) string { return text.Cut(text.Line(s), width) }

// messageOf is what an error tells a person. Errors of the project hold no
// address, token or body; others are not shown.
func messageOf(err error) string {
	if f := fault.Of(err); f != nil {
		return f.Error()
	}
	return "it failed for a reason that is not known"
}

// interrupted gives the error for a cancelled run; nil while it goes on.
func interrupted(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return fault.Wrap(ctx.Err(), fault.Interrupted, "interrupted; nothing more was changed")
}
