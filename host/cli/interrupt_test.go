package cli

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/risk"
)

// TestInterruptedSaysHowFar: a read that was cut short changed nothing, whatever
// route it was at; a change keeps the words of the backend, which knows.
func TestInterruptedSaysHowFar(t *testing.T) {
	at := fault.New(fault.Interrupted, "interrupted before the request of route drive.files.create was done")
	for class, want := range map[risk.Class]string{risk.Read: "nothing was changed", risk.Write: "drive.files.create"} {
		err := interrupted(&invoke.Result{Class: class, Action: "fileCreate"}, at)
		if f := fault.Of(err); f.Code != fault.Interrupted || !strings.Contains(f.Message, want) {
			t.Errorf("%s: %v", class, err)
		}
	}
}

// TestInterruptedQuestionNamesItself: Main keeps what a command says about its
// own interruption.
func TestInterruptedQuestionNamesItself(t *testing.T) {
	in, typing := io.Pipe() // nobody answers
	defer typing.Close()
	var out, errs strings.Builder
	e := testEnv(t, t.TempDir(), nil)
	e.Streams = Streams{In: in, Out: &out, Err: &errs, InTTY: true, ErrTTY: true}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code := Main(ctx, []string{"local", "reset"}, e)
	if code != fault.ExitInterrupted || !strings.Contains(errs.String(), "nothing was done") {
		t.Errorf("exit %d: %s", code, errs.String())
	}
}
