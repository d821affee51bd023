package rest

import (
	"context"
	"errors"
	"sync"
	"time"
)

// errCallTime is the cause of a context whose call ran out of time.
var errCallTime = errors.New("the call ran out of time")

// outOfTime says that a context ended because its time did.
func outOfTime(ctx context.Context) bool {
	return errors.Is(ctx.Err(), context.DeadlineExceeded) || ctx.Err() != nil && errors.Is(context.Cause(ctx), errCallTime)
}

// budget is the time that one action has. It stands still while content moves:
// a file of two gigabytes may take as long as it takes, the requests around it
// may not.
type budget struct {
	cancel context.CancelCauseFunc

	mu     sync.Mutex
	timer  *time.Timer
	left   time.Duration
	since  time.Time // when the timer last began to run
	moving int       // transfers under way
}

func newBudget(ctx context.Context, d time.Duration) (context.Context, *budget) {
	ctx, cancel := context.WithCancelCause(ctx)
	t := &budget{cancel: cancel, left: d, since: time.Now()}
	t.timer = time.AfterFunc(d, func() { cancel(errCallTime) })
	return ctx, t
}

// pause stops the clock until the function that it returns is called.
func (t *budget) pause() (resume func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.moving++; t.moving == 1 && t.timer.Stop() {
		t.left -= time.Since(t.since)
	}
	return t.resume
}

func (t *budget) resume() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.moving--; t.moving == 0 {
		t.since = time.Now()
		t.timer.Reset(max(t.left, 0))
	}
}

func (t *budget) stop() {
	t.timer.Stop()
	t.cancel(nil)
}
