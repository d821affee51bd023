package rfc822

import (
	"bytes"
	"strings"
)

// Header is one field, its value unfolded and decoded.
type Header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// field is where a header field stands in the mail, its line ends included.
type field struct {
	name       string
	start, end int
}

// value gives the unfolded, undecoded value.
func (f field) value(raw []byte) string {
	text := string(raw[f.start+len(f.name) : f.end])
	_, text, _ = strings.Cut(text, ":")
	text = strings.NewReplacer("\r\n", "", "\n", "").Replace(text)
	return strings.Trim(text, " \t")
}

// fields finds the header fields that start at an offset, and where the body
// starts. A line that is no field ends the header, as if an empty line stood
// before it; an mbox separator in front is skipped.
func fields(raw []byte, start, end int) (list []field, body int) {
	start += separator(raw[start:end])
	for pos := start; pos < end; {
		next := lineEnd(raw, pos, end)
		line := bytes.TrimRight(raw[pos:next], "\r\n")
		switch {
		case len(line) == 0:
			return list, next
		case (line[0] == ' ' || line[0] == '\t') && len(list) > 0:
			list[len(list)-1].end = next
		default:
			name := fieldName(line)
			if name == "" {
				return list, pos
			}
			list = append(list, field{name, pos, next})
		}
		pos = next
	}
	return list, end
}

// separator gives the length of an mbox separator in front of a mail.
func separator(raw []byte) int {
	if bytes.HasPrefix(raw, []byte("From ")) {
		return lineEnd(raw, 0, len(raw))
	}
	return 0
}

// fieldName gives the name of a field line, "" if it is none. Blanks before
// the colon are tolerated; RFC 5322 once allowed them.
func fieldName(line []byte) string {
	name, _, ok := bytes.Cut(line, []byte(":"))
	trimmed := bytes.TrimRight(name, " \t")
	if !ok || len(trimmed) == 0 {
		return ""
	}
	for _, c := range trimmed {
		if c <= ' ' || c >= 0x7f {
			return ""
		}
	}
	return string(trimmed)
}

// lineEnd gives the offset behind the line that starts at pos.
func lineEnd(raw []byte, pos, end int) int {
	if i := bytes.IndexByte(raw[pos:end], '\n'); i >= 0 {
		return pos + i + 1
	}
	return end
}

// addressFields hold addresses: a decoded name must not change their syntax.
var addressFields = map[string]bool{
	"from": true, "to": true, "cc": true, "bcc": true, "sender": true, "reply-to": true,
	"resent-from": true, "resent-to": true, "resent-cc": true, "delivered-to": true,
}

// headers decodes the fields in their order.
func headers(raw []byte, list []field) []Header {
	out := make([]Header, 0, len(list))
	for _, f := range list {
		out = append(out, Header{f.name, decodeWords(f.value(raw), addressFields[strings.ToLower(f.name)])})
	}
	return out
}

// Get gives the value of the first field of that name, whatever its case.
func Get(list []Header, name string) string {
	for _, h := range list {
		if strings.EqualFold(h.Name, name) {
			return h.Value
		}
	}
	return ""
}

// All gives the values of all fields of that name.
func All(list []Header, name string) (out []string) {
	for _, h := range list {
		if strings.EqualFold(h.Name, name) {
			out = append(out, h.Value)
		}
	}
	return out
}
