package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/sandbox/sandboxtest"
)

// A plugin that asks for no route runs beside the local workspace, too; one that
// has a service of its own out there does not. What the first shows and logs
// reaches a person, and no document that a script reads.
func TestPluginBesideTheLocalWorkspace(t *testing.T) {
	needPlugins(t)
	home := t.TempDir()
	run := func(tty bool, args ...string) ran {
		var out, errs bytes.Buffer
		e := testEnv(t, home, nil)
		e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs, OutTTY: tty}
		return ran{exit: Main(context.Background(), args, e), stdout: out.String(), stderr: errs.String()}
	}
	for name, dir := range map[string]string{"test": "../../test/mcp/plugins/test", "notes": "../../examples/plugins/notes"} {
		file := filepath.Join(t.TempDir(), name+".wasm")
		if err := os.WriteFile(file, sandboxtest.BuildRaw(t, dir), 0o600); err != nil {
			t.Fatal(err)
		}
		if r := run(false, "plugin", "add", file, "--yes"); r.exit != 0 {
			t.Fatalf("%s: %d %s%s", name, r.exit, r.stdout, r.stderr)
		}
	}
	if r := run(false, "--local", "notes", "list"); r.exit == 0 || !strings.Contains(r.stderr, "does not serve notes") {
		t.Errorf("notes: %d %s%s", r.exit, r.stdout, r.stderr)
	}

	const shown = "Multiple content types test:\n[image/png, 69 B]\n[test://mixed-content-resource, application/json]\n{\"test\":\"data\",\"value\":123}\n"
	if r := run(true, "--local", "test", "multiple-content-types"); r.exit != 0 || r.stdout != shown {
		t.Errorf("at a terminal: %d %q %s", r.exit, r.stdout, r.stderr)
	}
	for _, args := range [][]string{{"--json"}, {"--output", "yaml"}, nil} {
		r := run(args != nil, append([]string{"--local", "test", "multiple-content-types"}, args...)...)
		if r.exit != 0 || strings.Contains(r.stdout, "image") || !strings.Contains(r.stdout, "done") {
			t.Errorf("%v: %d %q %s", args, r.exit, r.stdout, r.stderr)
		}
	}

	const log = "wslite: plugin test: info: Tool execution started\n"
	if r := run(true, "--local", "--verbose", "test", "tool-with-logging"); r.exit != 0 || strings.Count(r.stderr, log) != 1 || r.stdout != "Logged.\n" ||
		!strings.Contains(r.stderr, "plugin test: info: Tool execution completed") {
		t.Errorf("its log: %d %q %s", r.exit, r.stdout, r.stderr)
	}
	if r := run(true, "--local", "test", "tool-with-logging"); strings.Contains(r.stdout+r.stderr, "Tool ") {
		t.Errorf("its log, which nobody asked for: %s%s", r.stdout, r.stderr)
	}
}
