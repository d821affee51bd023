package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

var styleKeys = [...]string{"bold", "italic", "underline", "strikethrough", "fontFamily", "fontSize", "foregroundColor", "backgroundColor", "linkUrl"}

func checkFormat(p *actions.Params) {
	p.NotBlank("fontFamily")
	if c := p.Get("foregroundColor"); c.Exists() && !opaque(c.Text()) {
		p.Fail(plugin.BadRequest, "foregroundColor", "foregroundColor must be a colour that covers: #rgb, #rrggbb or a CSS name such as teal.")
	}
	if c := p.Get("backgroundColor"); c.Exists() && !opaque(c.Text()) && !transparent(c.Text()) {
		p.Fail(plugin.BadRequest, "backgroundColor", "backgroundColor must be #rgb, #rrggbb, a CSS name such as teal, or transparent; Docs has no half transparent colours.")
	}
	if s := scheme(p.Get("linkUrl").Text()); s != "" && s != "http" && s != "https" && s != "mailto" && s != "tel" {
		p.Fail(plugin.BadRequest, "linkUrl", "linkUrl must begin with http:, https:, mailto: or tel:, or be #heading=ID of this document.")
	}
	warnTrimmed(p, "findText")
	warnPattern(p)
	if !styled(p.Value) {
		p.Warn("No style is given, so no text changes: the answer only counts the occurrences.")
	}
}

// styled tells whether the arguments of formatText change anything.
func styled(args value.Value) bool {
	for _, key := range styleKeys {
		if args.Has(key) {
			return true
		}
	}
	return false
}

func checkImage(p *actions.Params) {
	const plain = "imageUrl must be written as https://host/path."
	url := p.Get("imageUrl").Text()
	if scheme(url) != "https" || len(url) < len("https://h") || url[len("https:"):len("https://")] != "//" {
		p.Fail(plugin.BadRequest, "imageUrl", plain)
		return
	}
	host := url[len("https://"):]
	for i := range len(host) {
		switch host[i] {
		case '@':
			p.Fail(plugin.BadRequest, "imageUrl", "imageUrl must not hold a user name or a password.")
			return
		case '/', '?', '#':
			if i == 0 {
				p.Fail(plugin.BadRequest, "imageUrl", plain)
			}
			return
		}
	}
}

// scheme is the scheme of a link in small letters, "" where it has none. A
// browser skips white space and control characters in a scheme, so they count
// for nothing here: "java\nscript:" is a script.
func scheme(link string) string {
	var out []byte
	for i := range len(link) {
		c := link[i]
		switch {
		case c <= ' ' || c == 0x7f:
		case c == ':':
			return string(out)
		case 'A' <= c && c <= 'Z':
			out = append(out, c|0x20)
		case 'a' <= c && c <= 'z', len(out) > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
			out = append(out, c)
		default:
			return ""
		}
	}
	return ""
}
