package oauth

import "github.com/wslite/wslite/host/text"

// Mask makes one line of a provider's text, without credentials in it. The text
// is cleaned first: a character that nobody sees could split a name that gives
// a credential away.
func Mask(s string, known ...string) string {
	s = text.Line(s[:min(len(s), maxRaw)])
	return text.Cut(text.Mask(s, known...), maxText)
}

const (
	// maxRaw is how much of a text is looked at, in bytes.
	maxRaw = 4 << 10
	// maxText bounds a provider's text, in columns.
	maxText = 300
)
