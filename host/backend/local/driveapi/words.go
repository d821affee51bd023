package driveapi

import (
	"strings"
	"unicode"

	"github.com/wslite/wslite/host/backend/local/store"
)

// words splits a text into its words in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// run writes words with a space before, between and after, so that a whole
// word is found as " word " and the beginning of one as " wo".
func run(words []string) string { return " " + strings.Join(words, " ") + " " }

// sortedRunes is how many characters of a name count when names are sorted.
const sortedRunes = 64

// natural is how people sort names: without regard to capitals, and numbers
// by their value. Each run of digits gets its length in front.
func natural(name string) string {
	var b strings.Builder
	rest := strings.ToLower(name)
	if r := []rune(rest); len(r) > sortedRunes {
		rest = string(r[:sortedRunes])
	}
	for rest != "" {
		n := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
		if n < 0 {
			n = len(rest)
		}
		if n > 0 {
			digits := strings.TrimLeft(rest[:n], "0")
			b.WriteByte('0')
			b.WriteRune(rune('0' + min(len(digits), 1000))) // longer numbers sort as texts
			b.WriteString(digits)
			rest = rest[n:]
			continue
		}
		n = strings.IndexFunc(rest, func(r rune) bool { return r >= '0' && r <= '9' })
		if n < 0 {
			n = len(rest)
		}
		b.WriteString(rest[:n])
		rest = rest[n:]
	}
	return b.String()
}

// index makes the file's words known to the search. Without a body the one
// that was known stays.
func (f *fileRow) index(tx *store.Tx, body *string) error {
	name := words(f.name)
	about := run(append(append(name, words(f.description)...), words(f.hint)...))
	if body == nil {
		_, err := tx.Exec(`UPDATE file_words SET name = ?, body = ? || substr(body, instr(body, char(10))) WHERE file = ?`, run(name), about, f.seq)
		return err
	}
	// The line break parts what the row says from what the content says.
	_, err := tx.Exec(`INSERT OR REPLACE INTO file_words (file, name, body) VALUES (?, ?, ?)`, f.seq, run(name), about+"\n"+run(words(*body)))
	return err
}
