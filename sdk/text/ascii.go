package text

// caseBit is what ASCII's small and capital letters differ in.
const caseBit = 'a' - 'A'

// Lower makes ASCII letters small ones, which is enough for names that a
// program made; all others stay as they are.
//
//go:noinline
func Lower(s string) string { return flip(s, 'A', 'Z') }

// Upper makes ASCII letters capital ones; all others stay as they are.
//
//go:noinline
func Upper(s string) string { return flip(s, 'a', 'z') }

// flip changes the case of the letters from first to last. A text without any is
// not copied.
//
//go:noinline
func flip(s string, first, last byte) string {
	for i := range len(s) {
		if s[i] < first || s[i] > last {
			continue
		}
		b := []byte(s)
		for ; i < len(b); i++ {
			if b[i] >= first && b[i] <= last {
				b[i] ^= caseBit
			}
		}
		return string(b)
	}
	return s
}

// IsDigit tells whether c is one of 0 to 9.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsLetter tells whether c is an ASCII letter.
func IsLetter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }

// Digits reads plain decimal digits, up to eighteen of them, which always fit;
// ok is false for anything else.
//
//go:noinline
func Digits(s string) (n int64, ok bool) {
	if s == "" || len(s) > 18 {
		return 0, false
	}
	for i := range len(s) {
		if !IsDigit(s[i]) {
			return 0, false
		}
		n = 10*n + int64(s[i]-'0')
	}
	return n, true
}
