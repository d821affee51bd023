package mail

import (
	"github.com/wslite/wslite/plugins/gmail/internal/address"
	"github.com/wslite/wslite/sdk/text"
)

const (
	// foldAt is the column after which a header is folded; RFC 2047 wants 76
	// where a line holds encoded words.
	foldAt = 76
	// maxToken is how long a word of a header may be without a fold. RFC 5322
	// ends a line at 998 characters.
	maxToken = 900
	// maxID bounds a message id. References are a stranger's.
	maxID = 400
)

// folder writes one header, with a fold before each token that would make the
// line too long. The first token stands behind the name whatever its length.
type folder struct {
	out    []byte
	column int
	tokens int
}

func newFolder(name string) *folder {
	return &folder{out: append([]byte(name), ':'), column: len(name) + 1}
}

// add writes a token, with what stands before it in an unfolded line: white
// space, at least one character of it.
func (f *folder) add(space, token string) {
	if f.tokens > 0 && f.column+len(space)+len(token) > foldAt {
		f.out = append(f.out, '\r', '\n')
		f.column = 0
	}
	f.out = append(append(f.out, space...), token...)
	f.column += len(space) + len(token)
	f.tokens++
}

func (f *folder) end() string { return string(append(f.out, '\r', '\n')) }

// mailboxes writes a header of addresses; "" where there are none.
func mailboxes(name string, list []address.Mailbox) string {
	if len(list) == 0 {
		return ""
	}
	f := newFolder(name)
	for i, m := range list {
		comma := ","
		if i == len(list)-1 {
			comma = ""
		}
		display := text.Trim(text.OneLine(m.Name))
		if display == "" {
			f.add(" ", m.Address+comma)
			continue
		}
		for _, token := range phrase(display) {
			f.add(" ", token)
		}
		f.add(" ", "<"+m.Address+">"+comma)
	}
	return f.end()
}

// Show writes mailboxes for a person, in one line and unencoded.
func Show(list []address.Mailbox) string {
	out := ""
	for _, m := range list {
		one := m.Address
		if name := text.Trim(text.OneLine(m.Name)); name != "" {
			if needsQuotes(name) {
				name = quote(name)
			}
			one = name + " <" + one + ">"
		}
		out = text.Join(out, ", ", one)
	}
	return out
}

// phrase writes a display name: as it is, in quotes, or in encoded words.
func phrase(name string) []string {
	if !isASCII(name) || len(name) > maxWord || text.Index(name, "=?") >= 0 {
		return encodedWords(name)
	}
	if needsQuotes(name) {
		return []string{quote(name)}
	}
	return []string{name}
}

// needsQuotes tells whether a name holds what RFC 5322 gives a meaning.
func needsQuotes(name string) bool {
	for i := range len(name) {
		if text.Index(`()<>[]:;@\,."`, string(rune(name[i]))) >= 0 {
			return true
		}
	}
	return false
}

// quote writes a quoted string.
func quote(s string) string {
	out := []byte{'"'}
	for i := range len(s) {
		if s[i] == '"' || s[i] == '\\' {
			out = append(out, '\\')
		}
		out = append(out, s[i])
	}
	return string(append(out, '"'))
}

// unstructured writes a header of free text. A reader gets s back exactly, but
// for line ends and control characters, which become blanks.
func unstructured(name, s string) string {
	s = text.OneLine(s)
	f := newFolder(name)
	if !plainHeader(s) {
		for _, word := range encodedWords(s) {
			f.add(" ", word)
		}
		return f.end()
	}
	for s = " " + s; s != ""; {
		space := 0
		for s[space] == ' ' {
			space++
		}
		end := space
		for end < len(s) && s[end] != ' ' {
			end++
		}
		f.add(s[:space], s[space:end])
		s = s[end:]
	}
	return f.end()
}

// plainHeader tells whether a text can be a header's as it is.
func plainHeader(s string) bool {
	if !isASCII(s) || text.Index(s, "=?") >= 0 || s != text.Trim(s) {
		return false
	}
	n := 0
	for i := range len(s) {
		if n++; s[i] == ' ' {
			n = 0
		}
		if n > maxToken {
			return false
		}
	}
	return s != ""
}

// isASCII tells whether s holds nothing but printable ASCII.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// ids writes a header of message ids, each on a line of its own.
func ids(name string, list []string) string {
	out := ""
	for _, id := range list {
		if id = ID(id); id != "" {
			out = text.Join(out, "\r\n ", id)
		}
	}
	if out == "" {
		return ""
	}
	return name + ": " + out + "\r\n"
}

// ID gives the first message id of a header's value, in its angle brackets; ""
// where there is none. Brackets may be missing around a single id.
func ID(s string) string {
	list := IDs(s)
	if len(list) > 0 {
		return list[0]
	}
	s = text.Trim(s)
	if s != "" && text.Index(s, "<") < 0 && text.Index(s, "@") > 0 && isID(s) {
		return "<" + s + ">"
	}
	return ""
}

// IDs gives the message ids of a header's value, each in its angle brackets.
// What is none is left out.
func IDs(s string) []string {
	var list []string
	for i := 0; i < len(s); i++ {
		if s[i] != '<' {
			continue
		}
		end := i + 1
		for end < len(s) && s[end] != '>' && s[end] != '<' {
			end++
		}
		if end < len(s) && s[end] == '>' && isID(s[i+1:end]) {
			list = append(list, s[i:end+1])
		}
		i = end - 1
	}
	return list
}

func isID(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' || s[i] == '<' || s[i] == '>' {
			return false
		}
	}
	return s != "" && len(s) <= maxID
}
