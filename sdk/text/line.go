package text

// OneLine puts s on one line, with a blank for each line end and each other
// control character. What strangers wrote must stand on one line where a second
// one could pass for a line of the plugin's own.
//
//go:noinline
func OneLine(s string) string {
	out := make([]byte, 0, len(s))
	for i, r := range s {
		switch {
		case r == '\r' && i+1 < len(s) && s[i+1] == '\n':
		case r < ' ' || r == 0x85 || r == 0x2028 || r == 0x2029:
			out = append(out, ' ')
		default:
			out = append(out, string(r)...)
		}
	}
	return string(out)
}

// Or gives s, or what stands for it where it is empty.
//
//go:noinline
func Or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// Join puts two texts behind each other with something between them; one that is
// empty is left out.
//
//go:noinline
func Join(a, between, b string) string {
	if a != "" && b != "" {
		a += between
	}
	return a + b
}

// After puts words before s; "" where s is empty.
//
//go:noinline
func After(words, s string) string {
	if s == "" {
		return ""
	}
	return words + s
}
