package htmltext

import (
	"unicode/utf8"

	"github.com/wslite/wslite/sdk/text"
)

// latin are the names of U+00A0 to U+00FF, in order.
const latin = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr " +
	"deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest " +
	"Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml " +
	"ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig " +
	"agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml " +
	"eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml "

// named are other entities that mail uses, each name followed by its
// character.
const named = "amp & lt < gt > quot \" apos ' ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ " +
	"hellip … bull • trade ™ euro € dagger † Dagger ‡ permil ‰ lsaquo ‹ rsaquo › prime ′ Prime ″ " +
	"larr ← uarr ↑ rarr → darr ↓ harr ↔ rArr ⇒ minus − infin ∞ asymp ≈ ne ≠ le ≤ ge ≥ check ✓ " +
	"OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ circ ˆ tilde ˜ fnof ƒ star ☆ starf ★ hearts ♥ num # " +
	"comma , period . colon : semi ; excl ! quest ? lpar ( rpar ) commat @ dollar $ percnt % lowbar _ "

// spaces are entities for blanks of some width.
const spaces = " ensp emsp thinsp hairsp numsp puncsp "

// windows is what numbers 128 to 159 mean in practice.
const windows = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

// maxEntity is how long a name or number may be.
const maxEntity = 10

// entity reads the entity at the beginning of s, which begins with &. size is 0
// where there is none: the & stands for itself. A name needs its semicolon, so
// that "?a=1&copy=2" in a link stays as it is.
func entity(s string) (r rune, size int) {
	if len(s) > 2 && s[1] == '#' {
		return number(s)
	}
	end := 1
	for end < len(s) && end <= maxEntity && (text.IsLetter(s[end]) || s[end] >= '0' && s[end] <= '9') {
		end++
	}
	if end == 1 || end >= len(s) || s[end] != ';' {
		return 0, 0
	}
	if r = byName(s[1:end]); r == 0 {
		return 0, 0
	}
	return r, end + 1
}

func byName(name string) rune {
	switch name {
	case "zwnj":
		return 0x200c
	case "zwj":
		return 0x200d
	}
	if i := text.Index(spaces, " "+name+" "); i >= 0 {
		return ' '
	}
	at := rune(0xa0)
	for rest := latin; rest != ""; at++ {
		n := 0
		for rest[n] != ' ' {
			n++
		}
		if rest[:n] == name {
			return at
		}
		rest = rest[n+1:]
	}
	if i := text.Index(" "+named, " "+name+" "); i >= 0 {
		r, _ := utf8.DecodeRuneInString(named[i+len(name)+1:])
		return r
	}
	return 0
}

func number(s string) (r rune, size int) {
	i, base := 2, rune(10)
	if s[2] == 'x' || s[2] == 'X' {
		i, base = 3, 16
	}
	start := i
	for ; i < len(s) && i-start < maxEntity; i++ {
		d := digit(s[i])
		if d < 0 || d >= base {
			break
		}
		if r = base*r + d; r > utf8.MaxRune {
			r = utf8.MaxRune + 1
		}
	}
	if i == start {
		return 0, 0
	}
	if i < len(s) && s[i] == ';' {
		i++
	}
	if r >= 128 && r < 160 {
		r = []rune(windows)[r-128]
	}
	if r == 0 || !utf8.ValidRune(r) {
		r = utf8.RuneError
	}
	return r, i
}

func digit(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c >= 'a' && c <= 'f':
		return rune(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}

// decode replaces the entities of an attribute.
func decode(s string) string {
	if text.Index(s, "&") < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] == '&' {
			if r, n := entity(s[i:]); n > 0 {
				b = utf8.AppendRune(b, r)
				i += n
				continue
			}
		}
		b = append(b, s[i])
		i++
	}
	return string(b)
}
