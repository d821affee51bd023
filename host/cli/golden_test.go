package cli

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestToolHelpGolden shows a change of any tool's help as a difference of
// testdata/help/<service>/<tool>.txt, for people to read. A file without a tool
// fails, too.
func TestToolHelpGolden(t *testing.T) {
	needPlugins(t)
	x, err := newApp(testEnv(t, t.TempDir(), nil)).catalog()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for _, tool := range x.Tools() {
		file := filepath.Join("testdata", "help", tool.Service, tool.Sub+".txt")
		want[file] = true
		var out, errs bytes.Buffer
		e := testEnv(t, t.TempDir(), nil)
		e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
		if code := Main(context.Background(), []string{tool.Service, tool.Sub, "--help"}, e); code != 0 || errs.Len() > 0 {
			t.Errorf("%s --help: exit %d, %s", tool.Name, code, errs.String())
			continue
		}
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if golden, err := os.ReadFile(file); err != nil || !bytes.Equal(golden, out.Bytes()) {
			t.Errorf("the help of %s differs from %s (%v): read the change, then run go test ./host/cli -run HelpGolden -update", tool.Name, file, err)
		}
	}
	files, err := filepath.Glob(filepath.Join("testdata", "help", "*", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !want[f] {
			t.Errorf("%s belongs to no tool; delete it", f)
		}
	}
}
