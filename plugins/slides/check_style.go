package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/colour"
	"github.com/wslite/wslite/sdk/number"
)

func checkFormat(p *actions.Params) {
	p.NotBlank("fontFamily")
	google.CheckOpaque(p, "foregroundColor")
	google.CheckBehind(p, "backgroundColor")
	google.CheckLink(p, "linkUrl", "")
}

// checkBackground takes an alpha value, which servers ignore.
func checkBackground(p *actions.Params) {
	if !colour.Known(p.Get("color").Text()) {
		p.Invalid("color", "color must be #rrggbb, #rgb or a CSS name such as teal.")
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
		// Translations may be in EMU.
		if n := p.Get(key).Number(); n != "" && !number.Read(n).Within(farEMU) {
			p.Invalid(key, key+" is too large for an element on a slide.")
		}
	}
	if given < len(matrix) && p.Get("applyMode").Text() != "RELATIVE" {
		p.WarnProxy("An Apps Script proxy resets what is not given: scaleX and scaleY to 1, the others to 0. Give all six, or use slides_update_element_geometry.")
	}
}
