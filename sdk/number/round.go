package number

// Round writes a literal with two decimals at most, for people, half a hundredth
// away from 0.
// One with an exponent stays as it is.
func Round(literal string) string {
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
