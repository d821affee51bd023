package htmltext

import "github.com/wslite/wslite/sdk/text"

// look is what of an element's style decides whether its text can be seen. An
// element begins with the look of the one around it.
type look struct {
	// hidden is for the element and all in it; tiny for its text size, which an
	// element inside may set again.
	hidden, tiny bool
	text, back   colour
}

// invisible tells whether text of this look can't be seen.
func (l look) invisible() bool {
	return l.hidden || l.tiny || l.text.near(l.back)
}

// box is what hides one element only where its declarations come together.
type box struct {
	none, unseen, faint, flat, clipped, placed, off, shut bool
}

func (b box) hides() bool {
	return b.none || b.unseen || b.faint || b.shut || b.flat && b.clipped || b.placed && b.off
}

// apply lays clean declarations over the look.
func (l *look) apply(css string, b *box) {
	for css != "" {
		var declaration string
		declaration, css = cut(css, ';')
		property, value := cut(declaration, ':')
		value, _ = cut(value, '!')
		if value = trim(value); value != "inherit" {
			l.declare(trim(property), value, b)
		}
	}
}

func (l *look) declare(property, value string, b *box) {
	switch property {
	case "display":
		b.none = value == "none"
	case "visibility":
		b.unseen = value == "hidden" || value == "collapse"
	case "opacity":
		n, unit, ok := measure(value)
		b.faint = ok && (unit == "" && n < 100 || unit == "%" && n < 10_000)
	case "font-size":
		l.size(value)
	case "font":
		l.font(value)
	case "height", "max-height", "width", "max-width":
		n, unit, ok := measure(value)
		b.flat = b.flat || ok && (n == 0 || n <= 1000 && unit == "px")
	case "overflow", "overflow-x", "overflow-y":
		b.clipped = value == "hidden" || value == "clip"
	case "position":
		b.placed = value == "absolute" || value == "fixed" || value == "relative"
	case "left", "right", "top", "bottom":
		b.off = b.off || far(value)
	case "text-indent", "margin-left", "margin-top", "margin":
		b.shut = b.shut || far(value)
	case "clip", "clip-path":
		b.shut = b.shut || closed(value)
	case "transform":
		b.shut = b.shut || text.HasPrefix(value, "scale(0)") || text.HasPrefix(value, "scale(0,")
	case "color":
		l.text = parseColour(value)
	case "background", "background-color", "background-image":
		l.background(value)
	}
}

// background sets the colour behind the text. Behind a picture nothing is
// known; what is transparent changes nothing.
func (l *look) background(value string) {
	if text.Index(value, "url(") >= 0 || text.Index(value, "gradient(") >= 0 {
		l.back = colour{}
		return
	}
	for value != "" {
		word := value
		if !text.HasPrefix(value, "rgb") {
			word, value = cut(value, ' ')
		} else {
			value = ""
		}
		if c := parseColour(word); c.known {
			l.back = c
			return
		}
	}
}

// font reads the size in the short form of several properties.
func (l *look) font(value string) {
	for value != "" {
		var word string
		word, value = cut(value, ' ')
		word, _ = cut(word, '/')
		if n, unit, ok := measure(word); ok && (n == 0 || unit != "") {
			l.size(word)
			return
		}
	}
}

// size sets whether text is too small to be seen. What is relative to a tiny
// size is tiny.
func (l *look) size(value string) {
	n, unit, ok := measure(value)
	switch {
	case !ok:
		l.tiny = l.tiny && (value == "smaller" || value == "larger" || value == "unset")
	case unit == "%":
		l.tiny = l.tiny || n <= 10_000
	case unit == "em":
		l.tiny = l.tiny || n <= 100
	case unit == "rem":
		l.tiny = n <= 100
	default:
		l.tiny = n <= 2000
	}
}

// far tells whether a length moves text off the screen.
func far(value string) bool {
	n, unit, ok := measure(value)
	if unit != "px" && unit != "pt" && unit != "" {
		n *= 10 // em, % and the like are larger
	}
	return ok && n <= -500_000
}

// closed tells whether a clip leaves nothing.
func closed(value string) bool {
	name, inside := cut(value, '(')
	n, unit, ok := measure(trim(inside))
	switch name {
	case "rect", "circle":
		return ok && (n == 0 || n <= 1000 && unit == "px")
	case "inset":
		return ok && unit == "%" && n >= 50_000
	}
	return false
}

// most is beyond any length; ten thousand times as much is still an int.
const most = 1_000_000

// measure reads the number at the beginning of a CSS value, in thousandths, and
// its unit.
func measure(s string) (n int, unit string, ok bool) {
	negative := text.HasPrefix(s, "-")
	if negative || text.HasPrefix(s, "+") {
		s = s[1:]
	}
	for ; s != "" && text.IsDigit(s[0]); s = s[1:] {
		n, ok = min(10*n+int(s[0]-'0'), most), true
	}
	n *= 1000
	if text.HasPrefix(s, ".") {
		s = s[1:]
		for place := 100; s != "" && text.IsDigit(s[0]); s, place = s[1:], place/10 {
			n, ok = n+int(s[0]-'0')*place, true
		}
	}
	if negative {
		n = -n
	}
	end := 0
	for end < len(s) && (text.IsLetter(s[end]) || s[end] == '%') {
		end++
	}
	return n, s[:end], ok
}

// cut splits at the first mark; without one all is before it.
func cut(s string, mark byte) (before, after string) {
	for i := range len(s) {
		if s[i] == mark {
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

func trim(s string) string {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	for s != "" && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}
