package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	cases := []struct{ name, in, want, line string }{
		{"plain", "a b", "a b", "a b"},
		{"newline and tab stay", "a\n\tb", "a\n\tb", "a  b"},
		{"escape sequence", "\x1b[31mred\x1b[0m", "[31mred[0m", "[31mred[0m"},
		{"title sequence", "\x1b]0;owned\x07x", "]0;ownedx", "]0;ownedx"},
		{"carriage return", "good\rbad", "goodbad", "goodbad"},
		{"DEL, NUL, backspace", "a\x7f\x00\bb", "ab", "ab"},
		{"C1 as UTF-8", "a\u009b31mb", "a31mb", "a31mb"},
		{"C1 as a byte", "a\x9b31mb", "a\ufffd31mb", "a\ufffd31mb"},
		{"bidi override", "user\u202etxt.exe", "usertxt.exe", "usertxt.exe"},
		{"bidi isolate and marks", "\u2066a\u2069\u200e\u200f\u061cb", "ab", "ab"},
		{"zero width space, BOM, soft hyphen", "pass\u200bword\ufeff\u00ad", "password", "password"},
		{"tag smuggling", "hi\U000e0041\U000e0042", "hi", "hi"},
		{"selector smuggling", "a\ufe01\ufe02\ufe03\U000e0101", "a\ufe01", "a\ufe01"},
		{"line separators", "a\u2028b\u2029c", "a\nb\nc", "a b c"},
		{"family keeps its joiners", "👩‍👩‍👧", "👩‍👩‍👧", "👩‍👩‍👧"},
		{"selector, then joiner", "❤️‍🔥", "❤️‍🔥", "❤️‍🔥"},
		{"lone joiners", "\u200d\u200da \u200cb", "a b", "a b"},
		{"runs of joiners", "a\u200d\u200c\u200db", "a\u200db", "a\u200db"},
		{"joiner behind something removed", "a\u200d\u200b\u200db", "a\u200db", "a\u200db"},
		{"Persian", "می\u200cخواهم", "می\u200cخواهم", "می\u200cخواهم"},
		{"accents", "e\u0301 ü", "e\u0301 ü", "e\u0301 ü"},
		{"Arabic number sign is visible", "\u0600١", "\u0600١", "\u0600١"},
		{"Hangul filler", "a\u3164b", "ab", "ab"},
	}
	for _, c := range cases {
		if got := Clean(c.in); got != c.want {
			t.Errorf("%s: Clean(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
		if got := Line(c.in); got != c.line {
			t.Errorf("%s: Line(%q) = %q, want %q", c.name, c.in, got, c.line)
		}
	}
}

// Every range must end the walk in the right place, so each edge is tried.
func TestHiddenAgreesWithIsHidden(t *testing.T) {
	last := rune(-1)
	for _, h := range hidden {
		if h.lo <= last || h.hi < h.lo {
			t.Errorf("range %x-%x is out of order", h.lo, h.hi)
		}
		last = h.hi
	}
	for r := rune(0); r <= 0xe2000; r++ {
		if r >= 0xd800 && r <= 0xdfff {
			continue
		}
		in := string(r)
		if got, want := Hidden([]byte("x"+in)), IsHidden(r); got != want {
			t.Fatalf("Hidden(%U) = %v, IsHidden = %v", r, got, want)
		}
		switch out := Clean("x" + in); {
		case r == 0x2028 || r == 0x2029:
			if out != "x\n" {
				t.Errorf("Clean(%U) = %q", r, out)
			}
		case IsHidden(r) != (out == "x"):
			t.Errorf("Clean(%U) = %q, IsHidden %v", r, out, IsHidden(r))
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"", "a\u200d\u200db", "👩‍👩‍👧\ufe0f\ufe0f", "\x1b[2J\x9b\xff", "a\r\n\tb\u2028", "\ufe0f\u200d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, l := Clean(s), Line(s)
		if Clean(c) != c || Line(l) != l {
			t.Fatalf("not idempotent: %q -> %q -> %q; %q -> %q", s, c, Clean(c), l, Line(l))
		}
		if Line(c) != l {
			t.Fatalf("Line(Clean(%q)) = %q, Line = %q", s, Line(c), l)
		}
		if !utf8.ValidString(c) || Hidden([]byte(c)) || strings.ContainsAny(l, "\n\t") {
			t.Fatalf("something got through: %q %q", c, l)
		}
	})
}
