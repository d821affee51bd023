package text

import (
	"regexp"
	"strings"
	"sync"
)

// minKnown is how long a secret must be to be looked for, in bytes: masking a
// shorter one would tear ordinary words apart.
const minKnown = 6

// credentials finds what looks like one in text from elsewhere: what stands behind
// a name that carries one, and the forms that Google's own tokens, codes and
// client secrets have. Words such as "statusCode: 401" and "code": "ECONNRESET"
// stay readable, so a bare "code" counts only as a query parameter. An upload_id is
// the right to write to an upload.
var credentials = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(\bbearer\s+` +
		`|\b(?:access_token|refresh_token|id_token|client_secret|assertion|authorization|code_verifier|device_code|api_key)["']?\s*[=:]\s*["']?(?:bearer\s+)?` +
		`|[?&](?:code|state|token|key|upload_id)=)[^\s"'&,;)]+` +
		`|\bya29\.[\w.-]+|\b1//[\w-]+|\b4/[\w-]{10,}|\bGOCSPX-[\w-]+|\beyJ[\w-]+\.[\w.-]+`)
})

// Mask takes credentials out of a text: the known ones wherever they are echoed,
// and whatever looks like another. Clean the text first: a character that nobody
// sees could split a name that gives a credential away.
func Mask(s string, known ...string) string {
	for _, k := range known {
		if len(k) >= minKnown {
			s = strings.ReplaceAll(s, k, "[masked]")
		}
	}
	return credentials().ReplaceAllString(s, "${1}[masked]")
}
