package auth

import (
	"slices"

	"github.com/wslite/wslite/host/auth/oauth"
)

// identity are the scopes that tell who signed in, and nothing more. Providers
// other than Google give a refresh token only for a scope of its own (OpenID
// Connect, core, 11).
func identity(p oauth.Provider) []string {
	if p.IsGoogle() {
		return []string{"openid", "email"}
	}
	return []string{"openid", "email", offline}
}

const offline = "offline_access"

// longNames are Google's own names for scopes of OpenID Connect.
var longNames = map[string]string{
	"https://www.googleapis.com/auth/userinfo.email":   "email",
	"https://www.googleapis.com/auth/userinfo.profile": "profile",
}

// canonical gives scopes under one name each, sorted, so that lists of them can
// be compared.
func canonical(scopes []string) []string {
	out := make([]string, 0, len(scopes))
	for _, s := range scopes {
		if short, ok := longNames[s]; ok {
			s = short
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// withoutIdentity leaves out what only tells who someone is.
func withoutIdentity(scopes []string) []string {
	return slices.DeleteFunc(slices.Clone(scopes), func(s string) bool {
		return s == "openid" || s == "email" || s == "profile" || s == offline
	})
}
