package guest

import (
	"unicode/utf8"
)

// maxSentence bounds a message, warning or name that is repeated to a person,
// in bytes: a plugin must not bury what matters under text.
const maxSentence = 2000

// maxWarnings bounds how many warnings come with one answer.
const maxWarnings = 100

// maxPlace bounds the name of a place in an answer, in bytes: any place of the
// ABI is shorter.
const maxPlace = 300

// cut shortens text at a character's edge.
func cut(s string) string { return cutAt(s, maxSentence) }

func cutAt(s string, most int) string {
	if len(s) <= most {
		return s
	}
	end := most
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// maxName bounds a name, in bytes.
const maxName = 128

// isName says whether s is made like an action or a route id: letters, digits,
// dots, dashes and underscores, a letter first. Actions are not checked for
// more here: the host compares them with its own lists.
func isName(s string) bool {
	if s == "" || len(s) > maxName || !isLetter(s[0]) {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if !isLetter(c) && !(c >= '0' && c <= '9') && c != '.' && c != '_' && c != '-' {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// isCode says whether s is made like an error code: BAD_REQUEST.
func isCode(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') && c != '_' {
			return false
		}
	}
	return true
}

// isObject says whether valid JSON text is an object.
func isObject(raw []byte) bool {
	for _, c := range raw {
		switch c {
		case ' ', '\t', '\r', '\n':
			continue
		}
		return c == '{'
	}
	return false
}
