package jwt

import (
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"
)

// FuzzVerify: of all tokens those alone open that the issuer made, and no error
// holds what was shown.
func FuzzVerify(f *testing.F) {
	b := newBench(f, nil)
	good := b.token(f, nil)
	head, rest, _ := strings.Cut(good, ".")
	for _, s := range []string{good, head + "..", "." + rest, good + ".", "eyJhbGciOiJub25lIn0.e30.", sign(f, jose.HS256, []byte(strings.Repeat("k", 32)), "k1", b.claimsOf(nil), nil)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, token string) {
		id, err := b.Verify(t.Context(), token)
		if err == nil && (id.User != "ana" || !strings.HasPrefix(token, good[:strings.LastIndex(good, ".")])) {
			t.Errorf("%q opens what is %q's", token, id.User)
		}
		if err != nil && len(token) > 40 && strings.Contains(err.Error(), token[:40]) {
			t.Errorf("the error holds the token: %v", err)
		}
	})
}
