package text

// Line is one row of [Details].
type Line struct{ Label, Text string }

// Details writes labelled lines below each other, their texts aligned. Lines
// without a text are left out; a text of several lines stands indented below
// its label.
func Details(lines ...Line) string {
	width := 0
	for _, l := range lines {
		if l.Text != "" && Units(l.Label) > width {
			width = Units(l.Label)
		}
	}
	var out []byte
	for _, l := range lines {
		if l.Text == "" {
			continue
		}
		out = append(append(out, "  "...), l.Label...)
		if holdsBreak(l.Text) {
			out = append(out, '\n')
			out = append(out, Indent(l.Text, "    ")...)
		} else {
			for n := Units(l.Label); n < width+2; n++ {
				out = append(out, ' ')
			}
			out = append(out, l.Text...)
		}
		out = append(out, '\n')
	}
	return string(out)
}

// Bullets writes one line per item, each with a dash before it.
func Bullets(items []string) string {
	var out []byte
	for _, item := range items {
		out = append(append(out, "- "...), indentRest(item, "  ")...)
		out = append(out, '\n')
	}
	return string(out)
}

// Indent puts prefix before each line of s.
func Indent(s, prefix string) string { return prefix + indentRest(s, prefix) }

// indentRest puts prefix before each line but the first; line ends become \n.
func indentRest(s, prefix string) string {
	var out []byte
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n':
		case s[i] == '\n' || s[i] == '\r':
			out = append(append(out, '\n'), prefix...)
		default:
			out = append(out, s[i])
		}
	}
	return string(out)
}

func holdsBreak(s string) bool {
	for i := range len(s) {
		if s[i] == '\n' || s[i] == '\r' {
			return true
		}
	}
	return false
}

// Count writes a number with its noun: "1 task", "3 tasks".
func Count(n int, singular, plural string) string {
	if n == 1 {
		return "1 " + singular
	}
	return Int(n) + " " + plural
}

// Int writes a number in decimal digits.
func Int(n int) string {
	if n < 0 {
		return "-" + digits(uint64(-(n+1))+1)
	}
	return digits(uint64(n))
}

func digits(u uint64) string {
	var b [20]byte
	at := len(b)
	for {
		at--
		b[at] = byte('0' + u%10)
		if u /= 10; u == 0 {
			return string(b[at:])
		}
	}
}
