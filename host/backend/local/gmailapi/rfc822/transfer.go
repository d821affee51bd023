package rfc822

import "strings"

// Decode undoes a Content-Transfer-Encoding. One that is unknown, like 7bit
// and 8bit, leaves the bytes alone.
func Decode(data []byte, encoding string) []byte {
	switch encoding {
	case "base64":
		return decodeBase64(data)
	case "quoted-printable":
		return decodeQuoted(data)
	}
	return data
}

// transferEncoding gives the encoding that counts. A multipart has none.
func transferEncoding(value string) string {
	value, _, _ = strings.Cut(value, ";")
	return strings.ToLower(strings.TrimSpace(value))
}

// decodeQuoted decodes quoted-printable. An equals sign that starts no code
// stays, blanks at the end of a line go (RFC 2045, section 6.7).
func decodeQuoted(data []byte) []byte {
	out := make([]byte, 0, len(data))
	keep := 0 // up to here blanks are not trailing
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '=' && i+2 < len(data) && isHex(data[i+1]) && isHex(data[i+2]):
			out = append(out, unhex(data[i+1])<<4|unhex(data[i+2]))
			keep = len(out)
			i += 2
		case c == '=':
			if next := softBreak(data[i+1:]); next > 0 {
				i += next
				keep = len(out)
			} else if i+1 < len(data) {
				out = append(out, c)
			}
		case c == '\n':
			end := len(out)
			if end > keep && out[end-1] == '\r' {
				end--
			}
			cr := end < len(out)
			for end > keep && (out[end-1] == ' ' || out[end-1] == '\t') {
				end--
			}
			out = out[:end]
			if cr {
				out = append(out, '\r')
			}
			out = append(out, '\n')
			keep = len(out)
		default:
			out = append(out, c)
		}
	}
	return out
}

// softBreak gives the length of blanks and a line end; 0 if it is none.
func softBreak(rest []byte) int {
	for i, c := range rest {
		switch c {
		case ' ', '\t', '\r':
		case '\n':
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f'
}

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	}
	return c - 'a' + 10
}
