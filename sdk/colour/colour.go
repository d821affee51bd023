// Package colour tells apart the colours that people write: #rgb, #rrggbb, the
// same with an alpha value, and the names of CSS.
//
// It says what a text means and not what a service takes: documents and slides
// know no half transparent colour, and which of them knows none at all is the
// plugin's to say. Start at [Known].
package colour

import "github.com/wslite/wslite/sdk/text"

// Known tells whether s is a colour: #, and 3, 4, 6 or 8 hexadecimal digits, or
// a name of CSS in any case. The word transparent is none.
func Known(s string) bool {
	switch digits(s) {
	case 3, 4, 6, 8:
		return true
	}
	return named(text.Lower(s))
}

// Opaque tells whether s is a colour that covers: it states no alpha, or full
// alpha.
func Opaque(s string) bool {
	switch digits(s) {
	case 4:
		return text.Lower(s[4:]) == "f"
	case 8:
		return text.Lower(s[7:]) == "ff"
	}
	return Known(s)
}

// Transparent tells whether s is no colour at all: the word, or a colour of
// alpha 0.
func Transparent(s string) bool {
	switch digits(s) {
	case 4:
		return s[4] == '0'
	case 8:
		return s[7:] == "00"
	}
	return text.Lower(s) == "transparent"
}

// digits is how many hexadecimal digits stand behind #; 0 where s is anything
// else.
func digits(s string) int {
	if len(s) < 2 || s[0] != '#' {
		return 0
	}
	for _, c := range []byte(s[1:]) {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
		default:
			return 0
		}
	}
	return len(s) - 1
}

// named tells whether a word in small letters is a name.
func named(word string) bool {
	start := 0
	for i := range len(names) {
		if names[i] == ' ' {
			if names[start:i] == word {
				return true
			}
			start = i + 1
		}
	}
	return false
}
