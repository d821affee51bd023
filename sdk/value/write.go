package value

import "unicode/utf8"

// JSON gives v as compact JSON text in UTF-8. An absent value is null.
func (v Value) JSON() []byte { return v.Append(nil) }

// String gives v as JSON text, for messages and tests.
func (v Value) String() string { return string(v.Append(nil)) }

// Append writes v as compact JSON behind dst. The text is always valid: bytes
// of a string that are not UTF-8 become U+FFFD. An absent item is null.
func (v Value) Append(dst []byte) []byte {
	n := v.n
	if n == nil {
		return append(dst, "null"...)
	}
	switch n.kind {
	case KindBool, KindNumber:
		return append(dst, n.text...)
	case KindString:
		return appendString(dst, n.text)
	case KindArray:
		dst = append(dst, '[')
		for i := range n.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = n.items[i].Append(dst)
		}
		return append(dst, ']')
	case KindObject:
		dst = append(dst, '{')
		for i := range n.members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendString(dst, n.members[i].Key)
			dst = append(dst, ':')
			dst = n.members[i].Value.Append(dst)
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

const hexDigits = "0123456789abcdef"

func appendString(dst []byte, s string) []byte {
	if !utf8.ValidString(s) {
		s = string([]rune(s)) // each byte that is not UTF-8 becomes U+FFFD
	}
	dst = append(dst, '"')
	for {
		p := plain(s)
		dst = append(dst, p...)
		if s = s[len(p):]; s == "" {
			return append(dst, '"')
		}
		switch c := s[0]; c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
		s = s[1:]
	}
}
