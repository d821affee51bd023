package ecma

import "testing"

func TestTrim(t *testing.T) {
	blank := "\t\n\v\f\r \u00a0\u1680\u2000\u200a\u202f\u205f\u3000\ufeff\u2028\u2029"
	if got := Trim(blank); got != "" {
		t.Errorf("%q left", got)
	}
	// No white space in ECMAScript: next line, zero width space, word joiner,
	// the Mongolian vowel separator.
	for _, s := range []string{"\u0085", "\u200b", "\u2060", "\u180e"} {
		if got := Trim(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
	if got := Trim(blank + "a b" + blank); got != "a b" {
		t.Errorf("got %q", got)
	}
}
