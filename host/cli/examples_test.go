package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEveryExampleRuns types each example of each catalog, as a person at a
// terminal who says yes, against a recording server: the line is read by any
// shell in the same way, runs the tool it stands with, and sends the request
// that testdata/examples.txt shows for people to check.
func TestEveryExampleRuns(t *testing.T) {
	needPlugins(t)
	x, err := newApp(testEnv(t, t.TempDir(), nil)).catalog()
	if err != nil {
		t.Fatal(err)
	}
	golden, err := filepath.Abs("testdata/examples.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, tool := range x.Tools() {
		for _, example := range tool.Examples {
			words, err := shellWords(example)
			if err != nil {
				t.Errorf("%s: %s: %v", tool.Name, example, err)
				continue
			}
			if len(words) < 3 || words[0] != "wslite" || words[1] != tool.Service || words[2] != tool.Sub {
				t.Errorf("%s: %s: it runs another tool", tool.Name, example)
				continue
			}
			prefix := "GOOGLE_WORKSPACE_" + strings.ToUpper(tool.Service) + "_PROXY_"
			got := runVector(t, exitInput{
				Argv: words[1:], TTY: true, Answer: true,
				Env:   map[string]string{prefix + "URL": "$PROXY", prefix + "TOKEN": "tok"},
				Files: map[string]string{"rows.json": `[["day","km"]]`},
			})
			if strings.Contains(got.stderr, "NOT_SUPPORTED") && strings.Contains(got.stderr, "REST backend") {
				// What no proxy can do runs on the local workspace, which knows
				// none of the ids.
				got = runVector(t, exitInput{Argv: append([]string{"--local"}, words[1:]...)})
				if !strings.Contains(got.stderr, "[NOT_FOUND]") {
					t.Errorf("%s: exit %d: %s", example, got.exit, got.stderr)
				}
				fmt.Fprintf(&b, "%s\n\tno proxy can do it\n", example)
				continue
			}
			if got.exit != 0 || len(got.requests) != 1 {
				t.Errorf("%s: exit %d, %d requests: %s", example, got.exit, len(got.requests), got.stderr)
				continue
			}
			if !slices.Contains(tool.Actions, got.requests[0].Action) {
				t.Errorf("%s: it sends the action %s, which is none of the tool's", example, got.requests[0].Action)
			}
			params, err := json.Marshal(got.requests[0].Params)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s\n\t%s %s\n", example, got.requests[0].Action, params)
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	wanted, sent := strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")
	for i := range min(len(wanted), len(sent)) {
		if wanted[i] != sent[i] {
			t.Fatalf("testdata/examples.txt:%d differs: read the change, then run go test ./host/cli -run EveryExample -update\n got %s\nwant %s", i+1, sent[i], wanted[i])
		}
	}
	if len(wanted) != len(sent) {
		t.Errorf("%d lines, %d in testdata/examples.txt: run go test ./host/cli -run EveryExample -update", len(sent), len(wanted))
	}
}

func TestShellWords(t *testing.T) {
	for line, want := range map[string]string{
		`a 'b "c"' "d'e" f""  ""`: `["a","b \"c\"","d'e","f",""]`,
		`a #b`:                    "", `a "$b"`: "", `a 'b`: "", "": "null",
	} {
		words, err := shellWords(line)
		got, _ := json.Marshal(words)
		if (want == "") != (err != nil) || err == nil && string(got) != want {
			t.Errorf("%s: %s, %v; want %s", line, got, err, want)
		}
	}
}
