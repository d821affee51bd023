package cli

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// oauthWorld is a server whose users come with tokens of an authorization server:
// ana has an embedded workspace, bo the proxies of the environment.
type oauthWorld struct {
	t           *testing.T
	home        string
	key         *ecdsa.PrivateKey
	issuer, url string
	vars        map[string]string

	mu      sync.Mutex
	proxied []string // requests that the proxies got, with all of their headers
	log     strings.Builder
}

func newOAuthWorld(t *testing.T) *oauthWorld {
	t.Helper()
	needPlugins(t)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	w := &oauthWorld{t: t, home: t.TempDir(), key: key}
	issuer := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/keys" {
			json.NewEncoder(rw).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), KeyID: "k", Algorithm: "ES256", Use: "sig"}}})
			return
		}
		json.NewEncoder(rw).Encode(map[string]string{"issuer": w.issuer, "jwks_uri": w.issuer + "/keys"})
	}))
	t.Cleanup(issuer.Close)
	w.issuer = issuer.URL
	proxy := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.mu.Lock()
		w.proxied = append(w.proxied, fmt.Sprint(r.URL, r.Header, string(body)))
		w.mu.Unlock()
		io.WriteString(rw, `{"success":true,"data":{"items":[{"id":"l1","title":"Over the proxy"}]}}`)
	}))
	t.Cleanup(proxy.Close)
	w.vars = proxyEnv(proxy.URL, map[string]string{"WSLITE_STATE_DIR": filepath.Join(w.home, "state")})
	return w
}

const oauthUsers = `
[profile.of-ana]
backend = "local"
[profile.of-bo]
backend = "appsscript"
[mcp.users.ana]
profile = "of-ana"
subject = "s-ana"
[mcp.users.bo]
profile = "of-bo"
subject = "s-bo"
`

// configure writes the configuration, with lines of [mcp.oauth] after the issuer.
func (w *oauthWorld) configure(lines string) {
	w.t.Helper()
	file := filepath.Join(w.home, ".config", "wslite", "wslite.toml")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(file, fmt.Appendf(nil, "[mcp.oauth]\nissuer = %q\n%s\n%s", w.issuer, lines, oauthUsers), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// serve starts the server, which ends with the test.
func (w *oauthWorld) serve() {
	w.t.Helper()
	e := testEnv(w.t, w.home, w.vars)
	said, errs := io.Pipe()
	e.Streams = Streams{In: strings.NewReader(""), Out: io.Discard, Err: errs}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	go func() {
		ended <- Main(ctx, []string{"mcp", "--http", "127.0.0.1:0", "--users"}, e)
		errs.Close()
	}()
	w.t.Cleanup(func() {
		cancel()
		if code := <-ended; code != 0 {
			w.t.Errorf("the server ended with %d", code)
		}
	})
	lines := bufio.NewReader(said)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			w.t.Fatalf("the server did not start: %s%s", w.log.String(), line)
		}
		w.log.WriteString(line)
		if _, rest, ok := strings.Cut(line, "serving MCP at "); ok {
			go io.Copy(io.Discard, lines)
			w.url, _, _ = strings.Cut(rest, ";")
			return
		}
	}
}

// token is one of the issuer's for somebody, with changes to its claims.
func (w *oauthWorld) token(subject string, changes map[string]any) string {
	w.t.Helper()
	now := testEnv(w.t, w.home, nil).Now()
	claims := map[string]any{"iss": w.issuer, "aud": w.url, "sub": subject, "scope": "wslite", "iat": now.Unix(), "exp": now.Add(time.Hour).Unix()}
	for k, v := range changes {
		claims[k] = v
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		w.t.Fatal(err)
	}
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: w.key, KeyID: "k"}}, (&jose.SignerOptions{}).WithType("at+jwt"))
	if err != nil {
		w.t.Fatal(err)
	}
	signed, err := s.Sign(payload)
	if err != nil {
		w.t.Fatal(err)
	}
	token, err := signed.CompactSerialize()
	if err != nil {
		w.t.Fatal(err)
	}
	return token
}

// lists calls a tool that reads, in a session of its own, and gives the status of
// the first answer that is not 200 with its challenge, or what the tool said.
func (w *oauthWorld) lists(token string) (status int, challenge, answer string) {
	w.t.Helper()
	session := ""
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"tasks_list_tasklists","arguments":{}}}`,
	} {
		r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.url, strings.NewReader(body))
		if err != nil {
			w.t.Fatal(err)
		}
		r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		if session != "" {
			r.Header.Set("Mcp-Session-Id", session)
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			w.t.Fatal(err)
		}
		raw, _ := io.ReadAll(got.Body)
		got.Body.Close()
		status, challenge, answer = got.StatusCode, got.Header.Get("WWW-Authenticate"), string(raw)
		if session = got.Header.Get("Mcp-Session-Id"); status != 200 {
			break
		}
	}
	return status, challenge, answer
}

// TestOAuthOverHTTP: a token that an authorization server made for this server
// opens what is its user's; all others hear what is wrong.
func TestOAuthOverHTTP(t *testing.T) {
	w := newOAuthWorld(t)
	w.configure("scopes = [\"wslite\"]")
	w.serve()
	metadata := strings.Replace(w.url, "/mcp", "/.well-known/oauth-protected-resource/mcp", 1)
	ask := `Bearer resource_metadata="` + metadata + `", scope="wslite"`
	for name, c := range map[string]struct {
		token     string
		status    int
		challenge string
	}{
		"no token":            {"", 401, ask},
		"another server's":    {w.token("s-ana", map[string]any{"aud": "https://other.example/mcp"}), 401, ask + `, error="invalid_token"`},
		"one that ended":      {w.token("s-ana", map[string]any{"exp": 1}), 401, ask + `, error="invalid_token"`},
		"another scope":       {w.token("s-ana", map[string]any{"scope": "mail"}), 403, ask + `, error="insufficient_scope"`},
		"of nobody here":      {w.token("s-eve", nil), 403, ""},
		"of a name, not sub":  {w.token("ana", nil), 403, ""},
		"neither ours nor so": {"of-some-other-kind", 401, ask + `, error="invalid_token"`},
	} {
		status, challenge, answer := w.lists(c.token)
		if status != c.status || challenge != c.challenge || strings.Contains(answer, "bo") && strings.Contains(answer, "s-") {
			t.Errorf("%s: %d, %q, %s", name, status, challenge, answer)
		}
	}
	if status, _, answer := w.lists(w.token("s-ana", nil)); status != 200 || strings.Contains(answer, "Over the proxy") || !strings.Contains(answer, "My Tasks") {
		t.Errorf("ana: %d, %s", status, answer)
	}
	if n := len(w.proxied); n != 0 {
		t.Errorf("%d requests of ana reached bo's proxy", n)
	}
	// bo's call reaches the proxy with the proxy's own token, and nothing of bo's.
	token := w.token("s-bo", nil)
	if status, _, answer := w.lists(token); status != 200 || !strings.Contains(answer, "Over the proxy") {
		t.Errorf("bo: %d, %s", status, answer)
	}
	if len(w.proxied) != 1 || !strings.Contains(w.proxied[0], "tok") {
		t.Errorf("the proxies got %q", w.proxied)
	}
	for _, part := range append(strings.Split(token, "."), "Bearer") {
		if strings.Contains(strings.Join(w.proxied, ""), part) {
			t.Error("the token of a client was passed on")
		}
	}

	m, err := oauthex.GetProtectedResourceMetadata(t.Context(), metadata, w.url, nil)
	if err != nil || len(m.AuthorizationServers) != 1 || m.AuthorizationServers[0] != w.issuer || len(m.ScopesSupported) != 1 {
		t.Errorf("%+v, %v", m, err)
	}
	root := strings.TrimSuffix(metadata, "/mcp")
	for _, c := range []struct {
		origin string
		status int
	}{{"", 200}, {"http://localhost:6274", 200}, {"https://evil.example", 403}} {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, root, nil)
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		if got.StatusCode != c.status || (c.status == 200) != (got.Header.Get("Access-Control-Allow-Origin") == "*") {
			t.Errorf("metadata for a page of %q: %d, %v", c.origin, got.StatusCode, got.Header)
		}
	}
}

// TestOAuthBesideOwnTokens: both kinds of tokens open a server at once.
func TestOAuthBesideOwnTokens(t *testing.T) {
	w := newOAuthWorld(t)
	w.configure("resource = \"https://wslite.example/mcp\"")
	var out, errs strings.Builder
	e := testEnv(t, w.home, w.vars)
	e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	if exit := Main(t.Context(), []string{"-q", "mcp", "token", "add", "ana"}, e); exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs.String())
	}
	w.serve()
	for name, token := range map[string]string{"own": strings.TrimSpace(out.String()), "issuer's": w.token("s-ana", map[string]any{"aud": "https://wslite.example/mcp"})} {
		if status, _, answer := w.lists(token); status != 200 || !strings.Contains(answer, "My Tasks") {
			t.Errorf("%s: %d, %s", name, status, answer)
		}
	}
	if status, challenge, _ := w.lists(w.token("s-ana", nil)); status != 401 ||
		!strings.HasPrefix(challenge, `Bearer resource_metadata="https://wslite.example/.well-known/oauth-protected-resource/mcp", error=`) {
		t.Errorf("for the address that is listened at: %d, %q", status, challenge)
	}
}

// TestOAuthThatCouldLetNobodyIn ends the start.
func TestOAuthThatCouldLetNobodyIn(t *testing.T) {
	w := newOAuthWorld(t)
	run := func(address string) (int, string) {
		var errs strings.Builder
		e := testEnv(t, w.home, w.vars)
		e.Streams = Streams{In: strings.NewReader(""), Out: io.Discard, Err: &errs}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		return Main(ctx, []string{"mcp", "--http", address, "--users"}, e), errs.String()
	}
	w.configure("")
	if exit, said := run("0.0.0.0:0"); exit != 4 || !strings.Contains(said, "needs resource") {
		t.Errorf("an address that clients don't know: %d, %s", exit, said)
	}
	file := filepath.Join(w.home, ".config", "wslite", "wslite.toml")
	if err := os.WriteFile(file, []byte("[mcp.oauth]\nissuer = \"https://login.example\"\n[mcp.users.ana]\nprofile = \"p\"\n[profile.p]\nbackend = \"local\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if exit, said := run("127.0.0.1:0"); exit != 4 || !strings.Contains(said, "no user of [mcp.users] has a subject") {
		t.Errorf("nobody has a subject: %d, %s", exit, said)
	}
}
