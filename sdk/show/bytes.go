package show

import (
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// Bytes writes a size in units of 1024 with at most one decimal: "1.5 KB".
// Google sends some sizes as text. What is no size gives "".
//
//go:noinline
func Bytes(v value.Value) string {
	if n, ok := text.Digits(v.Text()); ok {
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
