package gapi

import (
	"errors"
	"strings"
	"time"
)

var errNotRFC3339 = errors.New("not an RFC 3339 timestamp")

// ParseTime reads an RFC 3339 timestamp. time.Parse alone would also take
// one-digit hours, a comma before the fraction, and offsets of 24 hours.
func ParseTime(s string) (time.Time, error) {
	if !shaped(s) {
		return time.Time{}, errNotRFC3339
	}
	return time.Parse(time.RFC3339, s)
}

// shaped says whether every character is of the right kind: "0" stands for a
// digit, and any number of digits may make the fraction.
func shaped(s string) bool {
	const date = "0000-00-00T00:00:00"
	if len(s) <= len(date) || !like(s[:len(date)], date) {
		return false
	}
	rest := s[len(date):]
	if rest[0] == '.' {
		digits := rest[1:]
		rest = strings.TrimLeft(digits, "0123456789")
		if len(rest) == len(digits) {
			return false
		}
	}
	return rest == "Z" || (like(rest, "+00:00") || like(rest, "-00:00")) && rest[1:3] < "24"
}

func like(s, pattern string) bool {
	if len(s) != len(pattern) {
		return false
	}
	for i := range len(s) {
		if digit := s[i] >= '0' && s[i] <= '9'; (pattern[i] == '0') != digit || !digit && s[i] != pattern[i] {
			return false
		}
	}
	return true
}

// FormatTime writes Unix milliseconds as Google does: UTC, three digits.
func FormatTime(ms int64) string {
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
}
