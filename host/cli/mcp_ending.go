package cli

import (
	"context"
	"time"
)

// endingPatience is how long a server that was told to end may take without a word.
const endingPatience = time.Second

// tellEnding says to whoever ends a server what it waits for, where it doesn't end at
// once: a call whose request has left is waited for, so that what became of it is on
// record. The server's end calls what it gives.
func (a *App) tellEnding(ctx context.Context, patience time.Duration) (ended func()) {
	over, told := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(told)
		select {
		case <-over:
			return
		case <-ctx.Done():
		}
		select {
		case <-over:
		case <-time.After(patience):
			a.note("waiting for a call that runs, so that what became of it is on record; the same signal again (Ctrl-C) ends at once, and wslite outcomes list has it then")
		}
	}()
	return func() {
		close(over)
		<-told
	}
}
