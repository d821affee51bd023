package oauth

import (
	"regexp"

	"github.com/wslite/wslite/host/text"
)

// secrets finds what looks like a credential in a provider's text: what stands
// behind a name that carries one, and the forms that Google's own tokens, codes
// and client secrets have. A status or an error code stays readable, so a bare
// "code" counts only as a query parameter.
var secrets = regexp.MustCompile(`(?i)(\bbearer\s+|\b(?:access_token|refresh_token|id_token|client_secret|assertion|authorization|code_verifier|device_code)["']?\s*[=:]\s*["']?(?:bearer\s+)?|[?&](?:code|state|token)=)[^\s"'&,;)]+` +
	`|\bya29\.[\w.-]+|\b1//[\w-]+|\b4/[\w-]{10,}|\bGOCSPX-[\w-]+|\beyJ[\w-]+\.[\w.-]+`)

// Mask makes one line of a provider's text, without credentials in it.
func Mask(s string, known ...string) string {
	for _, k := range known {
		if len(k) >= 6 {
			s = regexp.MustCompile(regexp.QuoteMeta(k)).ReplaceAllLiteralString(s, "[masked]")
		}
	}
	return text.Cut(text.Line(secrets.ReplaceAllString(s, "${1}[masked]")), 300)
}
