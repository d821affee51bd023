package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
)

func checkFormat(p *actions.Params) {
	p.NotBlank("fontFamily")
	if c := p.Get("foregroundColor"); c.Exists() && !opaque(c.Text()) {
		p.Fail(plugin.BadRequest, "foregroundColor", "foregroundColor must be #rrggbb, #rgb or a CSS name such as teal.")
	}
	if c := p.Get("backgroundColor"); c.Exists() && !opaque(c.Text()) && !transparent(c.Text()) {
		p.Fail(plugin.BadRequest, "backgroundColor", "backgroundColor must be #rrggbb, #rgb, a CSS name such as teal, or transparent; text has no half transparent colors.")
	}
	switch scheme(p.Get("linkUrl").Text()) {
	case "", "https", "http", "mailto", "tel":
	default:
		p.Fail(plugin.BadRequest, "linkUrl", "linkUrl must begin with https:, http:, mailto: or tel:.")
	}
}

// scheme is the scheme of an address in small letters, "" where it has none. A
// browser skips white space and control characters in it, so they do not count:
// "java\nscript:" is a script.
func scheme(address string) string {
	var out []byte
	for i := range len(address) {
		switch c := address[i]; {
		case c <= ' ' || c == 0x7f:
		case c == ':':
			return lower(string(out))
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z',
			len(out) > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
			out = append(out, c)
		default:
			return ""
		}
	}
	return ""
}

func checkBackground(p *actions.Params) {
	c := p.Get("color").Text()
	switch hexDigits(c) {
	case 3, 4, 6, 8:
		return
	}
	if !named(lower(c)) {
		p.Fail(plugin.BadRequest, "color", "color must be #rrggbb, #rgb or a CSS name such as teal.")
	}
}

func checkGeometry(p *actions.Params) {
	finite(p, "left", "top", "width", "height", "rotation")
	positive(p, "width", "height")
}

var matrix = [...]string{"scaleX", "scaleY", "shearX", "shearY", "translateX", "translateY"}

// checkTransform tells of the fields that a proxy resets: to move an element
// would set its size back as well.
func checkTransform(p *actions.Params) {
	given := 0
	for _, key := range matrix {
		if p.Has(key) {
			given++
		}
		// Translations may be in EMU, 12 700 to a point.
		if n := p.Get(key).Number(); n != "" && !readDecimal(n).within(far+5) {
			p.Fail(plugin.BadRequest, key, key+" is too large for an element on a slide.")
		}
	}
	if given < len(matrix) && p.Get("applyMode").Text() != "RELATIVE" {
		p.Warn("An Apps Script proxy resets what is not given: scaleX and scaleY to 1, the others to 0. Give all six, or use slides_update_element_geometry.")
	}
}
