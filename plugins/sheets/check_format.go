package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
)

// formats are the arguments of a format that change something by themselves.
var formats = [...]string{
	"background", "fontColor", "fontFamily", "fontSize", "bold", "italic", "underline", "strikethrough",
	"horizontalAlignment", "verticalAlignment", "numberFormat", "textWrap",
	"borderTop", "borderBottom", "borderLeft", "borderRight",
}

func checkFormat(p *actions.Params) {
	onRange(p, "formatted")
	google.CheckOpaque(p, "background", "fontColor", "borderColor")
	p.NotBlank("fontFamily", "numberFormat")
	given := false
	for _, key := range formats {
		given = given || p.Has(key)
	}
	if !given {
		p.Warn("No format was given, so nothing changes.")
	}
	warnOfBorders(p)
	if p.Get("underline").IsTrue() && p.Get("strikethrough").IsTrue() {
		p.WarnProxy("An Apps Script proxy can't do both: it strikes through and does not underline.")
	}
}

// warnOfBorders: a proxy gives its border call the sides in another order, and
// passes sides that were not named as "none".
func warnOfBorders(p *actions.Params) {
	top, bottom, left, right := p.Get("borderTop"), p.Get("borderBottom"), p.Get("borderLeft"), p.Get("borderRight")
	some := top.Exists() || bottom.Exists() || left.Exists() || right.Exists()
	all := top.IsTrue() && bottom.IsTrue() && left.IsTrue() && right.IsTrue()
	switch {
	case !some:
		if p.Has("borderColor") {
			p.Warn("borderColor is of no use without a border: set borderTop, borderBottom, borderLeft or borderRight.")
		}
	case !all:
		p.WarnProxy("An Apps Script proxy draws borderBottom on the left and borderLeft below, draws a border that is false too, and erases those that are not given.")
	}
}
