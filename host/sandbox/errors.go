package sandbox

import (
	"context"
	"errors"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// interrupted is the error of a call whose context is done.
func interrupted(ctx context.Context, name string) error {
	why := "it was interrupted"
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		why = "its time was up"
	}
	return fault.Wrap(ctx.Err(), fault.Interrupted, "the plugin %s was stopped: %s", name, why)
}

// about puts the plugin and what it was doing before a message. The code and
// the cause stay.
func about(err error, name, doing string) error {
	e := fault.Of(err)
	if e == nil || e.Code == fault.Interrupted {
		return err
	}
	told := *e
	told.Message = "the plugin " + name + " failed in " + doing + ": " + e.Message
	return &told
}

// maxReason bounds what a message repeats of a guest's words, in cells.
const maxReason = 300

// reason makes one line of what a guest or wazero says about a failure. The
// stack that wazero adds is left out.
func reason(s string) string {
	s, _, _ = strings.Cut(s, "\nwasm stack trace:")
	return text.Cut(strings.TrimSpace(text.Line(s)), maxReason)
}
