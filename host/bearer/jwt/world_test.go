package jwt

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/wslite/wslite/host/bearer"
	"github.com/wslite/wslite/host/fault"
)

const resource = "https://wslite.example/mcp"

// rsaKey is made once: that takes longer than all else here.
var rsaKey = sync.OnceValue(func() *rsa.PrivateKey {
	k, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return k
})

func ecKey(t *testing.T, c elliptic.Curve) *ecdsa.PrivateKey {
	t.Helper()
	k, err := ecdsa.GenerateKey(c, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func edKey(t *testing.T) ed25519.PrivateKey {
	t.Helper()
	_, k, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// issuer is an authorization server that has keys.
type issuer struct {
	*httptest.Server
	t testing.TB

	mu sync.Mutex
	// keys are served, asked are the paths that were.
	keys  []any
	asked []string
	// answer, where set, is given in place of the metadata and of the keys.
	answer func(w http.ResponseWriter, path string) bool
}

func newIssuer(t testing.TB) *issuer {
	t.Helper()
	i := &issuer{t: t}
	i.Server = httptest.NewServer(i)
	t.Cleanup(i.Close)
	i.serve(rsaKey().Public(), "k1", "")
	return i
}

// serve adds a key to those that are served.
func (i *issuer) serve(pub crypto.PublicKey, name, alg string) {
	i.set(func() { i.keys = append(i.keys, jose.JSONWebKey{Key: pub, KeyID: name, Algorithm: alg, Use: "sig"}) })
}

func (i *issuer) set(f func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	f()
}

// fetches is how often the keys were asked for.
func (i *issuer) fetches() (n int) {
	i.set(func() {
		for _, p := range i.asked {
			if p == "/keys" {
				n++
			}
		}
	})
	return n
}

func (i *issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.asked = append(i.asked, r.URL.Path)
	if r.Header.Get("Authorization") != "" || r.ContentLength > 0 {
		i.t.Error("something was sent to the issuer")
	}
	switch {
	case i.answer != nil && i.answer(w, r.URL.Path):
	case r.URL.Path == "/.well-known/openid-configuration":
		json.NewEncoder(w).Encode(map[string]string{"issuer": i.URL, "jwks_uri": i.URL + "/keys"})
	case r.URL.Path == "/keys":
		json.NewEncoder(w).Encode(map[string]any{"keys": i.keys})
	default:
		http.NotFound(w, r)
	}
}

// bench is a verifier with a clock of its own and what it told.
type bench struct {
	*Verifier
	iss *issuer
	mu  sync.Mutex
	now time.Time
	// told are lines for the operator.
	told []string
}

func newBench(t testing.TB, change func(*Options)) *bench {
	t.Helper()
	b := &bench{iss: newIssuer(t), now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	o := Options{
		Issuer: b.iss.URL, Resource: resource, Users: map[string]string{"s-ana": "ana", "bo@corp.example": "bo"}, Transport: http.DefaultTransport,
		Now: func() time.Time {
			b.mu.Lock()
			defer b.mu.Unlock()
			return b.now
		},
		Warn: func(line string) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.told = append(b.told, line)
		},
	}
	if change != nil {
		change(&o)
	}
	b.Verifier = New(o)
	return b
}

func (b *bench) pass(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now = b.now.Add(d)
}

func (b *bench) lines() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.told)
}

// claimsOf are right ones of ana's, with changes; nil takes one out.
func (b *bench) claimsOf(changes map[string]any) map[string]any {
	c := map[string]any{
		"iss": b.iss.URL, "sub": "s-ana", "aud": resource, "scope": "wslite other",
		"iat": b.now.Unix(), "exp": b.now.Add(time.Hour).Unix(), "client_id": "agent",
	}
	for k, v := range changes {
		if c[k] = v; v == nil {
			delete(c, k)
		}
	}
	return c
}

// sign makes a token; "" for a name leaves it out of the header.
func sign(t testing.TB, alg jose.SignatureAlgorithm, key any, name string, payload any, headers map[jose.HeaderKey]any) string {
	t.Helper()
	o := (&jose.SignerOptions{}).WithType("at+jwt")
	for k, v := range headers {
		if o.ExtraHeaders[k] = v; v == nil {
			delete(o.ExtraHeaders, k)
		}
	}
	if name != "" {
		key = jose.JSONWebKey{Key: key, KeyID: name}
	}
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: key}, o)
	if err != nil {
		t.Fatal(err)
	}
	raw, ok := payload.([]byte)
	if !ok {
		if raw, err = json.Marshal(payload); err != nil {
			t.Fatal(err)
		}
	}
	signed, err := s.Sign(raw)
	if err != nil {
		t.Fatal(err)
	}
	token, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// token is one of the issuer's, with changes to its claims.
func (b *bench) token(t testing.TB, changes map[string]any) string {
	t.Helper()
	return sign(t, jose.RS256, rsaKey(), "k1", b.claimsOf(changes), nil)
}

// verdict is "" with the user, or the code of the error; "not mine" for that one.
func (b *bench) verdict(ctx context.Context, token string) (user, code string, err error) {
	id, err := b.Verify(ctx, token)
	switch {
	case err == nil:
		return id.User, "", nil
	case errors.Is(err, bearer.ErrNotMine):
		return "", "not mine", err
	}
	return "", string(fault.CodeOf(err)), err
}
