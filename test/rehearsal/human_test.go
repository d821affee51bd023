package rehearsal

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

var update = flag.Bool("update", false, "rewrite testdata/human")

// show adds what a person saw to the transcript, and fails for what no terminal
// should get.
func (s *script) show(c call, r run1) {
	s.t.Helper()
	for _, text := range []string{r.stdout, r.stderr} {
		if at, bad := control(text); bad {
			s.t.Errorf("%s\na terminal gets %U in\n%q", c.line, at, text)
		}
	}
	fmt.Fprintf(&s.human, "$ wslite %s\n", strings.ReplaceAll(c.line, "\n", `\n`))
	for _, l := range strings.Split(strings.TrimRight(r.stdout, "\n"), "\n") {
		fmt.Fprintf(&s.human, "%s\n", s.masked(l))
	}
	for _, l := range strings.Split(strings.TrimRight(r.stderr, "\n"), "\n") {
		if !strings.Contains(l, "local workspace") {
			fmt.Fprintf(&s.human, "! %s\n", s.masked(l))
		}
	}
	s.human.WriteString("\n")
}

// control finds what moves a cursor, or is not seen at all.
func control(text string) (rune, bool) {
	for _, r := range text {
		if unicode.In(r, unicode.Cc, unicode.Cf) && r != '\n' {
			return r, true
		}
	}
	return 0, false
}

// Ids and tokens that differ from run to run are long and hold a digit, or capitals
// side by side among small letters, as no word does; links to meetings are of their
// own kind.
var (
	wordlike = regexp.MustCompile(`[A-Za-z0-9_-]{16,}`)
	random   = regexp.MustCompile(`[0-9]|[a-z].*[A-Z][A-Z]|[A-Z][A-Z].*[a-z]`)
	meeting  = regexp.MustCompile(`meet\.google\.com/[a-z-]+`)
)

// masked names the ids of a line. What follows an id in a table stays in its
// column.
func (s *script) masked(line string) string {
	for _, name := range slices.Sorted(maps.Keys(s.names)) {
		if value := s.names[name]; len(value) > 8 {
			line = replaced(line, value, "<"+name+">")
		}
	}
	for _, word := range wordlike.FindAllString(line, -1) {
		if random.MatchString(word) {
			line = replaced(line, word, "<id>")
		}
	}
	line = meeting.ReplaceAllString(line, "meet.google.com/<id>")
	return strings.TrimRight(line, " ")
}

func replaced(line, value, with string) string {
	if pad := len(value) - len(with); pad > 0 {
		line = strings.ReplaceAll(line, value+"  ", with+strings.Repeat(" ", pad)+"  ")
	}
	return strings.ReplaceAll(line, value, with)
}

// compare holds the transcript against the one that was read last.
func (s *script) compare(service string) {
	s.t.Helper()
	file := filepath.Join("testdata", "human", service+".txt")
	got := s.human.String()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			s.t.Fatal(err)
		}
		return
	}
	b, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	want, have := strings.Split(string(b), "\n"), strings.Split(got, "\n")
	for i := range max(len(want), len(have)) {
		if i >= len(want) || i >= len(have) || want[i] != have[i] {
			s.t.Fatalf("%s:%d differs: read the change, then run go test ./test/rehearsal -update\n%s", file, i+1, strings.Join(have[min(i, len(have)):min(i+8, len(have))], "\n"))
		}
	}
}
