package main

// hexDigits is the length of s if it is # and hexadecimal digits, else 0.
func hexDigits(s string) int {
	if len(s) < 2 || s[0] != '#' {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case '0' <= c && c <= '9', 'a' <= c && c <= 'f', 'A' <= c && c <= 'F':
		default:
			return 0
		}
	}
	return len(s) - 1
}

// opaque tells whether s is a colour of CSS without transparency: #rgb,
// #rrggbb, the same with full alpha, or a name.
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

// transparent tells whether s is no colour at all: alpha 0, or the word.
func transparent(s string) bool {
	switch hexDigits(s) {
	case 4:
		return s[4] == '0'
	case 8:
		return s[7:] == "00"
	}
	return lower(s) == "transparent"
}

func lower(s string) string {
	out := []byte(s)
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c | 0x20
		}
	}
	return string(out)
}

// named tells whether a word in small letters is one of the colours' names in
// CSS Color Module Level 4, section 6.1.
func named(word string) bool {
	if word == "" {
		return false
	}
	start := 0
	for i := range len(colourNames) {
		if colourNames[i] == ' ' {
			if colourNames[start:i] == word {
				return true
			}
			start = i + 1
		}
	}
	return false
}

// colourNames ends each name with a space.
const colourNames = "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood " +
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
