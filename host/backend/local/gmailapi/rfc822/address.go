package rfc822

import (
	"net/mail"
	"regexp"
	"strings"
	"sync"
)

// address finds what looks like one in a header that no parser takes.
var address = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^\s<>,;:"()\[\]\\@]+@[^\s<>,;:"()\[\]\\@]+`) })

// Addresses gives the bare addresses of a header's value, in lower case. A
// list that breaks the rules gives what looks like addresses, and ok false.
func Addresses(value string) (list []string, ok bool) {
	if strings.TrimSpace(value) == "" {
		return nil, true
	}
	parsed, err := mail.ParseAddressList(value)
	if err != nil {
		for _, a := range address().FindAllString(value, -1) {
			list = append(list, strings.ToLower(a))
		}
		return list, false
	}
	for _, a := range parsed {
		list = append(list, strings.ToLower(a.Address))
	}
	return list, true
}

// messageID is an identifier in angle brackets (RFC 5322, section 3.6.4).
var messageID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<[^<>\s]+>`) })

// IDs gives the message ids of a header's value, brackets included.
func IDs(value string) []string { return messageID().FindAllString(value, -1) }

// prefix is what answers and forwards put before a subject.
var prefix = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^\s*(re|fwd?|aw|wg)\s*(\[\d+\])?\s*:\s*`) })

// BaseSubject is what the subjects of one conversation share.
func BaseSubject(subject string) string {
	for {
		rest := prefix().ReplaceAllString(subject, "")
		if rest == subject {
			return strings.ToLower(fold(subject))
		}
		subject = rest
	}
}
