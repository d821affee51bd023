package config

import (
	"net/url"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/text"
)

// OAuth is [mcp.oauth]: the authorization server whose tokens a server over HTTP
// takes for its users.
type OAuth struct {
	// Issuer is what stands as iss in its tokens, to the letter.
	Issuer string
	// Resource is the address of this server as its clients know it, which stands
	// as aud in its tokens, to the letter; "" is the address that is listened at.
	Resource string
	// Scopes are those that a token must have; nil asks for none.
	Scopes []string
	// AuthorizationServers are where clients are sent to get a token; never empty.
	AuthorizationServers []string
	// JWKSURL is where the issuer's keys are; "" is where its metadata says.
	JWKSURL string
	// SubjectClaim is the claim that is compared with the subject of users:
	// SubjectSub or SubjectEmail.
	SubjectClaim string
}

// The values of mcp.oauth.subject_claim. A token can hold both, and who may choose
// the one at some issuers must not be taken for who has the other.
const (
	SubjectSub   = "sub"
	SubjectEmail = "email"
)

const oauthPrefix = "mcp.oauth."

func oauthKeys() []key {
	return []key{
		{path: oauthPrefix + "issuer", kind: word, check: checkIssuer},
		{path: oauthPrefix + "resource", kind: word, check: checkResource},
		{path: oauthPrefix + "scopes", kind: words, check: checkScope, filled: true},
		{path: oauthPrefix + "subject_claim", kind: word, check: checkSubjectClaim},
		{path: oauthPrefix + "jwks_url", kind: word, check: checkEndpoint},
		{path: oauthPrefix + "authorization_servers", kind: words, check: checkIssuer, filled: true},
	}
}

// oauth settles [mcp.oauth].
func (b *builder) oauth(c *Config) {
	set := b.settings.below(oauthPrefix)
	if len(set) == 0 {
		return
	}
	text := func(name string) string { return b.settings.text(oauthPrefix + name) }
	if text("issuer") == "" {
		b.bad(oauthPrefix+set[0], "[mcp.oauth] needs issuer: the authorization server whose tokens count")
		return
	}
	b.fallback(oauthPrefix+"subject_claim", SubjectSub)
	b.fallback(oauthPrefix+"authorization_servers", []string{text("issuer")})
	// Who can change what is sent without TLS can put in keys of his own.
	if strings.HasPrefix(text("issuer"), "https:") && strings.HasPrefix(text("jwks_url"), "http:") {
		b.bad(oauthPrefix+"jwks_url", "mcp.oauth.jwks_url must begin with https://, as the issuer does")
	}
	c.MCP.OAuth = &OAuth{
		Issuer: text("issuer"), Resource: text("resource"), Scopes: b.settings.words(oauthPrefix + "scopes"),
		AuthorizationServers: b.settings.words(oauthPrefix + "authorization_servers"),
		JWKSURL:              text("jwks_url"), SubjectClaim: text("subject_claim"),
	}
}

func checkSubjectClaim(s string) string {
	return oneOf("claim of a subject", s, []string{SubjectSub, SubjectEmail})
}

// checkIssuer holds RFC 8414: an issuer has no query and no fragment.
func checkIssuer(s string) string {
	if msg := checkEndpoint(s); msg != "" {
		return msg
	}
	if strings.ContainsAny(s, "?#") {
		return "an issuer has no query and no fragment"
	}
	return ""
}

// checkResource wants the one spelling in which clients and issuers compare it.
func checkResource(s string) string {
	if msg := checkIssuer(s); msg != "" {
		return strings.Replace(msg, "an issuer", "the address of a server", 1)
	}
	u, err := url.Parse(s)
	if err != nil || u.String() != s || strings.ToLower(u.Host) != u.Host || text.Line(s) != s {
		return "it must be written as clients send it: the name in small letters, nothing that needs an escape"
	}
	return ""
}

// checkScope holds RFC 6749, section 3.3.
func checkScope(s string) string {
	if len(s) > 256 || slices.ContainsFunc([]byte(s), func(b byte) bool { return b <= ' ' || b > '~' || b == '"' || b == '\\' }) {
		return `a scope has at most 256 visible ASCII characters, and neither space nor " nor \`
	}
	return ""
}
