package main

// decimal is what a check needs to know of a number's literal: the plugin links
// no floating point. The number lies between 10^order and 10^(order+1), on its
// side of zero.
type decimal struct {
	negative, zero bool
	order          int
}

// exponentCap bounds exponents: a literal may have any number of digits, and
// beyond this one it is as good as infinite, or nothing.
const exponentCap = 1_000_000

// readDecimal reads the literal of a JSON number.
func readDecimal(literal string) decimal {
	d := decimal{zero: true}
	i := 0
	if i < len(literal) && literal[i] == '-' {
		d.negative = true
		i++
	}
	point, digits, leading := -1, 0, 0 // how many digits stand before the point, in all, before the first that is not 0
	for ; i < len(literal) && literal[i] != 'e' && literal[i] != 'E'; i++ {
		switch c := literal[i]; {
		case c == '.':
			point = digits
		default:
			if d.zero && c == '0' {
				leading++
			} else {
				d.zero = false
			}
			digits++
		}
	}
	if point < 0 {
		point = digits
	}
	d.order = point - leading - 1 + exponent(literal[i:])
	return d
}

// exponent reads "e+5"; the text may be empty.
func exponent(s string) int {
	n, negative := 0, false
	for i := range len(s) {
		switch c := s[i]; {
		case c == '-':
			negative = true
		case c >= '0' && c <= '9' && n < exponentCap:
			n = 10*n + int(c-'0')
		}
	}
	if negative {
		return -n
	}
	return n
}

func (d decimal) positive() bool { return !d.zero && !d.negative }

// within tells whether the number lies between -10^n and 10^n.
func (d decimal) within(n int) bool { return d.zero || d.order < n }

// rounded writes a number's literal with two decimals at most, for people.
// Literals with an exponent stay as they are.
func rounded(literal string) string {
	point := len(literal)
	for i := range len(literal) {
		switch literal[i] {
		case '.':
			point = i
		case 'e', 'E':
			return literal
		}
	}
	if len(literal)-point <= 3 {
		return trimZeros(literal, point)
	}
	digits := []byte(literal[:point+3])
	if literal[point+3] >= '5' {
		digits = increased(digits)
	}
	for point = 0; digits[point] != '.'; {
		point++
	}
	return trimZeros(string(digits), point)
}

// increased adds one to the last digit, away from zero.
func increased(digits []byte) []byte {
	for i := len(digits) - 1; i >= 0; i-- {
		switch c := digits[i]; {
		case c == '.':
		case c == '-':
			return append([]byte("-1"), digits[1:]...)
		case c < '9':
			digits[i]++
			return digits
		default:
			digits[i] = '0'
		}
	}
	return append([]byte("1"), digits...)
}

// trimZeros takes zeros off the end of the decimals, and a point that nothing
// follows. What is left of a number close to 0 has no sign.
func trimZeros(s string, point int) string {
	end := len(s)
	if point < end {
		for s[end-1] == '0' {
			end--
		}
		if end == point+1 {
			end = point
		}
	}
	if s[:end] == "-0" {
		return "0"
	}
	return s[:end]
}
