// Package jwt says whom an access token of an OAuth authorization server stands
// for. The token is a signed JWT (RFC 9068) and is checked here: its signature by
// the issuer's keys, and that it was made for this server and nobody else's (RFC
// 8707). Metadata tells clients where to get one (RFC 9728).
//
// It makes no token, hands none on, and asks the issuer for nothing but its keys.
// Start reading at Verifier; docs/adr/0025 says why it is so.
package jwt

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	josejwt "github.com/go-jose/go-jose/v4/jwt"

	"github.com/wslite/wslite/host/bearer"
	"github.com/wslite/wslite/host/fault"
)

const (
	// maxToken is how many bytes a token may have; what common issuers make has a
	// quarter of it.
	maxToken = 8 << 10

	tokenLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."
)

// algorithms are those that a token may be signed with: never none, and never one
// whose key both sides share (HS256), since a public key would then do as one.
var algorithms = []jose.SignatureAlgorithm{
	jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512,
	jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
}

// Options say whose tokens count, and whom they stand for.
type Options struct {
	// Issuer and Resource are the iss that a token must have, and the aud that must
	// be among its own, to the letter.
	Issuer, Resource string
	// Scopes are those that a token must have, all of them.
	Scopes []string
	// Keys is the address of the issuer's keys; "" takes what its metadata says.
	Keys string
	// ByEmail compares the e-mail address of a token, which the issuer must have
	// verified, with the subjects; otherwise sub is compared.
	ByEmail bool
	// Users are names by subject, to the letter.
	Users map[string]string
	// Transport carries the requests for keys.
	Transport http.RoundTripper
	// Now is the clock.
	Now func() time.Time
	// Warn tells the operator, in one line, that keys can't be had. It is called by
	// any goroutine, and seldom.
	Warn func(line string)
}

// Verifier knows the tokens of one issuer for one resource; see bearer.Verifier.
type Verifier struct {
	o    Options
	keys *keySet
}

// New gives a verifier, which asks for keys when the first token comes.
func New(o Options) *Verifier {
	f := newFetcher(o)
	return &Verifier{o: o, keys: &keySet{fetch: f.keys, now: o.Now, warn: o.Warn}}
}

// Warm fetches the keys, so that the operator hears at once where they can't be
// had. It waits for them, ten seconds at most.
func (v *Verifier) Warm(ctx context.Context) { v.keys.refresh(ctx, keysPause) }

// Verify gives whom a token stands for; see bearer.Verifier. NETWORK_ERROR says
// that there are no keys to tell it by.
func (v *Verifier) Verify(ctx context.Context, token string) (bearer.Identity, error) {
	if strings.Count(token, ".") != 2 {
		return bearer.Identity{}, bearer.ErrNotMine
	}
	c, err := v.claims(ctx, token)
	if err != nil {
		return bearer.Identity{}, err
	}
	has := c.scopes()
	for _, s := range v.o.Scopes {
		if !slices.Contains(has, s) {
			return bearer.Identity{}, fault.Wrap(bearer.ErrScope, fault.ActionNotAllowed, "the token was not given for a scope that is needed here")
		}
	}
	subject := c.Subject
	if v.o.ByEmail {
		if subject = c.Email; !c.EmailVerified {
			return bearer.Identity{}, fault.New(fault.ActionNotAllowed, "the token has no e-mail address that the issuer verified")
		}
	}
	user := v.o.Users[subject]
	if subject == "" || user == "" {
		return bearer.Identity{}, fault.New(fault.ActionNotAllowed, "the token is of nobody who is served here")
	}
	return bearer.Identity{User: user, Scopes: has, Expires: c.Expiry.Time()}, nil
}

// claims gives what a token says, once all of it but scopes and subject is right.
// What needs no key is checked first: no stranger's token makes anybody ask the
// issuer.
func (v *Verifier) claims(ctx context.Context, token string) (*claims, error) {
	if len(token) > maxToken {
		return nil, fault.New(fault.Unauthorized, "the token is larger than 8 KiB")
	}
	// Decoders of base64 pass over line ends, and one token would have many spellings.
	if strings.ContainsFunc(token, func(r rune) bool { return !strings.ContainsRune(tokenLetters, r) }) {
		return nil, fault.New(fault.Unauthorized, "the token has characters that a JWT has not")
	}
	t, err := josejwt.ParseSigned(token, algorithms)
	if err != nil || len(t.Headers) != 1 {
		// What the library says may quote the token.
		return nil, fault.New(fault.Unauthorized, "the token is no JWT that is signed with an algorithm for public keys")
	}
	h := t.Headers[0]
	if err := checkHeader(h); err != nil {
		return nil, err
	}
	var said claims
	if t.UnsafeClaimsWithoutVerification(&said) != nil {
		return nil, fault.New(fault.Unauthorized, "what the token says can't be read")
	}
	if err := said.check(v.o, isAccessToken(h)); err != nil {
		return nil, err
	}
	keys, err := v.keys.find(ctx, h.KeyID, jose.SignatureAlgorithm(h.Algorithm))
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		var c claims
		if t.Claims(k.Key, &c) == nil {
			return &c, nil
		}
	}
	return nil, fault.New(fault.Unauthorized, "the token is not signed by a key of the issuer")
}

// checkHeader refuses what this package does not understand and a signer may rely
// on. Where else keys could come from (jku, x5u, jwk, x5c) is never looked at.
func checkHeader(h jose.Header) error {
	for _, name := range []jose.HeaderKey{"crit", "b64"} {
		if _, ok := h.ExtraHeaders[name]; ok {
			return fault.New(fault.Unauthorized, "the token's header demands an extension")
		}
	}
	switch typ, ok := h.ExtraHeaders[jose.HeaderType]; {
	case !ok, isAccessToken(h):
	case !isWord(typ, "jwt"):
		return fault.New(fault.Unauthorized, "the token is of another type than at+jwt")
	}
	return nil
}

// isAccessToken says that the token's type is RFC 9068's.
func isAccessToken(h jose.Header) bool {
	typ := h.ExtraHeaders[jose.HeaderType]
	return isWord(typ, "at+jwt") || isWord(typ, "application/at+jwt")
}

func isWord(v any, word string) bool {
	s, ok := v.(string)
	return ok && strings.EqualFold(s, word)
}

// noKeys says why a token can't be checked now; the operator hears more.
func noKeys(cause error) error {
	return fault.Wrap(cause, fault.Network, "the issuer's keys can't be had now")
}
