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
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				dst = append(dst, s[start:i]...)
				dst = append(dst, "\ufffd"...)
				start = i + 1
			}
			i += n
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		dst = append(dst, s[start:i]...)
		switch c {
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
		i++
		start = i
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}
