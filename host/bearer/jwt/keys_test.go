package jwt

import (
	"context"
	"crypto/elliptic"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/wslite/wslite/host/fault"
)

const network = string(fault.Network)

// settle waits for a fetch that runs in the background.
func (b *bench) settle() { b.keys.refresh(context.Background(), 1<<62) }

// TestRotation: a new key is fetched when its first token comes, and an old one
// opens nothing once it is gone and that was seen.
func TestRotation(t *testing.T) {
	b := newBench(t, nil)
	old := b.token(t, nil)
	if user, _, err := b.verdict(t.Context(), old); user != "ana" {
		t.Fatal(err)
	}
	next := ecKey(t, elliptic.P256())
	b.iss.set(func() { b.iss.keys = nil })
	b.iss.serve(next.Public(), "k2", "ES256")
	fresh := sign(t, jose.ES256, next, "k2", b.claimsOf(nil), nil)
	if _, code, err := b.verdict(t.Context(), fresh); code != unauthorized || b.iss.fetches() != 1 {
		t.Errorf("within the pause: %v after %d fetches", err, b.iss.fetches())
	}
	b.pass(keysPause)
	if user, _, err := b.verdict(t.Context(), fresh); user != "ana" || b.iss.fetches() != 2 {
		t.Errorf("a new key: %v after %d fetches", err, b.iss.fetches())
	}
	if _, code, err := b.verdict(t.Context(), old); code != unauthorized {
		t.Errorf("the old key: %v", err)
	}
}

// TestKeyTakenBack: without a token of a new key it is noticed, too, and nobody
// waits for that.
func TestKeyTakenBack(t *testing.T) {
	b := newBench(t, nil)
	token := b.token(t, nil)
	b.Verify(t.Context(), token)
	b.iss.set(func() { b.iss.keys = nil })
	b.iss.serve(ecKey(t, elliptic.P256()).Public(), "k2", "")
	b.pass(keysFresh + time.Second)
	if user, _, err := b.verdict(t.Context(), token); user != "ana" {
		t.Errorf("while the keys are being fetched: %v", err)
	}
	b.settle()
	if _, code, err := b.verdict(t.Context(), token); code != unauthorized || b.iss.fetches() != 2 {
		t.Errorf("afterwards: %v, %d fetches", err, b.iss.fetches())
	}
}

// TestNoStorm: whatever tokens come, the issuer is asked once in a while.
func TestNoStorm(t *testing.T) {
	b := newBench(t, nil)
	stranger := ecKey(t, elliptic.P256())
	var all sync.WaitGroup
	for i := range 40 {
		token := sign(t, jose.ES256, stranger, fmt.Sprint("made-up-", i), b.claimsOf(nil), nil)
		all.Go(func() {
			if _, code, err := b.verdict(context.Background(), token); code != unauthorized {
				t.Errorf("a key that is made up: %v", err)
			}
		})
	}
	all.Wait()
	if n := b.iss.fetches(); n != 1 {
		t.Errorf("%d fetches for 40 tokens at once", n)
	}
	for i := range 60 { // a minute
		b.Verify(t.Context(), sign(t, jose.ES256, stranger, fmt.Sprint("later-", i), b.claimsOf(nil), nil))
		b.pass(time.Second)
	}
	if n := b.iss.fetches(); n > 7 {
		t.Errorf("%d fetches in a minute", n)
	}
	// Tokens that are wrong without any key make nobody ask.
	before := b.iss.fetches()
	b.pass(time.Hour)
	for _, changes := range []map[string]any{{"iss": "x"}, {"aud": "x"}, {"exp": 1}} {
		b.Verify(t.Context(), sign(t, jose.ES256, stranger, "never-seen", b.claimsOf(changes), nil))
	}
	if n := b.iss.fetches(); n != before {
		t.Errorf("%d fetches for tokens that are wrong anyway", n-before)
	}
}

// TestStoppedIssuer: keys at hand go on for hours and then end; a server that never
// had any says so, quickly, and its operator hears why once.
func TestStoppedIssuer(t *testing.T) {
	b := newBench(t, nil)
	token := func() string { return b.token(t, nil) }
	if user, _, err := b.verdict(t.Context(), token()); user != "ana" {
		t.Fatal(err)
	}
	b.iss.set(func() {
		b.iss.answer = func(w http.ResponseWriter, _ string) bool {
			http.Error(w, "secret-of-the-issuer", http.StatusServiceUnavailable)
			return true
		}
	})
	for range 5 * 60 {
		b.pass(time.Minute)
		if user, _, err := b.verdict(t.Context(), token()); user != "ana" {
			t.Fatalf("hours later: %v", err)
		}
		b.settle()
	}
	asked := len(b.iss.asked)
	if asked > 5*60+5 {
		t.Errorf("asked %d times in five hours", asked)
	}
	b.pass(keysKept)
	_, code, err := b.verdict(t.Context(), token())
	if code != network {
		t.Errorf("after all that time: %v", err)
	}
	told := strings.Join(b.lines(), "\n")
	if !strings.Contains(told, "503") || strings.Contains(told, "secret-of-the-issuer") || strings.Contains(told, b.iss.URL) || len(b.lines()) > 40 {
		t.Errorf("%d lines: %s", len(b.lines()), told)
	}
	b.iss.set(func() { b.iss.answer = nil })
	b.pass(keysPause)
	if user, _, err := b.verdict(t.Context(), token()); user != "ana" {
		t.Errorf("once it answers again: %v", err)
	}

	b = newBench(t, nil)
	b.iss.Close()
	for range 3 {
		if _, code, err := b.verdict(t.Context(), token()); code != network {
			t.Errorf("no keys ever: %v", err)
		}
	}
	for end := time.Now().Add(time.Minute); len(b.lines()) == 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond) // it is told beside the answers
	}
	if len(b.lines()) != 1 {
		t.Errorf("told %q", b.lines())
	}
}

// TestOperatorWhoDoesNotRead: nobody waits for him.
func TestOperatorWhoDoesNotRead(t *testing.T) {
	full := make(chan struct{})
	defer close(full)
	b := newBench(t, func(o *Options) { o.Warn = func(string) { <-full } })
	b.iss.Close()
	for range 2 {
		if _, code, err := b.verdict(t.Context(), b.token(t, nil)); code != network {
			t.Errorf("%v", err)
		}
		b.pass(keysPause)
	}
}

// TestIssuerThatHangs: whoever waits can go, and others get the keys all the same.
func TestIssuerThatHangs(t *testing.T) {
	b := newBench(t, nil)
	begun, release := make(chan struct{}), make(chan struct{})
	fetch := b.keys.fetch
	b.keys.fetch = func(ctx context.Context) ([]jose.JSONWebKey, error) {
		if _, limited := ctx.Deadline(); !limited {
			t.Error("a fetch may take for ever")
		}
		close(begun)
		<-release
		return fetch(ctx)
	}
	token := b.token(t, nil)
	impatient, cancel := context.WithCancel(t.Context())
	patient := make(chan error, 1)
	go func() { _, err := b.Verify(context.Background(), token); patient <- err }()
	<-begun
	cancel()
	if _, code, err := b.verdict(impatient, token); code != network || !errors.Is(err, context.Canceled) {
		t.Errorf("who went: %v", err)
	}
	close(release)
	if err := <-patient; err != nil {
		t.Errorf("who waited: %v", err)
	}
}

// TestMetadataOfTheIssuer: only the issuer's own metadata is used, in MCP's order,
// and keys from nowhere that others could change.
func TestMetadataOfTheIssuer(t *testing.T) {
	for _, c := range []struct {
		name, path string
		answers    func(url string) map[string]any
		asked      []string
		says       string
	}{
		{"RFC 8414", "", func(u string) map[string]any {
			return map[string]any{"/.well-known/oauth-authorization-server": map[string]any{"issuer": u, "jwks_uri": u + "/keys"}}
		}, []string{"/.well-known/oauth-authorization-server", "/keys"}, ""},
		{"OpenID below a path", "/t1", func(u string) map[string]any {
			return map[string]any{"/t1/.well-known/openid-configuration": map[string]any{"issuer": u + "/t1", "jwks_uri": u + "/keys"}}
		}, []string{"/.well-known/oauth-authorization-server/t1", "/.well-known/openid-configuration/t1", "/t1/.well-known/openid-configuration", "/keys"}, ""},
		{"another issuer", "", func(u string) map[string]any {
			return map[string]any{"/.well-known/oauth-authorization-server": map[string]any{"issuer": u + "/", "jwks_uri": u + "/keys"}}
		}, nil, "another issuer"},
		{"keys without TLS", "", func(u string) map[string]any {
			return map[string]any{"/.well-known/oauth-authorization-server": map[string]any{"issuer": u, "jwks_uri": "http://login.example/keys"}}
		}, nil, "jwks_uri"},
		{"no address of keys", "", func(u string) map[string]any {
			return map[string]any{"/.well-known/oauth-authorization-server": map[string]any{"issuer": u}}
		}, nil, "jwks_uri"},
		{"none at all", "", func(string) map[string]any { return nil }, nil, "404"},
		{"no JSON", "", func(string) map[string]any {
			return map[string]any{"/.well-known/oauth-authorization-server": []int{1}}
		}, nil, "right shape"},
		{"too large", "", func(string) map[string]any {
			return map[string]any{"/.well-known/oauth-authorization-server": map[string]string{"x": strings.Repeat("x", maxAnswer)}}
		}, nil, "256 KiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			iss := newIssuer(t)
			answers := c.answers(iss.URL)
			iss.answer = func(w http.ResponseWriter, path string) bool {
				if path == "/keys" {
					return false
				}
				if v, ok := answers[path]; ok {
					json.NewEncoder(w).Encode(v)
				} else {
					http.NotFound(w, nil)
				}
				return true
			}
			keys, err := newFetcher(Options{Issuer: iss.URL + c.path, Transport: http.DefaultTransport}).keys(t.Context())
			if c.says == "" && (err != nil || len(keys) != 1 || fmt.Sprint(iss.asked) != fmt.Sprint(c.asked)) {
				t.Errorf("%d keys, %v, asked %q", len(keys), err, iss.asked)
			}
			if c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestKeysAddress: a configured address is used without metadata, a redirect is not
// followed, and lists without a usable key are an error.
func TestKeysAddress(t *testing.T) {
	iss := newIssuer(t)
	fetch := func() error {
		_, err := newFetcher(Options{Issuer: iss.URL, Keys: iss.URL + "/keys", Transport: http.DefaultTransport}).keys(t.Context())
		return err
	}
	if err := fetch(); err != nil || fmt.Sprint(iss.asked) != "[/keys]" {
		t.Errorf("%v, asked %q", err, iss.asked)
	}
	answer := func(v any) func(http.ResponseWriter, string) bool {
		return func(w http.ResponseWriter, _ string) bool { json.NewEncoder(w).Encode(v); return true }
	}
	many := make([]any, maxKeys+1)
	for says, a := range map[string]func(http.ResponseWriter, string) bool{
		"307": func(w http.ResponseWriter, _ string) bool {
			w.Header().Set("Location", iss.URL+"/elsewhere")
			w.WriteHeader(http.StatusTemporaryRedirect)
			return true
		},
		"none that can be used": answer(map[string]any{"keys": []any{jose.JSONWebKey{Key: rsaKey(), KeyID: "private"}, jose.JSONWebKey{Key: []byte("shared"), KeyID: "s"}, 7}}),
		"more than 64":          answer(map[string]any{"keys": many}),
	} {
		iss.set(func() { iss.answer = a })
		if err := fetch(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
	for _, p := range iss.asked {
		if p == "/elsewhere" {
			t.Error("a redirect was followed")
		}
	}
	for address, want := range map[string]bool{
		"https://k.example/x": true, "http://127.0.0.1:1/x": false, "http://k.example": false, "https://u:p@k.example": false, "file:///etc/keys": false, "": false,
	} {
		if got := safe(address, "https://login.example"); got != want {
			t.Errorf("keys at %q: %v", address, got)
		}
	}
}
