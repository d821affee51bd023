package rfc822

import "strings"

// Set puts a field on top of a mail and removes others of the name, and the
// mbox separator with them. The value must be one line; its words are the
// caller's to encode.
func Set(raw []byte, name, value string) []byte {
	rest := Remove(raw[separator(raw):], name)
	eol := "\r\n"
	if list, _ := fields(rest, 0, len(rest)); len(list) > 0 && !strings.HasSuffix(string(rest[list[0].start:list[0].end]), "\r\n") {
		eol = "\n" // the mail keeps its own line ends
	}
	line := name + ": " + value + eol
	if list, _ := fields(rest, 0, len(rest)); len(list) == 0 && !strings.HasPrefix(string(rest), "\n") && !strings.HasPrefix(string(rest), "\r\n") {
		line += eol // no header at all: the first line must not become one
	}
	return append([]byte(line), rest...)
}

// Remove removes the fields of a name from the header.
func Remove(raw []byte, name string) []byte {
	list, _ := fields(raw, 0, len(raw))
	out := make([]byte, 0, len(raw))
	from := 0
	for _, f := range list {
		if strings.EqualFold(f.name, name) {
			out = append(out, raw[from:f.start]...)
			from = f.end
		}
	}
	return append(out, raw[from:]...)
}
