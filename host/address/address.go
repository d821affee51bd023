// Package address finds mail addresses in what a caller wrote and tells whether
// two of them are the same. It decides nothing by them.
package address

import (
	"io"
	"mime"
	"net/mail"
	"regexp"
	"strings"
	"sync"

	"golang.org/x/net/idna"
)

// Parser reads lists of addresses whatever charset their names are in.
var Parser = mail.AddressParser{WordDecoder: &mime.WordDecoder{
	CharsetReader: func(_ string, in io.Reader) (io.Reader, error) { return in, nil },
}}

// loose finds addresses in text that is no well-formed list.
var loose = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[^\s<>,;:"'()\[\]]+@[^\s<>,;:"'()\[\]]+`)
})

// In lists the addresses in the texts of a JSON value, each in the form of Same.
func In(v any) []string {
	var out []string
	switch x := v.(type) {
	case string:
		if !strings.Contains(x, "@") {
			return nil
		}
		if list, err := Parser.ParseList(x); err == nil {
			for _, a := range list {
				out = append(out, Same(a.Address))
			}
		}
		for _, a := range loose().FindAllString(x, -1) {
			out = append(out, Same(a))
		}
	case []any:
		for _, item := range x {
			out = append(out, In(item)...)
		}
	case map[string]any:
		for _, member := range x {
			out = append(out, In(member)...)
		}
	}
	return out
}

// Same gives one form to all ways of writing an address: small letters, and the
// domain in Punycode. Beyond ASCII, letters of the name before the @ stay as they
// are: two that look alike are two mailboxes.
func Same(s string) string {
	s = strings.TrimSpace(s)
	at := strings.LastIndexByte(s, '@')
	domain := strings.ToLower(strings.TrimSuffix(s[at+1:], "."))
	if ascii, err := idna.Punycode.ToASCII(domain); err == nil && at >= 0 {
		domain = ascii
	}
	return strings.Map(smallASCII, s[:at+1]) + domain
}

func smallASCII(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		r += 'a' - 'A'
	}
	return r
}
