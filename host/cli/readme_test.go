package cli

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What differs from run to run in a transcript: ids, tags, times.
var runDependent = []struct {
	re *regexp.Regexp
	to string
}{
	{regexp.MustCompile(`\\"[A-Za-z0-9_-]{16}\\"`), `\"ETAG\"`},
	{regexp.MustCompile(`\b[A-Za-z0-9_-]{22}\b`), "ID"},
	{regexp.MustCompile(`\b[0-9a-f]{16}\b`), "MESSAGE"},
	{regexp.MustCompile(`\b[0-9a-v]{26}(_\w+)?\b`), "EVENT"},
	{regexp.MustCompile(`(?m)^Date(: | +│ ).*$`), "Date: NOW"},
	{regexp.MustCompile(`sha256:[0-9a-f]{64}\b`), "DIGEST"},
	{regexp.MustCompile(`(?m)^author( +│ ).*$`), "author ME"},
	{regexp.MustCompile(`(?m)^expires( +)in 2 days \(.*\)$`), "expires SOON"},
	{regexp.MustCompile(`, until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\. `), ", until SOON. "},
}

// draftIDs are what later commands of a transcript name; each run has its own.
var draftIDs = regexp.MustCompile(`\bd-[0-9a-z]{12}\b`)

func masked(s string) string {
	for _, r := range runDependent {
		s = r.re.ReplaceAllString(s, r.to)
	}
	return s
}

// TestReadmeTranscript runs the commands of the README's transcripts in order,
// as real processes with one home, empty at first, and compares what they print.
// Where the README has the id of a draft, its commands and outputs must have the
// id that this run gave out in that place.
func TestReadmeTranscript(t *testing.T) {
	needPlugins(t)
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var commands []string
	blocks := strings.Split(string(readme), "<!-- transcript -->\n```console\n")[1:]
	for _, b := range blocks {
		block, _, ok := strings.Cut(b, "```")
		if !ok {
			t.Fatal("a transcript of README.md does not end")
		}
		commands = append(commands, strings.Split("\n"+block, "\n$ ")[1:]...)
	}
	if len(blocks) < 2 || len(commands) < 15 {
		t.Fatalf("only %d commands found in %d transcripts", len(commands), len(blocks))
	}
	home := t.TempDir()
	ids := map[string]string{} // the README's and this run's
	ours := func(id string) string { return cmp.Or(ids[id], id) }
	for _, c := range commands {
		line, want, _ := strings.Cut(c, "\n")
		line = draftIDs.ReplaceAllStringFunc(line, ours)
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = filepath.Join("..", "..")
		cmd.Env = []string{"HOME=" + home, "TZ=UTC", "PATH=" + os.Getenv("PATH"), "WSLITE_CACHE_DIR=" + sharedCache(t)}
		out, _ := cmd.CombinedOutput() // some of them are meant to fail
		got := strings.ReplaceAll(strings.TrimRight(string(out), "\n"), home, "/home/ana")
		if id := draftIDs.FindString(want); id != "" && ids[id] == "" {
			ids[id] = draftIDs.FindString(got)
		}
		want = draftIDs.ReplaceAllStringFunc(strings.TrimRight(want, "\n"), ours)
		if got, want := masked(got), masked(want); got != want {
			t.Errorf("$ %s\ngot\n%s\nwant\n%s", line, got, want)
		}
	}
}
