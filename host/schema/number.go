package schema

import (
	"encoding/json"
	"errors"
	"math/big"
	"strconv"
	"strings"
)

// Numbers are kept as text in one spelling for each value, so that equal
// numbers are equal text and no digit is lost: whole numbers as plain digits
// (5.0 and 0.5e1 are 5, -0 is 0), fractions without trailing zeros, and
// powers of ten only where plain digits would add many zeros.

// Bounds of a number's spelling. Beyond the first two no double can hold it, so
// every receiver would see infinity or zero; the third bounds the work.
const (
	maxExponent   = 308
	minExponent   = -324
	maxNumberText = 400
	// plainDigits is up to where JavaScript writes whole numbers in full.
	plainDigits = 21
)

var (
	errNoNumber  = errors.New("this is no number")
	errTooLarge  = errors.New("the number is too large or too small to be represented")
	errTooLong   = errors.New("the number has too many digits")
	errNotFinite = errors.New("only finite numbers are allowed")
)

// isJSONNumber checks the grammar of RFC 8259.
func isJSONNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole, rest := digits(s)
	if whole == "" || len(whole) > 1 && whole[0] == '0' {
		return false
	}
	if frac, ok := strings.CutPrefix(rest, "."); ok {
		d, r := digits(frac)
		if d == "" {
			return false
		}
		rest = r
	}
	if rest == "" {
		return true
	}
	if rest[0] != 'e' && rest[0] != 'E' {
		return false
	}
	rest = rest[1:]
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		rest = rest[1:]
	}
	d, rest := digits(rest)
	return d != "" && rest == ""
}

// digits splits off the decimal digits at the beginning.
func digits(s string) (d, rest string) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return s[:i], s[i:]
}

// canonical gives the one spelling of a decimal number. It takes what JSON
// and JavaScript allow: a sign, leading zeros, a missing side of the point.
func canonical(s string) (json.Number, error) {
	if len(s) > maxNumberText {
		return "", errTooLong
	}
	sign := ""
	switch {
	case strings.HasPrefix(s, "-"):
		sign, s = "-", s[1:]
	case strings.HasPrefix(s, "+"):
		s = s[1:]
	}
	whole, rest := digits(s)
	frac := ""
	if r, ok := strings.CutPrefix(rest, "."); ok {
		frac, rest = digits(r)
	}
	if whole == "" && frac == "" {
		return "", errNoNumber
	}
	exp := 0
	if rest != "" {
		if rest[0] != 'e' && rest[0] != 'E' {
			return "", errNoNumber
		}
		e, err := strconv.Atoi(rest[1:])
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return "", errNoNumber
		}
		exp = e
		if err != nil {
			exp = 1 << 20 // out of every range, sign aside
		}
	}
	return spell(sign, whole+frac, exp-len(frac))
}

// spell writes sign, coefficient and power of ten in the canonical way.
func spell(sign, coef string, exp int) (json.Number, error) {
	coef = strings.TrimLeft(coef, "0")
	if coef == "" {
		return "0", nil
	}
	trimmed := strings.TrimRight(coef, "0")
	exp += len(coef) - len(trimmed)
	coef = trimmed
	point := len(coef) + exp // digits in front of the decimal point
	if point-1 > maxExponent || point-1 < minExponent {
		return "", errTooLarge
	}
	out := sign
	switch {
	case exp >= 0 && (point <= plainDigits || len(coef) > plainDigits):
		out += coef + strings.Repeat("0", exp)
	case exp < 0 && point > 0:
		out += coef[:point] + "." + coef[point:]
	case exp < 0 && point >= -5:
		out += "0." + strings.Repeat("0", -point) + coef
	default:
		out += coef[:1]
		if len(coef) > 1 {
			out += "." + coef[1:]
		}
		out += "e" + strconv.Itoa(point-1)
	}
	if f, err := strconv.ParseFloat(out, 64); err != nil || f == 0 {
		return "", errTooLarge
	}
	return json.Number(out), nil
}

// jsNumber reads a number as JavaScript's Number() does, but blank text, which
// is 0 there, is no number, and neither are NaN and Infinity.
func jsNumber(s string) (json.Number, error) {
	s = trim(s)
	switch strings.TrimLeft(s, "+-") {
	case "Infinity":
		return "", errNotFinite
	case "":
		return "", errNoNumber
	}
	if len(s) > 2 && s[0] == '0' {
		base := map[byte]int{'x': 16, 'o': 8, 'b': 2}[s[1]|0x20]
		if base != 0 {
			return radix(s[2:], base)
		}
	}
	return canonical(s)
}

func radix(s string, base int) (json.Number, error) {
	if len(s) > maxNumberText {
		return "", errTooLong
	}
	n, ok := new(big.Int).SetString(s, base)
	if !ok || s[0] == '-' || s[0] == '+' || strings.Contains(s, "_") {
		return "", errNoNumber
	}
	return canonical(n.String())
}

// isPlainNumber says whether text is a number in the one spelling that is kept
// as it is. Text such as 007, 1e5 or 1.50 is not: where text is allowed as
// well, it is rather an id or a version.
func isPlainNumber(s string) bool {
	if !isJSONNumber(s) || strings.ContainsAny(s, "eE") {
		return false
	}
	n, err := canonical(s)
	return err == nil && n.String() == s
}

// isWhole says whether a number in canonical spelling has no fraction.
func isWhole(n json.Number) bool {
	mant, exp, powered := strings.Cut(n.String(), "e")
	_, frac, _ := strings.Cut(mant, ".")
	if !powered {
		return frac == ""
	}
	e, err := strconv.Atoi(exp)
	return err == nil && e >= len(frac)
}

// trim removes the white space that JavaScript's trim removes.
func trim(s string) string { return strings.TrimFunc(s, isSpace) }

// isSpace names white space and line ends as ECMAScript has them.
func isSpace(r rune) bool {
	switch {
	case r >= '\t' && r <= '\r', r == ' ', r == 0xa0, r == 0x1680, r >= 0x2000 && r <= 0x200a,
		r == 0x2028, r == 0x2029, r == 0x202f, r == 0x205f, r == 0x3000, r == 0xfeff:
		return true
	}
	return false
}
