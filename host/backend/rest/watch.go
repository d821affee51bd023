package rest

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"sync/atomic"
	"time"
)

// errLate is the cause of a context that a watch ended.
var errLate = errors.New("it took too long")

// lively is how many bytes must move within the time limit for content that is
// on its way to count as alive. A peer that trickles single bytes would hold a
// connection for ever otherwise.
const lively = 1024

// watch bounds one attempt: all of it, or, where content moves, each silence.
type watch struct {
	cancel context.CancelCauseFunc
	timer  *time.Timer
	limit  time.Duration
	moves  bool
	bytes  atomic.Int64
}

func newWatch(ctx context.Context, limit time.Duration, moves bool) (context.Context, *watch) {
	ctx, cancel := context.WithCancelCause(ctx)
	return ctx, &watch{cancel: cancel, timer: time.AfterFunc(limit, func() { cancel(errLate) }), limit: limit, moves: moves}
}

// note tells that n bytes moved.
func (w *watch) note(n int) {
	if w.moves && w.bytes.Add(int64(n)) >= lively {
		w.bytes.Store(0)
		w.timer.Reset(w.limit)
	}
}

// turn tells that the other side has its turn: its time begins anew.
func (w *watch) turn() {
	if w.moves {
		w.timer.Reset(w.limit)
	}
}

func (w *watch) stop() {
	w.timer.Stop()
	w.cancel(nil)
}

// sender is a body on its way out.
type sender struct {
	io.ReadCloser
	watch *watch
	moved func(n int) // may be nil
	// failed is where the first error of the content itself goes: it is ours,
	// not the network's.
	failed *atomic.Pointer[error]
}

func (s *sender) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	s.watch.note(n)
	if s.moved != nil && n > 0 {
		s.moved(n)
	}
	switch {
	case err == io.EOF:
		s.watch.turn()
	case err != nil && !errors.Is(err, fs.ErrClosed): // the transport needs no more
		s.failed.CompareAndSwap(nil, &err)
	}
	return n, err
}

// receiver is a body on its way in.
type receiver struct {
	io.Reader
	watch *watch
}

func (r *receiver) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.watch.note(n)
	return n, err
}
