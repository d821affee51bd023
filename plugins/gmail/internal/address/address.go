// Package address takes a header's list of addresses apart as RFC 5322 writes
// it: a comma inside quotes or angle brackets separates nothing.
//
// It checks form alone and knows no domain and no mailbox. It reads text that
// people type as well as headers of mails. Start at [Split], then [Fault].
package address

import (
	"github.com/wslite/wslite/sdk/text"
)

// Split gives the members of a list, trimmed, without empty ones. Commas and
// semicolons separate them, except inside quotes, angle brackets and comments;
// what is never closed reaches to the end.
func Split(list string) []string {
	var members []string
	var s scanner
	start := 0
	add := func(end int) {
		if m := text.Trim(list[start:end]); m != "" {
			members = append(members, m)
		}
	}
	for i := range len(list) {
		if s.next(list[i]) && (list[i] == ',' || list[i] == ';') {
			add(i)
			start = i + 1
		}
	}
	add(len(list))
	return members
}

// scanner follows the quoting of a list byte by byte. The marks are ASCII, so
// no byte of a longer character looks like one.
type scanner struct {
	quoted, angled, escaped bool
	comments                int
}

// next takes a byte and tells whether it stands outside all quoting.
func (s *scanner) next(c byte) bool {
	inside := s.quoted || s.angled || s.comments > 0
	switch {
	case s.escaped:
		s.escaped = false
	case c == '\\' && (s.quoted || s.comments > 0):
		s.escaped = true
	case s.quoted:
		s.quoted = c != '"'
	case c == '(':
		s.comments++
	case s.comments > 0:
		if c == ')' {
			s.comments--
		}
	case c == '"':
		s.quoted = true
	case s.angled:
		s.angled = c != '>'
	case c == '<':
		s.angled = true
	default:
		return !inside
	}
	return false
}

// Fault says what is wrong with one member of a list, as words that follow
// "it": "has two addresses". "" is no fault. A member without an @ has none: it
// may be a name that the service knows.
func Fault(member string) string {
	var s scanner
	addresses, brackets := 0, 0
	bare := make([]byte, 0, len(member)) // what stands outside quotes and comments
	for i := range len(member) {
		c := member[i]
		if c < ' ' && c != '\t' || c == 0x7f {
			return "holds a line break or another control character"
		}
		wasQuoted := s.quoted
		wasComment := s.comments > 0
		s.next(c)
		if wasQuoted && !s.quoted {
			bare = append(bare, 'q') // a quoted text is one word
		}
		if wasQuoted || wasComment || s.quoted || s.comments > 0 {
			continue
		}
		if c == '@' {
			addresses++
		}
		if c == '<' {
			brackets++
		}
		bare = append(bare, c)
	}
	switch {
	case s.quoted:
		return "has a quote that is never closed"
	case s.angled:
		return "has a < without >"
	case s.comments > 0:
		return "has a ( without )"
	case addresses > 1 || brackets > 1:
		return "holds several addresses: put a comma between them"
	case addresses == 1 && !wellFormed(string(bare)):
		return "is no address such as ana@example.com or Ana <ana@example.com>"
	}
	return ""
}

// wellFormed tells whether the one address of a member, in brackets or bare,
// is one word with something on both sides of its @.
func wellFormed(bare string) bool {
	bare = text.Trim(bare)
	spec := bare
	for i := range len(bare) {
		if bare[i] == '<' {
			spec = bare[i+1:]
			break
		}
	}
	if len(spec) < len(bare) {
		if spec == "" || spec[len(spec)-1] != '>' {
			return false
		}
		spec = spec[:len(spec)-1]
	}
	spec = text.Trim(spec)
	at := -1
	for i := range len(spec) {
		switch spec[i] {
		case ' ', '\t', '<', '>', ',', ';':
			return false
		case '@':
			at = i
		}
	}
	return at > 0 && at < len(spec)-1
}
