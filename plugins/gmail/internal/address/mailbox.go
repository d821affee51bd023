package address

import "github.com/wslite/wslite/sdk/text"

// Mailbox is one address with the name that stands beside it.
type Mailbox struct {
	// Name is plain text without quoting, "" where there is none.
	Name string
	// Address is local@domain; the domain is in ASCII.
	Address string
}

// Parse reads one member of a list that a person wrote. fault is what is wrong
// with it, as words that follow "it"; "" is a mailbox. Groups are refused: what
// they hold must be in the list itself.
func Parse(member string) (m Mailbox, fault string) {
	if fault = Fault(member); fault != "" {
		return m, fault
	}
	name, spec, angled := take(member)
	if !angled {
		name, spec = "", name
	}
	if hasColon(name) {
		return m, "is a group: put its members into the list themselves"
	}
	address, ok := normal(text.Trim(spec))
	if !ok {
		return m, "is no address such as ana@example.com or Ana <ana@example.com>"
	}
	return Mailbox{Name: Unquote(name), Address: address}, ""
}

// ParseHeader reads the mailboxes of a header that a stranger wrote: what is no
// mailbox is left out and counted, a group gives its members.
func ParseHeader(list string) (all []Mailbox, skipped int) {
	for _, member := range Split(list) {
		m, fault := Parse(member)
		if fault != "" {
			m, fault = Parse(afterColon(member))
		}
		switch {
		case fault == "":
			all = append(all, m)
		case text.Index(member, "@") >= 0:
			skipped++
		}
	}
	return all, skipped
}

// take separates what stands before the angle brackets from what is in them;
// comments are dropped.
func take(member string) (name, spec string, angled bool) {
	var s scanner
	var before, inside []byte
	for i := range len(member) {
		c := member[i]
		wasComment, wasAngled := s.comments > 0, s.angled
		s.next(c)
		switch {
		case wasComment || s.comments > 0:
		case !wasAngled && s.angled:
			angled = true
		case wasAngled && s.angled:
			inside = append(inside, c)
		case !wasAngled:
			before = append(before, c)
		}
	}
	return string(before), string(inside), angled
}

// Unquote gives a display name as it is meant: without quotes, escapes and
// white space at its ends.
func Unquote(name string) string {
	out := make([]byte, 0, len(name))
	quoted, escaped := false, false
	for i := range len(name) {
		switch c := name[i]; {
		case escaped:
			out, escaped = append(out, c), false
		case c == '\\' && quoted:
			escaped = true
		case c == '"':
			quoted = !quoted
		default:
			out = append(out, c)
		}
	}
	return text.Trim(string(out))
}

func hasColon(name string) bool { return len(afterColon(name)) < len(name) }

// afterColon is what follows the name of a group.
func afterColon(member string) string {
	var s scanner
	for i := range len(member) {
		if s.next(member[i]) && member[i] == ':' {
			return member[i+1:]
		}
	}
	return member
}

// normal checks an address and writes its domain in ASCII. The local part stays
// byte for byte; one that is not ASCII can't be sent with every server on the
// way, so it is refused.
func normal(spec string) (string, bool) {
	at := len(spec) - 1
	for at >= 0 && spec[at] != '@' {
		at--
	}
	if at < 1 || !isLocal(spec[:at]) {
		return "", false
	}
	domain, ok := asciiDomain(spec[at+1:])
	return spec[:at+1] + domain, ok
}

func isLocal(s string) bool {
	quoted := len(s) > 2 && s[0] == '"' && s[len(s)-1] == '"'
	for i := range len(s) {
		if c := s[i]; c >= 0x7f || c < ' ' || !quoted && !isAtom(c) && c != '.' {
			return false
		}
	}
	return s[0] != '.' && s[len(s)-1] != '.'
}

// isAtom tells whether c may stand in RFC 5322's atom.
func isAtom(c byte) bool {
	return text.IsLetter(c) || text.IsDigit(c) || c < 0x7f && text.Index("!#$%&'*+-/=?^_`{|}~", string(rune(c))) >= 0
}

// Key is equal for two ways to write one mailbox's address: case never counts
// in practice, though RFC 5321 lets a server tell it apart.
func (m Mailbox) Key() string { return text.Lower(m.Address) }

// Base is Key without what a mailbox's owner may add at will: a tag behind a
// plus, and in Gmail's own domains dots.
func (m Mailbox) Base() string {
	key := m.Key()
	at := text.Index(key, "@")
	if at < 0 {
		return key
	}
	local, domain := key[:at], key[at+1:]
	if plus := text.Index(local, "+"); plus > 0 {
		local = local[:plus]
	}
	if domain == "gmail.com" || domain == "googlemail.com" {
		bare := make([]byte, 0, len(local))
		for i := range len(local) {
			if local[i] != '.' {
				bare = append(bare, local[i])
			}
		}
		local, domain = string(bare), "gmail.com"
	}
	return local + "@" + domain
}
