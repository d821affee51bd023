// Package oauth speaks OAuth 2.0 with one provider: it sends a person to the
// consent page and takes what comes back, and exchanges, renews and revokes
// tokens. It owns the wire, the checks of state and PKCE, and the words for
// what providers refuse. It stores nothing and knows nothing of accounts.
//
// No error of this package holds a token, a code, a secret or a body.
//
// Start reading at Provider, then flow.go (one sign-in) and token.go (what is
// asked of the token endpoint).
package oauth

import (
	"net"
	"net/url"
	"strings"

	"golang.org/x/oauth2"

	"github.com/wslite/wslite/host/fault"
)

// Provider is where sign-ins go. AuthURL and TokenURL are needed; a flow whose
// address is empty is not offered.
type Provider struct {
	AuthURL, TokenURL, DeviceURL, RevokeURL, UserInfoURL string
	// HeaderAuth sends the client's id and secret in the Authorization header;
	// Google takes them in the body.
	HeaderAuth bool
}

// Google gives Google's own endpoints. Source: the discovery document at
// accounts.google.com/.well-known/openid-configuration.
func Google() Provider {
	return Provider{
		AuthURL:     "https://accounts.google.com/o/oauth2/v2/auth",
		TokenURL:    "https://oauth2.googleapis.com/token",
		DeviceURL:   "https://oauth2.googleapis.com/device/code",
		RevokeURL:   "https://oauth2.googleapis.com/revoke",
		UserInfoURL: "https://openidconnect.googleapis.com/v1/userinfo",
	}
}

// IsGoogle says whether these are Google's endpoints.
func (p Provider) IsGoogle() bool { return p == Google() }

// Check says whether every address is one that secrets may be sent to.
func (p Provider) Check() error {
	if p.AuthURL == "" || p.TokenURL == "" {
		return fault.New(fault.Client, "a provider needs both auth_url and token_url").
			WithHint("set both below [auth.provider], or neither for Google")
	}
	for _, a := range []string{p.AuthURL, p.TokenURL, p.DeviceURL, p.RevokeURL, p.UserInfoURL} {
		if msg := CheckURL(a); a != "" && msg != "" {
			return fault.New(fault.Client, "an address below [auth.provider] is refused: %s", msg)
		}
	}
	return nil
}

// CheckURL says what is wrong with the address of an endpoint; "" where it is
// good. Secrets go over TLS, or stay on this machine.
func CheckURL(s string) string {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Host == "":
		return "it is no web address"
	case u.User != nil:
		return "it holds a user name or password"
	case u.Fragment != "":
		return "it holds a fragment"
	case u.Scheme == "https", u.Scheme == "http" && loopback(u.Hostname()):
		return ""
	}
	return "it must begin with https:// (http:// is for this machine alone: 127.0.0.1, localhost)"
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback() || strings.EqualFold(host, "localhost")
}

func (p Provider) endpoint() oauth2.Endpoint {
	// The library's own choice tries both ways, which would send a code or a
	// refresh token that works once twice.
	style := oauth2.AuthStyleInParams
	if p.HeaderAuth {
		style = oauth2.AuthStyleInHeader
	}
	return oauth2.Endpoint{AuthURL: p.AuthURL, TokenURL: p.TokenURL, DeviceAuthURL: p.DeviceURL, AuthStyle: style}
}
