package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
)

// formats are the arguments of a format that change something by themselves.
var formats = [...]string{
	"background", "fontColor", "fontFamily", "fontSize", "bold", "italic", "underline", "strikethrough",
	"horizontalAlignment", "verticalAlignment", "numberFormat", "textWrap",
	"borderTop", "borderBottom", "borderLeft", "borderRight",
}

func checkFormat(p *actions.Params) {
	onRange(p, "formatted")
	for _, key := range [...]string{"background", "fontColor", "borderColor"} {
		if s, given := p.Get(key).AsString(); given && !isColour(s) {
			p.Fail(plugin.BadRequest, key, key+" must be a CSS colour name such as teal, or # with 3 or 6 hexadecimal digits such as #ffcc00.")
		}
	}
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
		p.Warn("An Apps Script proxy can't do both: it strikes through and does not underline.")
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
		p.Warn("An Apps Script proxy draws borderBottom on the left and borderLeft below, draws a border that is false too, and erases those that are not given.")
	}
}

// isColour takes what a cell can have: a name of CSS or an opaque colour. The
// alpha of 4 or 8 digits is not honoured, so only full opacity passes.
func isColour(s string) bool {
	if s == "" || s[0] != '#' {
		return isColourName(s)
	}
	digits := s[1:]
	for i := range len(digits) {
		if c := digits[i]; !isDigit(c) && !(c >= 'a' && c <= 'f') && !(c >= 'A' && c <= 'F') {
			return false
		}
	}
	switch len(digits) {
	case 3, 6:
		return true
	case 4, 8:
		for _, c := range digits[len(digits)*3/4:] {
			if c != 'f' && c != 'F' {
				return false
			}
		}
		return true
	}
	return false
}

func isColourName(s string) bool {
	lower := []byte(s)
	for i, c := range lower {
		if c >= 'A' && c <= 'Z' {
			lower[i] = c + 'a' - 'A'
		}
	}
	// Each name stands between two spaces.
	for rest := colourNames; len(rest) > 1; {
		end := 1
		for rest[end] != ' ' {
			end++
		}
		if rest[1:end] == string(lower) {
			return true
		}
		rest = rest[end:]
	}
	return false
}

// colourNames are the named colours of CSS Color Module Level 4, section 6.1.
const colourNames = " aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood" +
	" cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen" +
	" darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray" +
	" darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia" +
	" gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender" +
	" lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink" +
	" lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon" +
	" mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise" +
	" mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid" +
	" palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown" +
	" royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen" +
	" steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen "
