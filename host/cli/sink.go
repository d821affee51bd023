package cli

import (
	"errors"
	"io"
	"syscall"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// sink is stdout. It keeps the first error of a write, since most printing has
// no use for it: a result that a full disk swallowed must not look like success.
type sink struct {
	out io.Writer
	err error
}

// Write passes p on. After a failed write nothing more is tried: half a
// result with a hole in it would be worse than its beginning.
func (s *sink) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.out.Write(p)
	s.err = err
	return n, err
}

// lost tells that the result could not be written; nil where all was, or where
// the reader has left, as head does.
func (s *sink) lost() *fault.Error {
	if s.err == nil || s.left() {
		return nil
	}
	reason := s.err
	var n syscall.Errno
	if errors.As(s.err, &n) {
		reason = n
	}
	return fault.Wrap(s.err, fault.Client, "the output could not be written: %s", text.Line(reason.Error())).
		WithHint("make room, or send the output elsewhere")
}

// left says that the reader has gone: of a pipe of the system, or of one inside
// the process.
func (s *sink) left() bool {
	return errors.Is(s.err, syscall.EPIPE) || errors.Is(s.err, io.ErrClosedPipe)
}

// doneAlready adds to a failure of printing that the call was made and changed
// something: who repeats it does it twice.
func (a *App) doneAlready(f *fault.Error) *fault.Error {
	if a.changed == "" {
		return f
	}
	return f.WithHint("%s was done all the same: do not repeat it", a.changed)
}
