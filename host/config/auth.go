package config

import (
	"net"
	"net/url"
	"path/filepath"
	"strings"
)

// The values of auth.store and of auth.provider.client_auth.
var (
	secretStores = []string{"auto", "keyring", "file"}
	clientAuths  = []string{"body", "header"}
)

func checkSecretStore(s string) string { return oneOf("store for secrets", s, secretStores) }

func checkClientAuth(s string) string {
	return oneOf("way to send the client's secret", s, clientAuths)
}

// checkEndpoint keeps secrets on TLS or on this machine.
func checkEndpoint(s string) string {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Host == "":
		return "it is no web address"
	case u.User != nil || u.Fragment != "":
		return "an endpoint has no user name, password or fragment"
	case u.Scheme == "https", u.Scheme == "http" && onThisMachine(u.Hostname()):
		return ""
	}
	return "it must begin with https:// (http:// is for this machine alone: 127.0.0.1, localhost)"
}

func onThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback() || strings.EqualFold(host, "localhost")
}

// auth settles [auth]. A provider is configured as a whole: a refresh token of
// one must never go to the endpoint of another.
func (b *builder) auth(c *Config) {
	b.fallback("auth.store", secretStores[0])
	c.Auth.Store = b.settings.text("auth.store")
	if c.StateDir != "" {
		c.Auth.Dir = filepath.Join(c.StateDir, "auth")
	}
	const prefix = "auth.provider."
	set := b.settings.below(prefix)
	if len(set) == 0 {
		return
	}
	text := func(name string) string { return b.settings.text(prefix + name) }
	if text("auth_url") == "" || text("token_url") == "" {
		b.bad(prefix+set[0], "[auth.provider] needs both auth_url and token_url; leave out all of it for Google")
		return
	}
	b.fallback(prefix+"client_auth", clientAuths[0])
	c.Auth.Provider = &Provider{
		AuthURL: text("auth_url"), TokenURL: text("token_url"), DeviceURL: text("device_url"),
		RevokeURL: text("revoke_url"), UserInfoURL: text("userinfo_url"), HeaderAuth: text("client_auth") == clientAuths[1],
	}
}
