package mail

import (
	"unicode/utf8"

	"github.com/wslite/wslite/sdk/text"
)

const (
	mailType   = "message/rfc822"
	binaryType = "application/octet-stream"
	// maxParam is how long a parameter's value may be on one line.
	maxParam = 60
	// maxFallback bounds the ASCII name beside an encoded one, in bytes.
	maxFallback = 60
)

// FileType is a file's type as it may stand in a header. What is none, and what
// would have to have parts of its own, is plain bytes.
func FileType(s string) string {
	base, rest := cut(s, ';')
	base = text.Lower(text.Trim(base))
	major, minor := cut(base, '/')
	switch {
	case !isToken(major) || !isToken(minor) || len(base) > 127, major == "multipart", major == "message" && base != mailType:
		return binaryType
	case major != "text":
		return base
	}
	if charset := param(rest, "charset"); isToken(charset) && len(charset) <= maxParam {
		return base + "; charset=" + charset
	}
	return base
}

// cut gives what stands before and behind the first c.
func cut(s string, c byte) (before, behind string) {
	for i := range len(s) {
		if s[i] == c {
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

// param finds a parameter among those of a header, without its quotes.
func param(list, name string) string {
	for list != "" {
		var one string
		one, list = cut(list, ';')
		key, v := cut(one, '=')
		if text.Lower(text.Trim(key)) == name {
			v = text.Trim(v)
			if len(v) > 1 && v[0] == '"' && v[len(v)-1] == '"' {
				v = v[1 : len(v)-1]
			}
			return v
		}
	}
	return ""
}

// isToken tells whether s is RFC 2045's token.
func isToken(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c > '~' || text.Index(`()<>@,;:\"/[]?=`, string(rune(c))) >= 0 {
			return false
		}
	}
	return s != ""
}

// filename writes the parameter filename of a disposition, from its semicolon
// on. What is not short ASCII, and what some readers would take for an encoded
// word, is written as RFC 2231 has it, with an ASCII name behind it for readers
// that know no better. It comes first, since some readers take the first of two.
func filename(name string) string {
	if isASCII(name) && len(name) <= maxParam && text.Index(name, "=?") < 0 {
		return ";\r\n filename=" + quote(name)
	}
	out := ""
	pieces := extended(name)
	for i, piece := range pieces {
		star := "*"
		if len(pieces) > 1 {
			star = "*" + text.Int(i) + "*"
		}
		if i == 0 {
			piece = "utf-8''" + piece
		}
		out += ";\r\n filename" + star + "=" + piece
	}
	return out + ";\r\n filename=" + quote(fallback(name))
}

// extended writes a value with percent signs, in pieces that fit on a line. A
// piece holds whole characters: some readers decode each by itself.
func extended(s string) []string {
	var pieces []string
	var run []byte
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		if len(run)+3*n > maxParam {
			pieces = append(pieces, string(run))
			run = nil
		}
		for ; n > 0; n-- {
			c := s[i]
			if text.IsLetter(c) || text.IsDigit(c) || text.Index("!#$&+-.^_`|~", string(rune(c))) >= 0 {
				run = append(run, c)
			} else {
				run = append(run, '%', hexDigits[c>>4], hexDigits[c&15])
			}
			i++
		}
	}
	if run != nil {
		pieces = append(pieces, string(run))
	}
	return pieces
}

// fallback is a name in short ASCII; the end stays, since it tells the kind of
// file.
func fallback(name string) string {
	var out []byte
	for _, r := range name {
		if r < ' ' || r > '~' || r == '?' && len(out) > 0 && out[len(out)-1] == '=' {
			r = '_'
		}
		out = append(out, byte(r))
	}
	if n := len(out); n > maxFallback {
		const kept = 12
		out = append(append([]byte{}, out[:maxFallback-kept]...), out[n-kept:]...)
	}
	return string(out)
}
