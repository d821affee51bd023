package oauth

import (
	"encoding/base64"
	"encoding/json"
	"strings"

	"github.com/wslite/wslite/host/fault"
)

// claims reads who signed in off an ID token. Its signature is not checked:
// it came over TLS from the token endpoint itself, which OpenID Connect (core,
// 3.1.3.7) takes in its place.
func claims(idToken string) (Person, error) {
	var p Person
	parts := strings.Split(idToken, ".")
	if len(parts) == 3 {
		if data, err := base64.RawURLEncoding.DecodeString(parts[1]); err == nil && json.Unmarshal(data, &p) == nil && p.Subject != "" {
			return p, nil
		}
	}
	return Person{}, fault.New(fault.MalformedResponse, "the sign-in provider did not tell who signed in").
		WithHint("set userinfo_url below [auth.provider]")
}
