package config

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/fault"
)

// problem is one mistake in the file. Its text never holds a value.
type problem struct {
	line, col int
	msg       string
}

// maxProblems is how many mistakes one error lists; the rest is counted.
const maxProblems = 20

// report joins the problems of a file into one error, so that all of them can
// be put right in one round; nil where there are none.
func report(file string, ps []problem) error {
	if len(ps) == 0 {
		return nil
	}
	lines := make([]string, 0, len(ps))
	for i, p := range ps {
		if i == maxProblems {
			lines = append(lines, fmt.Sprintf("and %d more", len(ps)-i))
			break
		}
		lines = append(lines, fmt.Sprintf("%s:%d:%d: %s", plain(file), p.line, p.col, p.msg))
	}
	return fault.New(fault.Client, "%s", strings.Join(lines, "\n"))
}

// quote shows a word of the file on one line; what can't be seen is escaped,
// and a long word is cut.
func quote(s string) string {
	if r := []rune(s); len(r) > 80 {
		s = string(r[:80]) + "…"
	}
	return strconv.Quote(s)
}

// plain is a path as a person writes it, quoted only where it must be.
func plain(path string) string {
	if q := strconv.Quote(path); q != `"`+path+`"` {
		return q
	}
	return path
}
