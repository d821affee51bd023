package main

import (
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// size writes a number of bytes for a person, in units of 1024 with at most
// one decimal: "1.5 KB". Google sends some sizes as text. What is no size
// gives "".
func size(v value.Value) string {
	if s := v.Text(); s != "" {
		n, ok := digits(s)
		if !ok {
			return ""
		}
		return bytes(n)
	}
	n, ok := v.AsInt()
	if !ok || n < 0 {
		return ""
	}
	return bytes(n)
}

// bytes works in whole numbers: floating point would link half of strconv.
func bytes(n int64) string {
	units := [...]string{"B", "KB", "MB", "GB", "TB"}
	unit, name := int64(1), 0
	for n/unit >= 1024 && name < len(units)-1 {
		unit *= 1024
		name++
	}
	tenths := n/unit*10 + (n%unit*10+unit/2)/unit
	out := text.Int(int(tenths / 10))
	if tenths%10 != 0 {
		out += "." + text.Int(int(tenths%10))
	}
	return out + " " + units[name]
}

// digits reads plain decimal digits, up to eighteen of them.
func digits(s string) (n int64, ok bool) {
	if s == "" || len(s) > 18 {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int64(s[i]-'0')
	}
	return n, true
}
