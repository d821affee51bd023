package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// signInWorld is a user's machine with an OAuth provider, whose person agrees
// to everything, and with Google's services, which only record who calls.
type signInWorld struct {
	t    *testing.T
	home string
	vars map[string]string
	p    *httptest.Server
	// terminal says that standard error is one.
	terminal bool

	mu sync.Mutex
	// who signs in at the provider next, and what it refuses with.
	who, refuse string
	codes       map[string]code
	refreshes   map[string]string // refresh token -> who
	serial      int
	asked       []url.Values // of the consent page
	revoked     []string
	// calls are the Authorization headers that Google's hosts saw.
	calls []string
	// reject are the tokens that they do not take.
	reject map[string]bool
	// output is all that commands wrote.
	output strings.Builder
}

type code struct{ who, challenge, redirect, scope string }

func newSignInWorld(t *testing.T) *signInWorld {
	w := &signInWorld{
		t: t, home: t.TempDir(), vars: map[string]string{}, who: "me",
		codes: map[string]code{}, refreshes: map[string]string{}, reject: map[string]bool{},
	}
	w.p = httptest.NewServer(w)
	t.Cleanup(w.p.Close)
	dir := filepath.Join(w.home, ".config", "wslite")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	config := fmt.Sprintf("[auth]\nstore = \"file\"\n[auth.provider]\nauth_url = %q\ntoken_url = %q\nrevoke_url = %q\nuserinfo_url = %q\n",
		w.p.URL+"/auth", w.p.URL+"/token", w.p.URL+"/revoke", w.p.URL+"/userinfo")
	w.file(filepath.Join(".config", "wslite", "wslite.toml"), config)
	w.file("client.json", `{"installed":{"client_id":"id-1.apps.example","client_secret":"GOCSPX-topsecret1"}}`)
	return w
}

func (w *signInWorld) file(name, content string) string {
	path := filepath.Join(w.home, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		w.t.Fatal(err)
	}
	return path
}

// RoundTrip lets requests to the provider through, and answers for Google.
func (w *signInWorld) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host == strings.TrimPrefix(w.p.URL, "http://") {
		return http.DefaultTransport.RoundTrip(r)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	w.calls = append(w.calls, r.URL.Host+" "+token)
	status, body := 200, `{"items":[]}`
	if w.reject[token] {
		status, body = 401, `{"error":{"code":401,"message":"Invalid Credentials"}}`
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(body)), Request: r,
	}, nil
}

func (w *signInWorld) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	r.ParseForm()
	w.mu.Lock()
	defer w.mu.Unlock()
	rw.Header().Set("Content-Type", "application/json")
	fail := func(word string) {
		rw.WriteHeader(400)
		json.NewEncoder(rw).Encode(map[string]string{"error": word, "error_description": "about " + r.Form.Get("refresh_token")})
	}
	switch r.URL.Path {
	case "/auth":
		w.consent(rw, r)
	case "/token":
		switch {
		case w.refuse != "" && r.Form.Get("grant_type") == "refresh_token":
			fail(w.refuse)
		case r.Form.Get("grant_type") == "authorization_code":
			c, ok := w.codes[r.Form.Get("code")]
			delete(w.codes, r.Form.Get("code"))
			if !ok || c.challenge != s256(r.Form.Get("code_verifier")) || c.redirect != r.Form.Get("redirect_uri") {
				fail("invalid_grant")
				return
			}
			w.grant(rw, c.who, c.scope)
		default:
			who, ok := w.refreshes[r.Form.Get("refresh_token")]
			delete(w.refreshes, r.Form.Get("refresh_token"))
			if !ok {
				fail("invalid_grant")
				return
			}
			w.grant(rw, who, "")
		}
	case "/userinfo":
		who := strings.Split(r.Header.Get("Authorization"), "-")[1]
		json.NewEncoder(rw).Encode(map[string]string{"sub": "sub-" + who, "email": who + "@example.com"})
	case "/revoke":
		if w.refuse == "down" {
			rw.WriteHeader(503)
			return
		}
		w.revoked = append(w.revoked, w.refreshes[r.Form.Get("token")])
		delete(w.refreshes, r.Form.Get("token"))
	}
}

func (w *signInWorld) consent(rw http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	w.asked = append(w.asked, q)
	back := url.Values{"state": {q.Get("state")}}
	if w.refuse != "" {
		back.Set("error", w.refuse)
		back.Set("error_description", "Some requested scopes were invalid. {invalid=[https://www.googleapis.com/auth/tasks]}")
	} else {
		w.serial++
		c := fmt.Sprintf("4/code-secret-%d", w.serial)
		w.codes[c] = code{w.who, q.Get("code_challenge"), q.Get("redirect_uri"), q.Get("scope")}
		back.Set("code", c)
	}
	http.Redirect(rw, r, q.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

func (w *signInWorld) grant(rw http.ResponseWriter, who, scope string) {
	w.serial++
	refresh := fmt.Sprintf("1//refresh-secret-%s-%d", who, w.serial)
	w.refreshes[refresh] = who
	out := map[string]any{"access_token": fmt.Sprintf("ya29.access-%s-%d", who, w.serial), "refresh_token": refresh, "token_type": "Bearer", "expires_in": 3600}
	if scope != "" {
		out["scope"] = scope
	}
	json.NewEncoder(rw).Encode(out)
}

var consentURL = regexp.MustCompile(`(?m)^  (http://127\.0\.0\.1:\d+/auth\?\S+)$`)

// screen is standard error: it hands the address of the consent page to the
// browser of a test.
type screen struct {
	bytes.Buffer
	browse func(address string)
	once   sync.Once
	mu     sync.Mutex
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.Buffer.Write(p)
	if m := consentURL.FindStringSubmatch(s.Buffer.String()); m != nil && s.browse != nil {
		s.once.Do(func() { go s.browse(m[1]) })
	}
	return n, err
}

// follow is a browser: it goes to the consent page and wherever that sends it.
func (w *signInWorld) follow(address string) {
	res, err := http.Get(address)
	if err != nil {
		w.t.Error(err)
		return
	}
	defer res.Body.Close()
	if page, _ := io.ReadAll(res.Body); strings.Contains(string(page), "secret") {
		w.t.Errorf("the page shows a secret: %s", page)
	}
}

// run runs a command line as a process would, and keeps what it wrote.
func (w *signInWorld) run(args ...string) (int, string, string) {
	return w.runWith(strings.NewReader(""), w.follow, args...)
}

func (w *signInWorld) runWith(in io.Reader, browse func(string), args ...string) (int, string, string) {
	w.t.Helper()
	env := testEnv(w.t, w.home, w.vars)
	var out bytes.Buffer
	errs := &screen{browse: browse}
	env.Streams = Streams{In: in, Out: &out, Err: errs, ErrTTY: w.terminal}
	env.Transport = w
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	exit := Main(ctx, args, env)
	errs.mu.Lock()
	defer errs.mu.Unlock()
	w.output.WriteString(out.String() + errs.String())
	return exit, out.String(), errs.String()
}

func (w *signInWorld) must(args ...string) string {
	w.t.Helper()
	exit, out, errs := w.run(args...)
	if exit != 0 {
		w.t.Fatalf("%q: exit %d\n%s%s", args, exit, out, errs)
	}
	return out
}

// signIn stores the client and signs someone in under an alias.
func (w *signInWorld) signIn(who string, args ...string) {
	w.t.Helper()
	w.who = who
	w.must("auth", "credentials", filepath.Join(w.home, "client.json"))
	w.must(append([]string{"auth", "login", "--services", "tasks", "--account", who}, args...)...)
}

// called gives who called Google since the last time, and with what.
func (w *signInWorld) called() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := w.calls
	w.calls = nil
	return c
}

// noSecrets fails if any output holds one.
func (w *signInWorld) noSecrets() {
	w.t.Helper()
	for _, s := range []string{"topsecret", "refresh-secret", "code-secret", "ya29.", "Bearer "} {
		if i := strings.Index(w.output.String(), s); i >= 0 {
			w.t.Errorf("the output shows a secret: …%.80s", w.output.String()[max(0, i-40):])
		}
	}
}
