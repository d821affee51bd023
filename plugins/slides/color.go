package main

// hexDigits is how many hexadecimal digits stand behind #; 0 where s is
// anything else.
func hexDigits(s string) int {
	if len(s) < 2 || s[0] != '#' {
		return 0
	}
	for _, c := range []byte(s[1:]) {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
		default:
			return 0
		}
	}
	return len(s) - 1
}

// opaque tells whether s is a color that covers: #rgb, #rrggbb, either with full
// alpha, or a name of CSS.
func opaque(s string) bool {
	switch hexDigits(s) {
	case 3, 6:
		return true
	case 4:
		return lower(s[4:]) == "f"
	case 8:
		return lower(s[7:]) == "ff"
	}
	return named(lower(s))
}

// transparent tells whether s is no color at all: alpha 0, or the word.
func transparent(s string) bool {
	switch hexDigits(s) {
	case 4:
		return s[4] == '0'
	case 8:
		return s[7:] == "00"
	}
	return lower(s) == "transparent"
}

// lower makes ASCII letters small ones.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c - 'A' + 'a'
		}
	}
	return string(b)
}

// named tells whether a word in small letters is a color of CSS.
func named(word string) bool {
	rest := colorNames
	for rest != "" {
		end := 0
		for rest[end] != ' ' {
			end++
		}
		if rest[:end] == word {
			return true
		}
		rest = rest[end+1:]
	}
	return false
}

// colorNames are the named colors of CSS Color Module Level 4, section 6.1,
// each with a space behind it: one text is far smaller than a list.
const colorNames = "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood " +
	"cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen " +
	"darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray " +
	"darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia " +
	"gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush " +
	"lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon " +
	"lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon " +
	"mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise " +
	"mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid " +
	"palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown " +
	"royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen " +
	"steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen "
