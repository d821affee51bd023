package mail

// lineLength is the length of an encoded line without its end (RFC 2045).
const lineLength = 76

// maxLine is how long a line may be to be written as it is (RFC 5322 prefers
// 78 characters).
const maxLine = 78

// encodeText gives a text with CRLF at its line ends, as it is where every
// server lets it pass unchanged, and else in the shorter of the two encodings.
func encodeText(s string) (encoding, body string) {
	s = crlf(s)
	wide, plain := 0, true
	start := 0
	for i := 0; i <= len(s); i++ {
		if i == len(s) || s[i] == '\r' {
			plain = plain && plainLine(s[start:i])
			start = i + 2
			i++
			continue
		}
		if s[i] >= 0x7f {
			wide++
		}
	}
	switch {
	case plain:
		return "7bit", s
	case wide*5 > len(s):
		return "base64", base64Lines(s)
	}
	return "quoted-printable", quotedPrintable(s)
}

// plainLine tells whether a line needs no encoding: short ASCII, without what
// programs on the way are known to change (white space at the end, From at the
// beginning, a single dot).
func plainLine(line string) bool {
	for i := range len(line) {
		if c := line[i]; c >= 0x7f || c < ' ' && c != '\t' {
			return false
		}
	}
	n := len(line)
	return n == 0 || n <= maxLine && line[n-1] != ' ' && line[n-1] != '\t' && line != "." && !isFrom(line)
}

func isFrom(line string) bool { return len(line) >= 5 && line[:5] == "From " }

// crlf turns each lone CR and LF, and each CRLF, into CRLF.
func crlf(s string) string {
	out := make([]byte, 0, len(s)+len(s)/32)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\r' && i+1 < len(s) && s[i+1] == '\n':
			i++
			out = append(out, '\r', '\n')
		case c == '\r' || c == '\n':
			out = append(out, '\r', '\n')
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

const hexDigits = "0123456789ABCDEF"

// quotedPrintable encodes a text of which the lines end in CRLF.
func quotedPrintable(s string) string {
	out := make([]byte, 0, len(s)+len(s)/4)
	column := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\r' && i+1 < len(s) && s[i+1] == '\n' {
			out = append(out, '\r', '\n')
			column = 0
			i++
			continue
		}
		last := i+1 == len(s) || s[i+1] == '\r'
		as := 1
		if escapes(c, last) || column == 0 && (isFrom(s[i:]) || c == '.' && last) {
			as = 3
		}
		// A line that goes on needs room for its soft end.
		if room := lineLength - column; as > room || as == room && !last {
			out = append(out, "=\r\n"...)
			column = 0
		}
		if as == 3 {
			out = append(out, '=', hexDigits[c>>4], hexDigits[c&15])
		} else {
			out = append(out, c)
		}
		column += as
	}
	return string(out)
}

// escapes tells whether a byte of a text can't stand for itself.
func escapes(c byte, last bool) bool {
	return c == '=' || c > '~' || c < ' ' && c != '\t' || last && (c == ' ' || c == '\t')
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// appendBase64 writes base64 in one line.
func appendBase64(out []byte, s string) []byte {
	for ; len(s) > 2; s = s[3:] {
		out = append(out, base64Digits[s[0]>>2], base64Digits[s[0]&3<<4|s[1]>>4], base64Digits[s[1]&15<<2|s[2]>>6], base64Digits[s[2]&63])
	}
	switch len(s) {
	case 1:
		out = append(out, base64Digits[s[0]>>2], base64Digits[s[0]&3<<4], '=', '=')
	case 2:
		out = append(out, base64Digits[s[0]>>2], base64Digits[s[0]&3<<4|s[1]>>4], base64Digits[s[1]&15<<2], '=')
	}
	return out
}

// base64Lines writes base64 in lines of 76 characters; the last one has no end.
func base64Lines(s string) string {
	const bytes = lineLength / 4 * 3
	out := make([]byte, 0, base64Size(len(s)))
	for len(s) > bytes {
		out = append(appendBase64(out, s[:bytes]), '\r', '\n')
		s = s[bytes:]
	}
	return string(appendBase64(out, s))
}
