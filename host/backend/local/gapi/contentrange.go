package gapi

import (
	"strconv"
	"strings"
)

// contentRange is the Content-Range of a chunk.
type contentRange struct {
	// first and last are offsets of bytes; a chunk without any has last = -1,
	// and only asks.
	first, last int64
	// total is the length of the whole content; -1: unknown yet.
	total int64
}

// length is the number of bytes in the chunk.
func (r contentRange) length() int64 {
	if r.last < 0 {
		return 0
	}
	return r.last - r.first + 1
}

// parseContentRange reads "bytes 0-9/100", "bytes 0-9/*", "bytes */100" and
// "bytes */*".
func parseContentRange(text string) (r contentRange, ok bool) {
	text, ok = strings.CutPrefix(strings.TrimSpace(text), "bytes ")
	if !ok {
		return r, false
	}
	span, total, ok := strings.Cut(strings.TrimSpace(text), "/")
	if !ok {
		return r, false
	}
	if r.total, ok = offset(total, "*"); !ok {
		return r, false
	}
	if span == "*" {
		r.last = -1
		return r, true
	}
	first, last, ok := strings.Cut(span, "-")
	if !ok {
		return r, false
	}
	var okFirst, okLast bool
	r.first, okFirst = offset(first, "")
	r.last, okLast = offset(last, "")
	return r, okFirst && okLast && r.first <= r.last && (r.total < 0 || r.last < r.total)
}

// offset reads a number of plain digits; -1 for the word that stands for none.
func offset(text, none string) (int64, bool) {
	if none != "" && text == none {
		return -1, true
	}
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && n < 1<<62 // sums of two stay in range
}

// byteRange reads a Range header for content of this size: the first byte and
// how many follow. Several ranges and other units are ignored, which RFC 9110
// allows: whole is true then. ok is false for a range that the content lacks.
func byteRange(header string, size int64) (first, n int64, whole, ok bool) {
	spec, isBytes := strings.CutPrefix(header, "bytes=")
	from, to, isRange := strings.Cut(strings.TrimSpace(spec), "-")
	if !isBytes || !isRange || strings.Contains(to, ",") {
		return 0, size, true, true
	}
	a, okA := offset(from, "")
	b, okB := offset(to, "")
	switch {
	case from == "" && okB: // the last b bytes
		n = min(b, size)
		return size - n, n, false, n > 0
	case okA && to == "":
		b = size - 1
	case !okA || !okB || a > b:
		return 0, size, true, true
	}
	return a, min(b, size-1) - a + 1, false, a < size
}
