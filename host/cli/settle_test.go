package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// TestConfigurationIsReadOnce: the flags that choose it are guessed before the
// command line is parsed; where the guess was right nothing is read again, so a
// warning comes once.
func TestConfigurationIsReadOnce(t *testing.T) {
	needPlugins(t)
	for _, args := range [][]string{
		{"--local", "tasks", "list-tasklists"},
		{"tasks", "list-tasklists", "--local"},
		{"--local", "run", "tasks_list_tasklists"},
		{"--local", "call", "tasks", "tasklistsList"},
		{"tools"},
	} {
		var out, errs bytes.Buffer
		e := testEnv(t, t.TempDir(), nil)
		home := e.UserHomeDir
		reads := 0
		e.UserHomeDir = func() (string, error) { reads++; return home() }
		e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
		if code := Main(context.Background(), args, e); code != 0 {
			t.Errorf("%q: exit %d: %s", args, code, errs.String())
		}
		if reads > 1 {
			t.Errorf("%q: the configuration was read %d times", args, reads)
		}
	}
}

// TestMisledGuess: a value that looks like --local does not choose the local
// workspace.
func TestMisledGuess(t *testing.T) {
	needPlugins(t)
	var out, errs bytes.Buffer
	e := testEnv(t, t.TempDir(), nil)
	e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	code := Main(context.Background(), []string{"tasks", "create-tasklist", "--title", "--local"}, e)
	if code != 1 || !strings.Contains(errs.String(), "GOOGLE_WORKSPACE_TASKS_PROXY_URL") {
		t.Errorf("exit %d: %s", code, errs.String())
	}
}
