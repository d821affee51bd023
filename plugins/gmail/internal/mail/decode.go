package mail

import (
	"unicode/utf8"

	"github.com/wslite/wslite/sdk/text"
)

// DecodeWords gives a header's text with its encoded words decoded, where they
// are in UTF-8, ASCII or Latin-1; others stay. Gmail decodes most headers
// itself. The result is one line, whatever the words hold.
func DecodeWords(s string) string {
	if text.Index(s, "=?") < 0 {
		return text.OneLine(s)
	}
	var out []byte
	after := false // a decoded word stands before
	for i := 0; i < len(s); {
		gap := i
		for gap < len(s) && (s[gap] == ' ' || s[gap] == '\t' || s[gap] == '\r' || s[gap] == '\n') {
			gap++
		}
		if word, n, ok := decodeWord(s[gap:]); ok {
			if !after {
				out = append(out, s[i:gap]...)
			}
			out, after = append(out, word...), true
			i = gap + n
			continue
		}
		after = false
		end := max(gap, i+1)
		out = append(out, s[i:end]...)
		i = end
	}
	return text.OneLine(string(out))
}

// decodeWord decodes the encoded word at the beginning of s, which has n bytes.
func decodeWord(s string) (word string, n int, ok bool) {
	if !text.HasPrefix(s, "=?") {
		return "", 0, false
	}
	charset, rest := cut(s[2:], '?')
	encoding, rest := cut(rest, '?')
	end := text.Index(rest, "?=")
	if end < 0 || len(encoding) != 1 {
		return "", 0, false
	}
	content := rest[:end]
	n = len(s) - len(rest) + end + 2
	for i := range len(content) {
		if content[i] <= ' ' || content[i] > '~' {
			return "", 0, false
		}
	}
	var raw []byte
	switch encoding[0] {
	case 'B', 'b':
		raw, ok = decodeBase64(content)
	case 'Q', 'q':
		raw, ok = decodeQ(content)
	}
	if !ok {
		return "", 0, false
	}
	charset, _ = cut(text.Lower(charset), '*') // RFC 2231 adds a language
	switch charset {
	case "utf-8", "us-ascii", "utf8":
		return string(raw), n, utf8.Valid(raw)
	case "iso-8859-1":
		return latin(raw), n, true
	}
	return "", 0, false
}

func latin(raw []byte) string {
	out := make([]rune, len(raw))
	for i, c := range raw {
		out[i] = rune(c)
	}
	return string(out)
}

func decodeQ(s string) ([]byte, bool) {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '_':
			out = append(out, ' ')
		case c == '=':
			if i+2 >= len(s) || hex(s[i+1]) < 0 || hex(s[i+2]) < 0 {
				return nil, false
			}
			out = append(out, byte(hex(s[i+1])<<4|hex(s[i+2])))
			i += 2
		default:
			out = append(out, c)
		}
	}
	return out, true
}

func hex(c byte) int {
	return text.Index(hexDigits, text.Upper(string(rune(c))))
}

func decodeBase64(s string) ([]byte, bool) {
	var out []byte
	bits, have := 0, 0
	for i := range len(s) {
		if s[i] == '=' {
			continue
		}
		d := text.Index(base64Digits, string(rune(s[i])))
		if d < 0 {
			return nil, false
		}
		bits, have = bits<<6|d, have+6
		if have >= 8 {
			have -= 8
			out = append(out, byte(bits>>have))
			bits &= 1<<have - 1
		}
	}
	return out, true
}
