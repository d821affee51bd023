package google

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/text"
)

// CheckLink refuses a link of which the scheme is none that a reader may be sent
// to; one without a scheme is the server's to judge. or completes the sentence
// on what it must begin with.
func CheckLink(p *actions.Params, key, or string) {
	switch scheme(p.Get(key).Text()) {
	case "", "https", "http", "mailto", "tel":
	default:
		p.Invalid(key, key+" must begin with https:, http:, mailto: or tel:"+or+".")
	}
}

// CheckImageURL refuses an address that two readers may take for two hosts, or
// that holds a password. A schema has asked for https.
func CheckImageURL(p *actions.Params, key string) {
	plain := key + " must be written as https://host/path."
	url := text.Trim(p.Get(key).Text())
	const begin = "https://"
	if len(url) <= len(begin) || text.Lower(url[:len(begin)]) != begin {
		p.Invalid(key, plain)
		return
	}
	host := url[len(begin):]
	for i := range len(host) {
		switch host[i] {
		case '@':
			p.Invalid(key, key+" must not hold a user name or a password.")
			return
		case '/', '?', '#':
			if i == 0 {
				p.Invalid(key, plain)
			}
			return
		}
	}
}

// scheme is the scheme of a link in small letters, "" where it has none. A
// browser skips white space and control characters in it, so they do not count:
// "java\nscript:" is a script.
func scheme(link string) string {
	var out []byte
	for i := range len(link) {
		switch c := link[i]; {
		case c <= ' ' || c == 0x7f:
		case c == ':':
			return text.Lower(string(out))
		case text.IsLetter(c), len(out) > 0 && (text.IsDigit(c) || c == '+' || c == '-' || c == '.'):
			out = append(out, c)
		default:
			return ""
		}
	}
	return ""
}
