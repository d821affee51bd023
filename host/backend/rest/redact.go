package rest

import (
	"regexp"
	"strings"
	"sync"
)

// secrets finds what looks like a credential in text from elsewhere: a bearer
// value, or the value behind a name that carries one. Words such as
// "statusCode: 401" and "code": "ECONNRESET" stay readable, so a bare "code"
// counts only as a query parameter. An upload_id is the right to write to an
// upload.
var secrets = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(\bbearer\s+|\b(?:access_token|refresh_token|id_token|client_secret|authorization|api_key)["']?\s*[=:]\s*["']?(?:bearer\s+)?|[?&](?:code|key|upload_id)=)[^\s"'&,;)]+`)
})

// redact masks credentials: the token that was sent, wherever it is echoed,
// and whatever looks like another.
func redact(s, token string) string {
	if token != "" {
		s = strings.ReplaceAll(s, token, "[masked]")
	}
	return secrets().ReplaceAllString(s, "${1}[masked]")
}
