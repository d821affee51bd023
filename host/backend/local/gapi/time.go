package gapi

import "time"

// ParseTime reads an RFC 3339 timestamp strictly (time.Parse would take a
// comma before the fraction and one-digit hours).
func ParseTime(s string) (time.Time, error) {
	var t time.Time
	err := t.UnmarshalText([]byte(s))
	return t, err
}

// FormatTime writes Unix milliseconds as Google does: UTC, three digits.
func FormatTime(ms int64) string {
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
}
