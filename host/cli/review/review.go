// Package review is the terminal screen of wslite drafts review: one draft at a
// time, whole and readable, with keys to approve, reject and edit it.
//
// It owns what a key does, and when it does nothing: a yes is given by a person
// who has the draft before the eyes, never by a slip of the finger, a key that
// is held down, or text that was pasted. What a draft says comes from
// host/draft/describe; approving, rejecting and editing are functions that the
// command gives. It knows no store, no policy and no configuration.
//
// Start reading at Run, then at model.Update.
package review

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
)

// Options is what the screen needs. All functions are called one at a time, and
// never while the screen is drawn by somebody else.
type Options struct {
	// In and Out are a terminal.
	In  io.Reader
	Out io.Writer
	// Drafts are those that wait, in the order in which they are shown.
	Drafts []*draft.Draft
	// Approve says yes to d as it was shown (its revision and digest), and with
	// run also runs it. The text is one line about what became of it.
	Approve func(ctx context.Context, d *draft.Draft, run bool) (string, error)
	// Reject says no; reason may be empty.
	Reject func(ctx context.Context, d *draft.Draft, reason string) error
	// Edit lets the person change d; it has the terminal for itself. It gives
	// the draft as it is then, which may be d.
	Edit func(ctx context.Context, d *draft.Draft) (*draft.Draft, error)
	// Reload lists the drafts that wait now.
	Reload func(ctx context.Context) ([]*draft.Draft, error)
	// Color allows colour. No meaning hangs on it.
	Color bool
	// Now is the clock by which age and expiry are told.
	Now func() time.Time
}

// Run shows the drafts until the person leaves. The terminal is as it was
// before when Run returns, whatever happened.
//
// The error is USAGE where In or Out is no terminal; INTERRUPTED after
// Ctrl-C or when ctx ends, and then tells of a decision that was still under
// way; CLIENT_ERROR where the terminal can't be used or the screen itself
// failed. What went wrong with a draft is shown, and no error of Run.
func Run(ctx context.Context, o Options) error {
	if !isTerminal(o.In) || !isTerminal(o.Out) {
		return fault.New(fault.Usage, "the review needs a terminal for input and output").WithHint(plainWay)
	}
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	m := newModel(o, &jobs{ctx: work, cancel: cancel})

	options := []tea.ProgramOption{
		tea.WithInput(o.In), tea.WithOutput(o.Out),
		// The process has its own handler, which ends ctx.
		tea.WithoutSignalHandler(),
	}
	if !o.Color {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	p := tea.NewProgram(&guarded{model: m}, options...)
	// The end of ctx is a message like any other: a program that is killed leaves
	// its reader behind, at work on a terminal that is not its own any more.
	stop := context.AfterFunc(ctx, func() { p.Send(leaveMsg{}) })
	defer stop()
	_, err := p.Run()
	last := m.jobs.end()

	switch {
	case m.fault != nil:
		return m.fault
	case m.interrupted || ctx.Err() != nil:
		return interrupted(last)
	case err != nil && errors.Is(err, tea.ErrProgramPanic):
		return brokenScreen()
	case err != nil:
		return fault.Wrap(err, fault.Client, "the terminal can't be used for the review").WithHint(plainWay)
	}
	return nil
}

// isTerminal says that a stream is a terminal itself, not something around one:
// its size and settings must be within reach.
func isTerminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// plainWay does the same without a screen.
const plainWay = "use wslite drafts list, show and approve instead"

func brokenScreen() *fault.Error {
	return fault.New(fault.Client, "the review screen failed by a fault of its own; it has decided nothing that it did not tell").WithHint(plainWay)
}

// interrupted tells of leaving in the middle: of the job that had not been told
// of on the screen, if there was one.
func interrupted(last *jobEnd) *fault.Error {
	switch {
	case last == nil:
		return fault.New(fault.Interrupted, "interrupted; the draft on the screen was not decided on")
	case last.err != nil:
		f := fault.Wrap(last.err, fault.Interrupted, "interrupted while %s: %s", last.job.doing, message(last.err))
		if inner := fault.Of(last.err); inner != nil && inner.Hint != "" {
			f.Hint = inner.Hint
		}
		return f
	}
	return fault.New(fault.Interrupted, "interrupted after this was done: %s", last.line)
}

// message is what err says, without its hint.
func message(err error) string {
	if f := fault.Of(err); f != nil {
		return f.Message
	}
	return fmt.Sprint(err)
}
