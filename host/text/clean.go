package text

import (
	"strings"
	"unicode/utf8"
)

// Clean removes what a reader can't see but a terminal or a model obeys: C0
// and C1 controls but newline and tab, DEL, bidirectional controls, invisible
// format characters and tags. Joiners and variation selectors stay only where
// they shape the character before them, so that emoji and Indic scripts keep
// their form while runs of them, which can carry hidden bytes, don't pass.
// A byte that is not UTF-8 becomes U+FFFD: some terminals take such bytes for
// C1 controls. Clean(Clean(s)) = Clean(s).
func Clean(s string) string { return clean(s, false) }

// Line is Clean for a place where one line is expected: newlines and tabs
// become spaces, and so do the Unicode line and paragraph separators.
// Line(Line(s)) = Line(s).
func Line(s string) string { return clean(s, true) }

func clean(s string, oneLine bool) string {
	if isPlain(s, oneLine) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	prev := ' ' // the last rune kept: joiners depend on it alone
	for _, r := range s {
		switch {
		case r == '\u2028' || r == '\u2029':
			r = '\n'
		case isSelector(r):
			if isBlank(prev) || isJoiner(prev) || isSelector(prev) {
				continue
			}
		case isJoiner(r):
			if isBlank(prev) || isJoiner(prev) {
				continue
			}
		case IsHidden(r):
			continue
		}
		if oneLine && isBlank(r) {
			r = ' '
		}
		b.WriteRune(r)
		prev = r
	}
	return b.String()
}

// isPlain is the way past the loop for text that needs no change: printable
// ASCII, which most text is.
func isPlain(s string, oneLine bool) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x7f || c < ' ' && (oneLine || c != '\n' && c != '\t') {
			return false
		}
	}
	return true
}

// Hidden reports whether UTF-8 text holds a rune that IsHidden names.
func Hidden(doc []byte) bool {
	for i := 0; i < len(doc); {
		c := doc[i]
		if c < utf8.RuneSelf {
			if c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
				return true
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(doc[i:])
		if IsHidden(r) {
			return true
		}
		i += n
	}
	return false
}

// IsHidden reports whether Clean removes the rune wherever it stands, or
// (U+2028, U+2029) puts a newline in its place.
func IsHidden(r rune) bool {
	if r < 0x7f {
		return r < ' ' && r != '\n' && r != '\t'
	}
	// Sorted, some forty ranges: a linear look with an early end beats a
	// search for the low code points that real text is made of.
	for _, h := range hidden {
		if r < h.lo {
			return false
		}
		if r <= h.hi {
			return true
		}
	}
	return false
}

func isBlank(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }

// isJoiner names ZERO WIDTH NON-JOINER and ZERO WIDTH JOINER.
func isJoiner(r rune) bool { return r == 0x200c || r == 0x200d }

// isSelector names the variation selectors that ordinary text uses. The 240
// of plane 14 are hidden: they are a known way to smuggle bytes.
func isSelector(r rune) bool {
	return r >= 0xfe00 && r <= 0xfe0f || r >= 0x180b && r <= 0x180d || r == 0x180f
}

// hidden lists, in order, controls and the code points that Unicode calls
// default ignorable, without joiners and selectors (see clean). The visible
// format characters (Arabic number signs and the like) are not among them.
var hidden = [...]struct{ lo, hi rune }{
	{0x7f, 0x9f},       // DEL, C1 controls
	{0xad, 0xad},       // soft hyphen
	{0x34f, 0x34f},     // combining grapheme joiner
	{0x61c, 0x61c},     // Arabic letter mark (bidi)
	{0x115f, 0x1160},   // Hangul fillers
	{0x17b4, 0x17b5},   // Khmer inherent vowels
	{0x180e, 0x180e},   // Mongolian vowel separator
	{0x200b, 0x200b},   // zero width space
	{0x200e, 0x200f},   // left-to-right, right-to-left mark (bidi)
	{0x2028, 0x202e},   // line and paragraph separator, bidi embeddings and overrides
	{0x2060, 0x206f},   // word joiner, invisible operators, bidi isolates
	{0x3164, 0x3164},   // Hangul filler
	{0xfeff, 0xfeff},   // byte order mark
	{0xffa0, 0xffa0},   // halfwidth Hangul filler
	{0xfff0, 0xfffb},   // interlinear annotation and unassigned ignorables
	{0x1bca0, 0x1bca3}, // shorthand format controls
	{0x1d173, 0x1d17a}, // musical format controls
	{0xe0000, 0xe0fff}, // tags, selectors 17 to 256
}
