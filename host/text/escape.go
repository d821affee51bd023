package text

import "unicode/utf8"

// EscapeJSON writes control and invisible characters, which JSON allows as they
// are, as \u escapes: the document means the same, and a terminal or a model that
// reads it can't be steered by what a stranger put in a title. doc is JSON; its
// own newlines stay.
func EscapeJSON(doc []byte) []byte {
	if !Hidden(doc) {
		return doc
	}
	out := make([]byte, 0, len(doc)+64)
	for len(doc) > 0 {
		r, n := utf8.DecodeRune(doc)
		if r != '\n' && IsHidden(r) {
			out = appendEscape(out, r)
		} else {
			out = append(out, doc[:n]...)
		}
		doc = doc[n:]
	}
	return out
}

func appendEscape(out []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	unit := func(u rune) {
		out = append(out, '\\', 'u', hex[u>>12&15], hex[u>>8&15], hex[u>>4&15], hex[u&15])
	}
	if r > 0xffff {
		r -= 0x10000
		unit(0xd800 + r>>10)
		unit(0xdc00 + r&0x3ff)
		return out
	}
	unit(r)
	return out
}
