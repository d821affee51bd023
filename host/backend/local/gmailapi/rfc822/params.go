package rfc822

import (
	"net/url"
	"sort"
	"strconv"
	"strings"
)

// parseParams reads "value; name=value; ..." of Content-Type and
// Content-Disposition. The standard library's reader gives up on the first
// fault and on charsets other than UTF-8; this one keeps what it can read. The
// value and the names are in lower case; values are decoded (RFC 2231, and RFC
// 2047 words, which mailers use though they must not).
func parseParams(header string) (value string, params map[string]string) {
	items := splitParams(header)
	params = map[string]string{}
	pieces := map[string][]piece{}
	for i, item := range items {
		if i == 0 {
			value = strings.ToLower(strings.TrimSpace(item))
			continue
		}
		name, text, _ := strings.Cut(item, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		text = unquote(strings.TrimSpace(text))
		if base, rest, ok := strings.Cut(name, "*"); ok {
			pieces[base] = append(pieces[base], newPiece(rest, text))
		} else if _, twice := params[name]; !twice && name != "" {
			params[name] = decodeWords(text, false)
		}
	}
	for name, list := range pieces {
		params[name] = join(list) // the extended form wins
	}
	return value, params
}

// splitParams splits at semicolons outside of quotes.
func splitParams(s string) (out []string) {
	quoted, start := false, 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && quoted:
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == ';' && !quoted:
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[start:])
}

func unquote(s string) string {
	if len(s) == 0 || s[0] != '"' {
		return s
	}
	var b strings.Builder
	for i := 1; i < len(s) && s[i] != '"'; i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// piece is a part of a value: name*0=..., name*1*=..., or name*=... alone.
type piece struct {
	n       int
	encoded bool
	text    string
}

func newPiece(suffix, text string) piece {
	number, star := strings.CutSuffix(suffix, "*")
	n, err := strconv.Atoi(number)
	if err != nil {
		return piece{0, true, text} // name*=...
	}
	return piece{n, star, text}
}

// join decodes an RFC 2231 value: charset'language'text in the first piece.
func join(list []piece) string {
	sort.SliceStable(list, func(i, j int) bool { return list[i].n < list[j].n })
	var data strings.Builder
	charset := ""
	for i, p := range list {
		text := p.text
		if p.encoded {
			if i == 0 {
				if parts := strings.SplitN(text, "'", 3); len(parts) == 3 {
					charset, text = parts[0], parts[2]
				}
			}
			if plain, err := url.PathUnescape(text); err == nil {
				text = plain
			}
		}
		data.WriteString(text)
	}
	return toUTF8([]byte(data.String()), charset)
}
