package cli

import (
	"context"
	"strings"
	"testing"
	"time"
)

// Who ends a server while a call runs hears what is waited for; who ends one that is
// idle, or whose client went, hears nothing.
func TestTellEnding(t *testing.T) {
	said := make(words, 1)
	a := &App{Env: Env{Streams: Streams{Err: said}}}
	ctx, cancel := context.WithCancel(context.Background())
	ended := a.tellEnding(ctx, 0)
	cancel()
	select { // the server still runs: nobody has said that it ended
	case got := <-said:
		if !strings.Contains(got, "waiting for a call that runs") {
			t.Errorf("%q", got)
		}
	case <-time.After(time.Minute):
		t.Error("nothing is said")
	}
	ended()

	quiet, cancelled := context.WithCancel(context.Background())
	a.tellEnding(quiet, time.Hour)()
	ended = a.tellEnding(quiet, time.Hour)
	cancelled()
	ended()
	if len(said) > 0 {
		t.Errorf("of one that ends at once: %q", <-said)
	}
}

// words hands on what is written.
type words chan string

func (w words) Write(p []byte) (int, error) { w <- string(p); return len(p), nil }
