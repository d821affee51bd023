package actions

// maxSegment bounds what the host takes for one segment of a path, in bytes.
const maxSegment = 2048

// IsSegment tells whether s can be one segment of a path and nothing else, also
// for a server that decodes it once more or cuts it at a semicolon.
//
//go:noinline
func IsSegment(s string) bool {
	dots, head := true, true // nothing but dots and blanks so far, before the first semicolon
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c == 0x7f || c == '/' || c == '\\' || c == '%' && climbs(s[i+1:]):
			return false
		case c == ';':
			head = false
		case head && c != '.' && c != ' ':
			dots = false
		}
	}
	return !dots && len(s) <= maxSegment
}

// climbs tells whether what follows a percent sign stands for a dot, a slash, a
// backslash or a control character, however often it was encoded, or begins
// overlong UTF-8, in which each of these can hide.
//
//go:noinline
func climbs(s string) bool {
	for len(s) > 1 && s[:2] == "25" {
		s = s[2:]
	}
	if len(s) < 2 {
		return false
	}
	const small = 0x20 // makes a capital letter a small one, and leaves digits alone
	switch low := s[1] | small; s[0] | small {
	case '0', '1':
		return true
	case '2':
		return low == 'e' || low == 'f'
	case '5':
		return low == 'c'
	case '7':
		return low == 'f'
	case 'c':
		return low == '0' || low == '1'
	case 'e':
		return low == '0'
	}
	return false
}
