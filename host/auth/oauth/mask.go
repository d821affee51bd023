package oauth

import (
	"regexp"
	"strings"
	"sync"

	"github.com/wslite/wslite/host/text"
)

// secrets finds what looks like a credential in a provider's text: what stands
// behind a name that carries one, and the forms that Google's own tokens, codes
// and client secrets have. A status or an error code stays readable, so a bare
// "code" counts only as a query parameter.
var secrets = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(\bbearer\s+|\b(?:access_token|refresh_token|id_token|client_secret|assertion|authorization|code_verifier|device_code)["']?\s*[=:]\s*["']?(?:bearer\s+)?|[?&](?:code|state|token)=)[^\s"'&,;)]+` +
		`|\bya29\.[\w.-]+|\b1//[\w-]+|\b4/[\w-]{10,}|\bGOCSPX-[\w-]+|\beyJ[\w-]+\.[\w.-]+`)
})

// Mask makes one line of a provider's text, without credentials in it. The text
// is cleaned first: a character that nobody sees could split a name that gives
// a credential away.
func Mask(s string, known ...string) string {
	s = text.Line(s[:min(len(s), maxRaw)])
	for _, k := range known {
		if len(k) >= minKnown {
			s = strings.ReplaceAll(s, k, "[masked]")
		}
	}
	return text.Cut(secrets().ReplaceAllString(s, "${1}[masked]"), maxText)
}

const (
	// minKnown is how long a secret must be to be looked for, in bytes: masking
	// a shorter one would tear ordinary words apart.
	minKnown = 6
	// maxRaw is how much of a text is looked at, in bytes.
	maxRaw = 4 << 10
	// maxText bounds a provider's text, in columns.
	maxText = 300
)
