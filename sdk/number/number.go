// Package number compares and rounds the literals of JSON numbers.
//
// Literals keep all their digits, and a plugin that links no floating point is
// 50 KB smaller. What comes in is the grammar of JSON, as package value has
// checked it; the package never says whether a text is a number. Start at
// [Read].
package number

// Number is what a literal stands for: 0.digits times ten to the power of order,
// and minus that where it is negative.
type Number struct {
	negative bool
	// digits begins and ends with another digit than 0; zero has none.
	digits string
	order  int
}

// exponentCap bounds exponents: a literal may have any number of digits, and
// beyond this one it is as good as infinite, or nothing.
const exponentCap = 1_000_000

// Read reads a literal.
func Read(literal string) Number {
	var n Number
	i := 0
	if literal != "" && literal[0] == '-' {
		n.negative, i = true, 1
	}
	var digits []byte
	behind := false // the point has been seen
	for ; i < len(literal) && literal[i] != 'e' && literal[i] != 'E'; i++ {
		switch c := literal[i]; {
		case c == '.':
			behind = true
		case c == '0' && digits == nil:
			if behind {
				n.order--
			}
		default:
			digits = append(digits, c)
			if !behind {
				n.order++
			}
		}
	}
	n.order += exponent(literal[i:])
	end := len(digits)
	for end > 0 && digits[end-1] == '0' {
		end--
	}
	n.digits = string(digits[:end])
	return n
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

// IsZero tells whether n is 0, whatever its sign.
func (n Number) IsZero() bool { return n.digits == "" }

// IsPositive tells whether n is above 0.
func (n Number) IsPositive() bool { return !n.negative && !n.IsZero() }

// Within tells whether n lies between -10^power and 10^power, ends left out.
//
//go:noinline
func (n Number) Within(power int) bool { return n.IsZero() || n.order <= power }

// Less tells whether n is below m.
//
//go:noinline
func (n Number) Less(m Number) bool {
	switch {
	case n.IsZero():
		return m.IsPositive()
	case m.IsZero() || n.negative != m.negative:
		return n.negative
	case n.negative:
		return m.smaller(n)
	}
	return n.smaller(m)
}

// smaller compares without regard to signs; neither is 0.
func (n Number) smaller(m Number) bool {
	if n.order != m.order {
		return n.order < m.order
	}
	return n.digits < m.digits
}
