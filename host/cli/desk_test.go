package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// desk is a workspace of its own, and a directory that files lie in.
type desk struct {
	t    *testing.T
	home string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	needPlugins(t)
	d := &desk{t, t.TempDir()}
	t.Chdir(d.home)
	return d
}

func (d *desk) file(name, content string) string {
	d.t.Helper()
	if err := os.WriteFile(filepath.Join(d.home, name), []byte(content), 0o600); err != nil {
		d.t.Fatal(err)
	}
	return name
}

func (d *desk) run(argv ...string) (exit int, stdout, stderr string) {
	d.t.Helper()
	return d.loud(append([]string{"-q"}, argv...)...)
}

// loud is run with what is told on stderr.
func (d *desk) loud(argv ...string) (exit int, stdout, stderr string) {
	d.t.Helper()
	var out, errs bytes.Buffer
	e := testEnv(d.t, d.home, map[string]string{"TZ": "Europe/Berlin"})
	e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	exit = Main(context.Background(), append([]string{"--local", "-y"}, argv...), e)
	return exit, out.String(), errs.String()
}

// answer runs a call that must succeed and gives its document.
func (d *desk) answer(argv ...string) map[string]any {
	d.t.Helper()
	exit, stdout, stderr := d.run(append([]string{"--json"}, argv...)...)
	if exit != 0 {
		d.t.Fatalf("%q: exit %d\n%s%s", argv, exit, stdout, stderr)
	}
	return document(d.t, stdout)
}

func document(t *testing.T, stdout string) map[string]any {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal([]byte(stdout), &doc); err != nil {
		t.Fatalf("%v: %s", err, stdout)
	}
	return doc
}

// dig follows members and indexes; nil where the way ends.
func dig(v any, way ...any) any {
	for _, step := range way {
		switch s := step.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[s]
		case int:
			list, _ := v.([]any)
			if s >= len(list) {
				return nil
			}
			v = list[s]
		}
	}
	return v
}
