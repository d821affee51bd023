package auth

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/auth/secret"
)

// provider is an OAuth provider in memory whose refresh tokens work once, like
// the strictest there are: the second use of one ends the whole grant.
type provider struct {
	*httptest.Server
	t *testing.T

	mu       sync.Mutex
	valid    map[string]string // refresh token -> who
	used     map[string]bool
	renewals int
	revoked  []string
	// The next answers; nil or zero is the normal one.
	refuse  func() (int, string)
	life    int
	keeps   bool // refresh tokens are not rotated
	robot   bool // assertions are taken
	scope   string
	who     oauth.Person
	delay   time.Duration
	serial  int
	afterOK func()
}

func newProvider(t *testing.T) *provider {
	p := &provider{t: t, valid: map[string]string{}, used: map[string]bool{}, life: 3600}
	p.Server = httptest.NewServer(p)
	t.Cleanup(p.Close)
	return p
}

func (p *provider) endpoints() oauth.Provider {
	return oauth.Provider{AuthURL: p.URL + "/auth", TokenURL: p.URL + "/token", RevokeURL: p.URL + "/revoke", UserInfoURL: p.URL + "/userinfo"}
}

func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.ParseForm()
	p.mu.Lock()
	delay := p.delay
	p.mu.Unlock()
	time.Sleep(delay)
	p.mu.Lock()
	defer p.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if p.refuse != nil && r.URL.Path != "/userinfo" {
		if status, code := p.refuse(); status != 0 {
			p.renewals++
			w.WriteHeader(status)
			json.NewEncoder(w).Encode(map[string]string{"error": code, "error_description": "about " + r.Form.Get("refresh_token")})
			return
		}
	}
	switch r.URL.Path {
	case "/token":
		p.token(w, r.Form)
	case "/userinfo":
		json.NewEncoder(w).Encode(p.who)
	case "/revoke":
		p.revoked = append(p.revoked, r.Form.Get("token"))
		delete(p.valid, r.Form.Get("token"))
	default:
		w.WriteHeader(404)
	}
}

func (p *provider) token(w http.ResponseWriter, form url.Values) {
	p.renewals++
	old := form.Get("refresh_token")
	who, ok := p.valid[old]
	if form.Get("assertion") != "" && p.robot {
		p.serial++
		json.NewEncoder(w).Encode(map[string]any{"access_token": fmt.Sprintf("at-robot-%d", p.serial), "token_type": "Bearer", "expires_in": p.life})
		return
	}
	if !ok {
		w.WriteHeader(400)
		json.NewEncoder(w).Encode(map[string]string{"error": "invalid_grant"})
		if p.used[old] {
			clear(p.valid) // reuse ends the family
		}
		return
	}
	p.serial++
	out := map[string]any{"access_token": fmt.Sprintf("at-%s-%d", who, p.serial), "token_type": "Bearer", "expires_in": p.life}
	if !p.keeps {
		next := fmt.Sprintf("rt-%s-%d", who, p.serial)
		delete(p.valid, old)
		p.used[old] = true
		p.valid[next] = who
		out["refresh_token"] = next
	}
	if p.scope != "" {
		out["scope"] = p.scope
	}
	json.NewEncoder(w).Encode(out)
	if p.afterOK != nil {
		p.afterOK()
	}
}

// set changes how it answers.
func (p *provider) set(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

func (p *provider) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.renewals
}

// clock is a test's own.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// machine is a user's machine with a provider.
type machine struct {
	t   *testing.T
	dir string
	env map[string]string
	p   *provider
	*clock
}

func newMachine(t *testing.T) *machine {
	return &machine{t: t, dir: filepath.Join(t.TempDir(), "auth"), env: map[string]string{}, p: newProvider(t), clock: newClock()}
}

// manager is that of a new process.
func (m *machine) manager() *Manager {
	return NewManager(Options{
		Dir: m.dir, Store: secret.File, Getenv: func(k string) string { return m.env[k] },
		UserHomeDir: func() (string, error) { return filepath.Dir(m.dir), nil }, UserConfigDir: func() (string, error) { return filepath.Dir(m.dir), nil },
		Provider: m.p.endpoints(), Transport: http.DefaultTransport, Now: m.Now,
	})
}

const (
	scopeTasks = "https://www.googleapis.com/auth/tasks"
	scopeMail  = "https://www.googleapis.com/auth/gmail.modify"
)

var testClient = oauth.Client{ID: "client-1", Secret: "client-secret-1"}

// signIn stores an account as a sign-in would, whose access token has ended.
func (m *machine) signIn(alias string, scopes ...string) Account {
	m.t.Helper()
	if len(scopes) == 0 {
		scopes = []string{scopeTasks}
	}
	refresh := "rt-" + alias + "-0"
	m.p.mu.Lock()
	m.p.valid[refresh] = alias
	m.p.who = oauth.Person{Subject: "sub-" + alias, Email: alias + "@example.com"}
	m.p.mu.Unlock()
	mg := m.manager()
	w := Wish{Name: alias, Scopes: scopes}
	prep := &Prepared{Client: testClient, Endpoint: mg.endpoint(testClient), Ask: oauth.Ask{Scopes: scopes}}
	k, err := mg.Keep(context.Background(), w, prep, &oauth.Token{Access: "at-" + alias + "-0", Refresh: refresh, Expiry: m.Now().Add(-time.Minute)})
	if err != nil {
		m.t.Fatal(err)
	}
	return k.Account
}

func (m *machine) source(alias string) *Source {
	m.t.Helper()
	s, err := m.manager().Source(alias)
	if err != nil {
		m.t.Fatal(err)
	}
	return s
}

func (m *machine) token(alias string) (string, error) {
	return m.source(alias).Token(context.Background(), "tasks", []string{scopeTasks})
}
