package describe

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wslite/wslite/host/text"
)

// Removed stands where something was taken out of a text from outside.
const Removed = "\ufffd"

// visible makes a text from outside fit for a terminal: what steers one, or
// can't be seen, becomes a mark, so that a reader knows that something was
// there. Line ends of all kinds become newlines, tabs become blanks. removed
// says that something was taken out.
func visible(s string) (out string, removed bool) {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	marked := s
	if text.Hidden([]byte(s)) {
		var b strings.Builder
		run := false
		for _, r := range s {
			if r != '\u2028' && r != '\u2029' && text.IsHidden(r) {
				if !run {
					b.WriteString(Removed)
				}
				run, removed = true, true
				continue
			}
			run = false
			b.WriteRune(r)
		}
		marked = b.String()
	}
	out = text.Clean(marked)
	if !removed && utf8.RuneCountInString(out) != utf8.RuneCountInString(marked) {
		removed = true // joiners in a place where they shape nothing
	}
	if !removed && !utf8.ValidString(s) {
		removed = true
	}
	return strings.ReplaceAll(out, "\t", "    "), removed
}

// word gives a name that should be a plain one, such as an action's; any other
// is quoted, so that it can't pass for a sentence.
func word(s string) string {
	if s != "" && len(s) <= 64 && strings.IndexFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("._-", r)
	}) < 0 {
		return s
	}
	return text.Cut(strconv.QuoteToASCII(s), 66)
}
