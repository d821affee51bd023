// Package ecma holds the few rules of ECMAScript that bind us, because the
// proxies on the other side are scripts: what they call blank must be blank
// here, or the two sides would class the same call differently.
package ecma

import (
	"strings"
	"unicode"
)

// Trim removes white space and line ends as String.prototype.trim does
// (ECMA-262, WhiteSpace and LineTerminator). It differs from strings.TrimSpace
// in two characters: U+FEFF counts, U+0085 does not.
func Trim(s string) string { return strings.TrimFunc(s, isSpace) }

func isSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', '\uFEFF', '\u2028', '\u2029':
		return true
	}
	return unicode.Is(unicode.Zs, r)
}
