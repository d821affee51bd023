package jwt

import (
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/wslite/wslite/host/bearer"
	"github.com/wslite/wslite/host/fault"
)

const (
	unauthorized = string(fault.Unauthorized)
	notAllowed   = string(fault.ActionNotAllowed)
)

// TestClaims: what a token says decides, each claim by itself.
func TestClaims(t *testing.T) {
	b := newBench(t, func(o *Options) { o.Scopes = []string{"wslite"} })
	now := b.now
	type m = map[string]any
	for _, c := range []struct {
		name    string
		changes m
		code    string
	}{
		{"as it should be", nil, ""},
		{"two audiences", m{"aud": []string{"https://other.example", resource}}, ""},
		{"another audience", m{"aud": "https://other.example/mcp"}, unauthorized},
		{"the audience of a client", m{"aud": "agent"}, unauthorized},
		{"the audience with a slash more", m{"aud": resource + "/"}, unauthorized},
		{"the audience as prefix", m{"aud": "https://wslite.example"}, unauthorized},
		{"the audience in other letters", m{"aud": strings.ToUpper(resource)}, unauthorized},
		{"no audience", m{"aud": nil}, unauthorized},
		{"an audience that is no text", m{"aud": 7}, unauthorized},
		{"another issuer", m{"iss": "https://evil.example"}, unauthorized},
		{"the issuer with a slash", m{"iss": b.iss.URL + "/"}, unauthorized},
		{"no issuer", m{"iss": nil}, unauthorized},
		{"ended now", m{"exp": now.Unix()}, unauthorized},
		{"ends in a second", m{"exp": now.Unix() + 1}, ""},
		{"no end", m{"exp": nil}, unauthorized},
		{"an end that is no time", m{"exp": 1e18}, unauthorized},
		{"an end that is text", m{"exp": "tomorrow"}, unauthorized},
		{"an end before the epoch", m{"exp": -5}, unauthorized},
		{"begins soon", m{"nbf": now.Add(20 * time.Second).Unix()}, ""},
		{"begins later", m{"nbf": now.Add(31 * time.Second).Unix()}, unauthorized},
		{"begins never", m{"nbf": 1e17}, unauthorized},
		{"made soon", m{"iat": now.Add(20 * time.Second).Unix()}, ""},
		{"made later", m{"iat": now.Add(31 * time.Second).Unix()}, unauthorized},
		{"made at no time", m{"iat": nil}, ""},
		{"bound to a key", m{"cnf": m{"jkt": "x"}}, unauthorized},
		{"without scope", m{"scope": nil}, notAllowed},
		{"with part of a scope", m{"scope": "wslite2 wslit"}, notAllowed},
		{"scopes as a list", m{"scope": nil, "scp": []string{"a", "wslite"}}, ""},
		{"scopes as text elsewhere", m{"scope": nil, "scp": "a wslite"}, ""},
		{"scopes that are none", m{"scope": []int{1}}, unauthorized},
		{"of nobody here", m{"sub": "s-eve"}, notAllowed},
		{"of a user's name", m{"sub": "ana"}, notAllowed},
		{"in other letters", m{"sub": "S-ANA"}, notAllowed},
		{"of nobody at all", m{"sub": nil}, notAllowed},
		{"of an address that is no sub", m{"sub": "x", "email": "bo@corp.example", "email_verified": true}, notAllowed},
	} {
		token := b.token(t, c.changes)
		user, code, err := b.verdict(t.Context(), token)
		if code != c.code || code == "" && user != "ana" {
			t.Errorf("%s: %s, %v", c.name, user, err)
		}
		if err != nil && strings.Contains(err.Error(), token[:20]) {
			t.Errorf("%s: the error holds the token", c.name)
		}
		if scope := strings.Contains(c.name, "scope") && code == notAllowed; scope != errors.Is(err, bearer.ErrScope) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	id, err := b.Verify(t.Context(), b.token(t, nil))
	if err != nil || strings.Join(id.Scopes, " ") != "wslite other" || !id.Expires.Equal(now.Add(time.Hour)) {
		t.Errorf("%+v, %v", id, err)
	}
}

// TestByEmail: an address counts where its issuer verified it, and sub does not.
func TestByEmail(t *testing.T) {
	b := newBench(t, func(o *Options) { o.ByEmail = true })
	type m = map[string]any
	for _, c := range []struct {
		changes    m
		user, code string
	}{
		{m{"email": "bo@corp.example", "email_verified": true}, "bo", ""},
		{m{"email": "bo@corp.example", "email_verified": "true"}, "bo", ""},
		{m{"email": "bo@corp.example", "email_verified": false}, "", notAllowed},
		{m{"email": "bo@corp.example", "email_verified": 1}, "", notAllowed},
		{m{"email": "bo@corp.example"}, "", notAllowed},
		{m{"email": "Bo@corp.example", "email_verified": true}, "", notAllowed},
		{m{"email_verified": true}, "", notAllowed},
		{m{"sub": "bo@corp.example"}, "", notAllowed},
		{nil, "", notAllowed},
	} {
		if user, code, err := b.verdict(t.Context(), b.token(t, c.changes)); user != c.user || code != c.code {
			t.Errorf("%v: %s, %v", c.changes, user, err)
		}
	}
}

// TestIDTokens: a token that tells a client who signed in opens nothing, also where
// its audience is ours.
func TestIDTokens(t *testing.T) {
	b := newBench(t, nil)
	for _, claim := range []string{"nonce", "at_hash", "c_hash"} {
		payload := b.claimsOf(map[string]any{claim: "x"})
		for typ, want := range map[any]string{"JWT": unauthorized, nil: unauthorized, "at+jwt": ""} {
			token := sign(t, jose.RS256, rsaKey(), "k1", payload, map[jose.HeaderKey]any{jose.HeaderType: typ})
			if _, code, err := b.verdict(t.Context(), token); code != want {
				t.Errorf("%s with the type %v: %v", claim, typ, err)
			}
		}
	}
}

// TestAlgorithms: each algorithm with a key of its own kind, and with no other.
func TestAlgorithms(t *testing.T) {
	for _, alg := range algorithms {
		if !strings.ContainsAny(string(alg[:1]), "RPE") {
			t.Errorf("%s is no algorithm for public keys", alg)
		}
	}
	b := newBench(t, nil)
	p256, p384, p521, ed := ecKey(t, elliptic.P256()), ecKey(t, elliptic.P384()), ecKey(t, elliptic.P521()), edKey(t)
	b.iss.serve(p256.Public(), "p256", "")
	b.iss.serve(p384.Public(), "p384", "")
	b.iss.serve(p521.Public(), "p521", "")
	b.iss.serve(ed.Public(), "ed", "")
	small, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	b.iss.serve(small.Public(), "small", "")
	b.iss.serve(rsaKey().Public(), "bound", "PS256")
	b.iss.set(func() {
		b.iss.keys = append(b.iss.keys,
			jose.JSONWebKey{Key: rsaKey().Public(), KeyID: "enc", Use: "enc"},
			jose.JSONWebKey{Key: []byte(strings.Repeat("s", 64)), KeyID: "shared"},
			map[string]string{"kty": "future", "kid": "k9"})
	})
	for _, c := range []struct {
		alg  jose.SignatureAlgorithm
		key  any
		name string
		code string
	}{
		{jose.RS256, rsaKey(), "k1", ""}, {jose.RS384, rsaKey(), "k1", ""}, {jose.RS512, rsaKey(), "k1", ""},
		{jose.PS256, rsaKey(), "k1", ""}, {jose.PS384, rsaKey(), "k1", ""}, {jose.PS512, rsaKey(), "k1", ""},
		{jose.ES256, p256, "p256", ""}, {jose.ES384, p384, "p384", ""}, {jose.ES512, p521, "p521", ""}, {jose.EdDSA, ed, "ed", ""},
		{jose.PS256, rsaKey(), "bound", ""}, {jose.RS256, rsaKey(), "bound", unauthorized},
		{jose.RS256, rsaKey(), "enc", unauthorized}, {jose.RS256, small, "small", unauthorized},
		{jose.ES256, p256, "p384", unauthorized}, {jose.ES256, p256, "k1", unauthorized}, {jose.EdDSA, ed, "p256", unauthorized},
		{jose.ES384, p384, "", ""}, // one key alone fits
		{jose.PS256, rsaKey(), "", unauthorized},
		{jose.HS256, []byte(strings.Repeat("s", 64)), "shared", unauthorized},
		{jose.HS512, []byte(strings.Repeat("s", 64)), "shared", unauthorized},
	} {
		token := sign(t, c.alg, c.key, c.name, b.claimsOf(nil), nil)
		if _, code, err := b.verdict(t.Context(), token); code != c.code {
			t.Errorf("%s with the key %q: %v", c.alg, c.name, err)
		}
	}
}

// TestForgeries: the ways in which JWTs were forged elsewhere.
func TestForgeries(t *testing.T) {
	b := newBench(t, nil)
	raw := func(v any) string {
		j, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return base64.RawURLEncoding.EncodeToString(j)
	}
	type m = map[string]any
	payload := raw(b.claimsOf(nil))
	good := b.token(t, nil)
	parts := strings.Split(good, ".")
	other := ecKey(t, elliptic.P256())

	der, err := x509.MarshalPKIXPublicKey(rsaKey().Public())
	if err != nil {
		t.Fatal(err)
	}
	asPEM := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	evil := jose.JSONWebKey{Key: other.Public(), KeyID: "k1", Algorithm: "ES256"}
	for name, token := range map[string]string{
		"alg none":                       raw(m{"alg": "none", "typ": "at+jwt"}) + "." + payload + ".",
		"alg nOnE":                       raw(m{"alg": "nOnE", "kid": "k1"}) + "." + payload + "." + parts[2],
		"no alg":                         raw(m{"kid": "k1"}) + "." + payload + "." + parts[2],
		"HS256 with the public key":      sign(t, jose.HS256, asPEM, "k1", b.claimsOf(nil), nil),
		"HS256 with its modulus":         sign(t, jose.HS256, rsaKey().N.Bytes(), "k1", b.claimsOf(nil), nil),
		"another key by that name":       sign(t, jose.ES256, other, "k1", b.claimsOf(nil), nil),
		"a key that it brings (jwk)":     sign(t, jose.ES256, other, "k1", b.claimsOf(nil), map[jose.HeaderKey]any{"jwk": evil}),
		"a place for keys (jku)":         sign(t, jose.ES256, other, "k1", b.claimsOf(nil), map[jose.HeaderKey]any{"jku": b.iss.URL + "/evil"}),
		"a place for certificates (x5u)": sign(t, jose.ES256, other, "k1", b.claimsOf(nil), map[jose.HeaderKey]any{"x5u": b.iss.URL + "/evil"}),
		"no signature":                   parts[0] + "." + parts[1] + ".",
		"another payload":                parts[0] + "." + raw(b.claimsOf(m{"sub": "bo@corp.example"})) + "." + parts[2],
		"another header":                 raw(m{"alg": "RS256", "kid": "k1"}) + "." + parts[1] + "." + parts[2],
		"crit":                           sign(t, jose.RS256, rsaKey(), "k1", b.claimsOf(nil), map[jose.HeaderKey]any{"crit": []string{"exp"}, "exp": 1}),
		"crit of b64":                    sign(t, jose.RS256, rsaKey(), "k1", b.claimsOf(nil), map[jose.HeaderKey]any{"crit": []string{"b64"}, "b64": true}),
		"crit of nothing":                sign(t, jose.RS256, rsaKey(), "k1", b.claimsOf(nil), map[jose.HeaderKey]any{"crit": []string{}}),
		"another type":                   sign(t, jose.RS256, rsaKey(), "k1", b.claimsOf(nil), map[jose.HeaderKey]any{"typ": "logout+jwt"}),
		"a type that is no text":         sign(t, jose.RS256, rsaKey(), "k1", b.claimsOf(nil), map[jose.HeaderKey]any{"typ": 5}),
		"a huge token":                   b.token(t, m{"x": strings.Repeat("x", maxToken)}),
		"a claim twice":                  sign(t, jose.RS256, rsaKey(), "k1", []byte(strings.Replace(string(mustJSON(t, b.claimsOf(nil))), "{", `{"sub":"x",`, 1)), nil),
		"a claim in other letters":       sign(t, jose.RS256, rsaKey(), "k1", b.claimsOf(m{"aud": nil, "AUD": resource}), nil),
		"no claims":                      sign(t, jose.RS256, rsaKey(), "k1", []byte("[]"), nil),
		"spaces":                         " " + good,
		"a line end":                     good + "\n",
		"padding":                        good + "==",
		"dots":                           "..",
	} {
		if user, code, err := b.verdict(t.Context(), token); code != unauthorized {
			t.Errorf("%s: %q, %v", name, user, err)
		}
	}
	for _, token := range []string{"", "x", "wsl_0123", "a.b", good + ".x.y", `{"payload":"x","signatures":[]}`} {
		if _, code, _ := b.verdict(t.Context(), token); code != "not mine" {
			t.Errorf("%.20q: %s", token, code)
		}
	}
	if user, _, err := b.verdict(t.Context(), good); user != "ana" {
		t.Errorf("the token that all others were made of: %v", err)
	}
	// Headers that say where else to look change nothing about a token that is right.
	for _, h := range []map[jose.HeaderKey]any{{"jku": b.iss.URL + "/evil"}, {"x5u": b.iss.URL + "/evil"}, {"jwk": evil}, {"typ": "JWT"}, {"typ": "application/AT+JWT"}, {"typ": nil}} {
		if user, _, err := b.verdict(t.Context(), sign(t, jose.RS256, rsaKey(), "k1", b.claimsOf(nil), h)); user != "ana" {
			t.Errorf("%v: %v", h, err)
		}
	}
	for _, path := range b.iss.asked {
		if path == "/evil" {
			t.Error("a token chose where keys were looked for")
		}
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	j, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return j
}
