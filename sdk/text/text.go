// Package text holds the small text work of plugins: trimming and measuring
// arguments as the services do, and writing results for people.
//
// It never escapes or cleans: the host strips control characters from
// everything that leaves it.
package text

import "unicode/utf8"

// Trim removes white space at both ends, as ECMAScript's String.trim does; the
// services' own scripts use that rule.
func Trim(s string) string {
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if !isSpace(r) {
			break
		}
		s = s[n:]
	}
	for len(s) > 0 {
		r, n := utf8.DecodeLastRuneInString(s)
		if !isSpace(r) {
			break
		}
		s = s[:len(s)-n]
	}
	return s
}

// isSpace is ECMA-262's WhiteSpace and LineTerminator, without the tables of
// package unicode (20 KB).
func isSpace(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\v', '\f', '\r', 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff:
		return true
	}
	return r >= 0x2000 && r <= 0x200a
}

// Blank tells whether s holds nothing but white space.
func Blank(s string) bool { return Trim(s) == "" }

// Units is the length of s in UTF-16 code units, which is what services mean
// by "characters" in their limits.
func Units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}
