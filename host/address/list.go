package address

import (
	"errors"
	"strings"
)

// The faults of a list, as words that follow the name of what holds it.
var (
	errControl = errors.New("holds a line break or another control character")
	errGroup   = errors.New("holds a group; name its members one by one")
	errOpen    = errors.New("has a quote or a bracket that is never closed")
	errForm    = errors.New("holds no list of mail addresses")
)

// List reads a list of mailboxes as RFC 5322 writes it, with commas or
// semicolons between them: one in quotes, angle brackets or a comment separates
// nothing. Each address is given in the form of Same, in the order of the list;
// empty members are left out.
//
// In reads whatever may be an address; List refuses what is not plainly one: a
// group, a route, a name without an address, a line break. The error is words
// that follow the name of the parameter and repeats nothing of the list.
func List(s string) ([]string, error) {
	var out []string
	var scan scanner
	start := 0
	add := func(end int) error {
		member := strings.Trim(s[start:end], " \t")
		if member == "" {
			return nil
		}
		a, err := Parser.Parse(member)
		if err != nil {
			return errForm
		}
		if strings.TrimSpace(a.Address) != a.Address { // " ana"@x.example is not ana@x.example
			return errForm
		}
		same := Same(a.Address)
		if at := strings.LastIndexByte(same, '@'); at < 1 || at == len(same)-1 {
			return errForm
		}
		out = append(out, same)
		return nil
	}
	for i := range len(s) {
		switch outside := scan.next(s[i]); {
		case s[i] < ' ' && s[i] != '\t' || s[i] == 0x7f:
			return nil, errControl
		case !outside:
		case s[i] == ':':
			return nil, errGroup
		case s[i] == ',' || s[i] == ';':
			if err := add(i); err != nil {
				return nil, err
			}
			start = i + 1
		}
	}
	if scan.open() {
		return nil, errOpen
	}
	if err := add(len(s)); err != nil {
		return nil, err
	}
	return out, nil
}

// scanner follows the quoting of a list byte by byte. The marks are ASCII, so
// no byte of a longer character looks like one.
type scanner struct {
	quoted, escaped bool
	// angled and literal say that an angle or a square bracket is open.
	angled, literal bool
	comments        int
}

func (s *scanner) open() bool { return s.quoted || s.angled || s.literal || s.comments > 0 }

// next takes a byte and tells whether it stands outside all quoting.
func (s *scanner) next(b byte) bool {
	inside := s.open()
	switch {
	case s.escaped:
		s.escaped = false
	case b == '\\' && (s.quoted || s.comments > 0):
		s.escaped = true
	case s.quoted:
		s.quoted = b != '"'
	case b == '(':
		s.comments++
	case s.comments > 0:
		if b == ')' {
			s.comments--
		}
	case b == '"':
		s.quoted = true
	case s.literal:
		s.literal = b != ']'
	case b == '[':
		s.literal = true
	case s.angled:
		s.angled = b != '>'
	case b == '<':
		s.angled = true
	}
	return !inside && !s.open()
}
