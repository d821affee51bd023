package main

import "github.com/wslite/wslite/sdk/text"

// queryShape is what can be said about a query in Drive's search language
// (https://developers.google.com/workspace/drive/api/guides/ref-search-terms)
// without knowing its fields.
type queryShape struct {
	// terms says that the query has a search term, such as name = 'x'.
	terms bool
	// open says that a quoted text has no end; glued that one ends in the
	// middle of a word, as 'Jack' does in 'Jack's plan'.
	open, glued bool
}

// readQuery looks at a query's operators and quoted texts. Texts stand in
// single or double quotes; a backslash keeps the next character in them.
func readQuery(q string) queryShape {
	var s queryShape
	last, quoted := "", false // the word, or whether a text, stands before the place
	for i := 0; i < len(q); {
		switch c := q[i]; {
		case c == '\'' || c == '"':
			s.terms = s.terms || text.Lower(last) == "contains"
			end := literalEnd(q, i)
			if end < 0 {
				s.open = true
				return s
			}
			s.glued = s.glued || isGlued(q[end:])
			i, last, quoted = end, "", true
			continue
		case c == '=' || c == '<' || c == '>':
			s.terms, last = true, ""
			i++
		case isWord(c):
			last = firstWord(q[i:])
			// 'root' in parents; sharedWithMe is the one term that stands alone.
			s.terms = s.terms || quoted && text.Lower(last) == "in" || last == "sharedWithMe"
			i += len(last)
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		default:
			last = ""
			i++
		}
		quoted = false
	}
	return s
}

// literalEnd is the place behind the closing quote of the text that begins at
// start; -1 where there is none.
func literalEnd(q string, start int) int {
	for i := start + 1; i < len(q); i++ {
		switch q[i] {
		case '\\':
			i++
		case q[start]:
			return i + 1
		}
	}
	return -1
}

// isGlued tells whether a word sticks to the quoted text before it; an
// operator may.
func isGlued(rest string) bool {
	switch text.Lower(firstWord(rest)) {
	case "", "and", "or", "in":
		return false
	}
	return true
}

// firstWord is the word that s begins with, or "".
func firstWord(s string) string {
	for i := range len(s) {
		if !isWord(s[i]) {
			return s[:i]
		}
	}
	return s
}

// isWord takes every byte beyond ASCII for a letter.
func isWord(c byte) bool {
	return text.IsLetter(c) || text.IsDigit(c) || c == '_' || c >= 0x80
}

// quoteText writes s as a text of the search language.
func quoteText(s string) string {
	out := []byte{'\''}
	for i := range len(s) {
		if s[i] == '\'' || s[i] == '\\' {
			out = append(out, '\\')
		}
		out = append(out, s[i])
	}
	return string(append(out, '\''))
}
