package rfc822

import (
	"encoding/base64"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
)

// encodedWord is RFC 2047's. The language of RFC 2231 may follow the charset.
var encodedWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bBqQ])\?([^?]*)\?=`) })

// decodeWords decodes encoded words. Neighbours of one charset are joined
// before they are decoded, because mailers split characters between them. In
// a field of addresses a decoded name with special characters is quoted, so
// that a comma in a name never makes two addresses of one.
func decodeWords(s string, addresses bool) string {
	found := encodedWord().FindAllStringSubmatchIndex(s, -1)
	if found == nil {
		return oneLine.Replace(toUTF8([]byte(s), ""))
	}
	var out strings.Builder
	last := 0
	for i := 0; i < len(found); {
		run := wordRun{charset: s[found[i][2]:found[i][3]]}
		start := found[i][0]
		for ; i < len(found) && run.takes(s, found[i]); i++ {
			run.add(s, found[i])
		}
		between := s[last:start]
		if last == 0 || strings.TrimSpace(between) != "" {
			out.WriteString(toUTF8([]byte(between), ""))
		}
		text := toUTF8(run.data, run.charset)
		if addresses && strings.ContainsAny(text, `()<>[]:;@\,."`) && strings.Count(s[:start], `"`)%2 == 0 {
			text = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
		}
		out.WriteString(text)
		last = run.end
	}
	out.WriteString(toUTF8([]byte(s[last:]), ""))
	return oneLine.Replace(out.String())
}

// oneLine keeps a decoded value what a header value is.
var oneLine = strings.NewReplacer("\r", " ", "\n", " ", "\x00", "")

// wordRun is encoded words of one charset with nothing but blanks between.
type wordRun struct {
	charset string
	data    []byte
	end     int
}

func (r *wordRun) takes(s string, m []int) bool {
	return r.end == 0 || strings.EqualFold(s[m[2]:m[3]], r.charset) && strings.TrimSpace(s[r.end:m[0]]) == ""
}

func (r *wordRun) add(s string, m []int) {
	text := s[m[6]:m[7]]
	if strings.EqualFold(s[m[4]:m[5]], "b") {
		r.data = append(r.data, decodeBase64([]byte(text))...)
	} else {
		r.data = append(r.data, decodeQuoted([]byte(strings.ReplaceAll(text, "_", " ")))...)
	}
	r.end = m[1]
}

// toUTF8 decodes text of a charset. Without one that is known, bytes that are
// no UTF-8 are taken as Windows-1252, the usual lie.
func toUTF8(data []byte, charset string) string {
	if enc := lookup(charset); enc != nil {
		if out, err := enc.NewDecoder().Bytes(data); err == nil {
			return strings.ToValidUTF8(string(out), "\uFFFD")
		}
	}
	if utf8.Valid(data) {
		return string(data)
	}
	if isUTF8(charset) {
		return strings.ToValidUTF8(string(data), "\uFFFD")
	}
	out, err := charmap.Windows1252.NewDecoder().Bytes(data)
	if err != nil {
		return strings.ToValidUTF8(string(data), "\uFFFD")
	}
	return string(out)
}

func isUTF8(charset string) bool {
	return strings.EqualFold(charset, "utf-8") || strings.EqualFold(charset, "utf8")
}

// lookup finds a charset by the names that mail uses; nil for UTF-8, ASCII
// and unknown ones.
func lookup(charset string) encoding.Encoding {
	charset = strings.ToLower(strings.TrimSpace(charset))
	if charset == "" || charset == "us-ascii" || isUTF8(charset) {
		return nil
	}
	// The names of the web first: they read gb2312 as GBK and iso-8859-1 as
	// Windows-1252, which is what mailers mean.
	if enc, err := htmlindex.Get(charset); err == nil {
		return enc
	}
	if enc, err := ianaindex.MIME.Encoding(charset); err == nil {
		return enc
	}
	return nil
}

// decodeBase64 decodes what can be decoded: characters outside both alphabets
// are skipped, padding may be missing or stand in the middle.
func decodeBase64(data []byte) []byte {
	out := make([]byte, 0, len(data)/4*3+3)
	group := make([]byte, 0, 4)
	flush := func() {
		var buf [3]byte
		n, err := base64.RawStdEncoding.Decode(buf[:], group)
		if err == nil {
			out = append(out, buf[:n]...)
		}
		group = group[:0]
	}
	for _, c := range data {
		switch {
		case c == '=':
			flush()
			continue
		case c == '-':
			c = '+'
		case c == '_':
			c = '/'
		case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '+', c == '/':
		default:
			continue
		}
		if group = append(group, c); len(group) == 4 {
			flush()
		}
	}
	flush()
	return out
}
