// Package size writes a number of bytes for a person.
package size

import (
	"math"
	"strconv"
)

// Text gives n bytes in units of 1024 with at most one decimal, such as
// "1.5 KB". Beyond terabytes the number grows; a negative or undefined n gives
// "unknown size". It is the peer's form (vectors envelope, kind formatBytes).
func Text(n float64) string {
	if n < 0 || math.IsNaN(n) || math.IsInf(n, 0) {
		return "unknown size"
	}
	units := []string{"B", "KB", "MB", "GB", "TB"}
	i := 0
	for n >= 1024 && i < len(units)-1 {
		n /= 1024
		i++
	}
	return strconv.FormatFloat(math.Round(n*10)/10, 'f', -1, 64) + " " + units[i]
}
