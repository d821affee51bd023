package htmltext

import "github.com/wslite/wslite/sdk/text"

// colour is an opaque colour, if it is known. The colour of text may be known
// to be clear: no ink at all.
type colour struct {
	known, clear bool
	rgb          [3]int
}

// alike is how much two colours may differ in sum over red, green and blue
// and still not be told apart: #fefefe from white, #111 from black.
const alike = 3 * 17

// near tells whether text of this colour can't be seen on the other.
func (c colour) near(back colour) bool {
	if c.clear {
		return true
	}
	if !c.known || !back.known {
		return false
	}
	sum := 0
	for i := range c.rgb {
		sum += max(c.rgb[i]-back.rgb[i], back.rgb[i]-c.rgb[i])
	}
	return sum <= alike
}

// parseColour reads a colour in lower case. Names that are not known, and what
// lets some of the background through, give an unknown one.
func parseColour(s string) colour {
	switch {
	case text.HasPrefix(s, "#"):
		return hex(s[1:])
	case text.HasPrefix(s, "rgb"):
		return rgb(s)
	}
	switch s {
	case "transparent":
		return colour{clear: true}
	case "white", "snow", "ivory", "ghostwhite", "floralwhite", "mintcream", "azure":
		return hex("ffffff")
	case "black", "initial":
		return hex("000000")
	case "whitesmoke":
		return hex("f5f5f5")
	case "gray", "grey":
		return hex("808080")
	case "silver":
		return hex("c0c0c0")
	case "red":
		return hex("ff0000")
	case "green":
		return hex("008000")
	case "blue":
		return hex("0000ff")
	case "yellow":
		return hex("ffff00")
	case "navy":
		return hex("000080")
	}
	return colour{}
}

// hex reads rgb, rrggbb and both with an alpha value.
func hex(s string) colour {
	for i := range len(s) {
		if digit(s[i]) < 0 {
			return colour{}
		}
	}
	var c colour
	switch len(s) {
	case 3, 4:
		for i := range c.rgb {
			c.rgb[i] = 17 * int(digit(s[i]))
		}
		s = s[3:]
	case 6, 8:
		for i := range c.rgb {
			c.rgb[i] = 16*int(digit(s[2*i])) + int(digit(s[2*i+1]))
		}
		s = s[6:]
	default:
		return colour{}
	}
	c.known = s == "" || digit(s[0]) == 15
	c.clear = s != "" && digit(s[0]) == 0
	return c
}

// rgb reads rgb(1, 2, 3), rgb(1 2 3 / 40%) and rgba(1, 2, 3, .4).
func rgb(s string) colour {
	_, s = cut(s, '(')
	s, _ = cut(s, ')')
	var c colour
	alpha := 1000
	for i := 0; trim(s) != ""; i++ {
		word := ""
		for word == "" && s != "" {
			at := 0
			for at < len(s) && s[at] != ',' && s[at] != ' ' && s[at] != '/' {
				at++
			}
			word, s = s[:at], s[min(at+1, len(s)):]
		}
		n, unit, ok := measure(word)
		switch {
		case !ok || i > 3:
			return colour{}
		case i == 3:
			if alpha = n; unit == "%" {
				alpha = n / 100
			}
		case unit == "%":
			c.rgb[i] = min(n*255/100_000, 255)
		default:
			c.rgb[i] = min(n/1000, 255)
		}
		c.known = i >= 2
	}
	c.clear = c.known && alpha < 100
	c.known = c.known && alpha >= 900
	return c
}
