package cli

import (
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
	{regexp.MustCompile(`(?m)^Date: .*$`), "Date: NOW"},
}

func masked(s string) string {
	for _, r := range runDependent {
		s = r.re.ReplaceAllString(s, r.to)
	}
	return s
}

// TestReadmeTranscript runs the commands of the README's transcript in order,
// as real processes with an empty home, and compares what they print.
func TestReadmeTranscript(t *testing.T) {
	needPlugins(t)
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(readme), "<!-- transcript -->\n```console\n")
	block, _, ok2 := strings.Cut(rest, "```")
	if !ok || !ok2 {
		t.Fatal("README.md has no transcript")
	}
	home := t.TempDir()
	commands := strings.Split("\n"+block, "\n$ ")[1:]
	if len(commands) < 5 {
		t.Fatalf("only %d commands found", len(commands))
	}
	for _, c := range commands {
		line, want, _ := strings.Cut(c, "\n")
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = filepath.Join("..", "..")
		cmd.Env = []string{"HOME=" + home, "TZ=UTC", "PATH=" + os.Getenv("PATH"), "WSLITE_CACHE_DIR=" + sharedCache(t)}
		out, _ := cmd.CombinedOutput() // some of them are meant to fail
		if got, want := masked(strings.TrimRight(string(out), "\n")), masked(strings.TrimRight(want, "\n")); got != want {
			t.Errorf("$ %s\ngot\n%s\nwant\n%s", line, got, want)
		}
	}
}
