package find

import (
	"strings"
	"unicode"
)

func stems(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range split(s) {
		set[stem(w)] = true
	}
	return set
}

// split gives the words of a text in small letters and without accents. What
// stands behind an apostrophe ("I'm", "today's") is no word.
func split(s string) []string {
	var words []string
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	}) {
		w = strings.ReplaceAll(w, "’", "'")
		if before, after, ok := strings.Cut(w, "'"); ok {
			if w = before; len(before) <= 1 && len(after) > 2 { // l'agenda
				w = after
			}
		}
		if w != "" {
			words = append(words, plainLetters.Replace(w))
		}
	}
	return words
}

var plainLetters = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss", "é", "e", "è", "e", "ê", "e", "ë", "e",
	"à", "a", "â", "a", "á", "a", "ç", "c", "î", "i", "ï", "i", "í", "i", "ô", "o", "ó", "o", "ñ", "n", "û", "u", "ù", "u", "ú", "u")

// stem takes the endings off an English word that change between a wish and a
// description: "shared", "sharing" and "shares" are "shar".
func stem(w string) string {
	for _, end := range []string{"ies", "ing", "ed", "es", "s", "e", "y"} {
		if s, ok := strings.CutSuffix(w, end); ok && len(s) >= 3 {
			if n := len(s); n > 3 && s[n-1] == s[n-2] && s[n-1] != 's' && s[n-1] != 'l' && (end == "ing" || end == "ed") {
				s = s[:n-1] // stopped
			}
			return s
		}
	}
	return w
}
