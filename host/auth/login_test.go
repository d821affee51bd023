package auth

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/auth/secret"
	"github.com/wslite/wslite/host/fault"
)

// keep stores a sign-in of someone and gives the error.
func (m *machine) keep(w Wish, who string, t *oauth.Token) (*Kept, error) {
	mg := m.manager()
	m.p.mu.Lock()
	m.p.who = oauth.Person{Subject: "sub-" + who, Email: who + "@example.com"}
	m.p.mu.Unlock()
	p := &Prepared{Client: testClient, Endpoint: mg.endpoint(testClient), Ask: oauth.Ask{Scopes: canonical(append(identity(m.p.endpoints()), w.Scopes...))}}
	return mg.Keep(context.Background(), w, p, t)
}

func fresh(m *machine, name string) *oauth.Token {
	return &oauth.Token{Access: "at-" + name, Refresh: "rt-" + name, Expiry: m.Now().Add(time.Hour)}
}

func TestAliases(t *testing.T) {
	m := newMachine(t)
	for i, c := range []struct {
		alias, who string
		force      bool
		want       string // the alias, or a part of the error
		isErr      bool
	}{
		{"", "a", false, "a@example.com", false},
		{"", "a", false, "a@example.com", false}, // again: the same account
		{"work", "b", false, "work", false},
		{"", "b", false, "work", false},
		{"WORK", "c", false, "WORK", false}, // an alias is exact
		{"work", "a", false, "the account work is b@example.com, but a@example.com signed in", true},
		{"a@example.com", "b", false, "but b@example.com signed in", true},
		{"d@example.com", "e", false, "d@example.com was named, but e@example.com signed in", true},
		{"B@Example.com", "b", false, "work", false}, // an address means the account
		{"job", "b", false, "job", false},            // a new alias for the same person
		{"job", "f", true, "job", false},
	} {
		k, err := m.keep(Wish{Name: c.alias, Force: c.force, Scopes: []string{scopeTasks}}, c.who, fresh(m, fmt.Sprint(i)))
		switch {
		case c.isErr && (fault.CodeOf(err) != fault.Conflict || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%d: %v, want %q", i, err, c.want)
		case !c.isErr && (err != nil || k.Account.Alias != c.want):
			t.Errorf("%d: %+v %v, want %q", i, k, err, c.want)
		}
	}
	all, def, err := m.manager().Accounts()
	var names []string
	for _, a := range all {
		names = append(names, a.Alias+"="+a.Address)
	}
	if err != nil || def != "a@example.com" || fmt.Sprint(names) != "[WORK=c@example.com a@example.com=a@example.com job=f@example.com]" {
		t.Errorf("%v, default %s, %v", names, def, err)
	}
	for _, bad := range []string{"env", "ENV", "-x", "a b", "a/b", "", "x\x1b", strings.Repeat("x", 101)} {
		if err := CheckAlias(bad); fault.CodeOf(err) != fault.Usage {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// What a person unticked is told and not counted; a refresh token that did not
// come is kept from before, and where there is none it is told.
func TestWhatWasGranted(t *testing.T) {
	m := newMachine(t)
	w := Wish{Scopes: []string{scopeTasks, scopeMail}}
	tok := fresh(m, "1")
	tok.Scopes = []string{"openid", "https://www.googleapis.com/auth/userinfo.email", offline, scopeTasks}
	k, err := m.keep(w, "a", tok)
	if err != nil || !slices.Equal(k.Refused, []string{scopeMail}) || k.Ends || !k.Default {
		t.Errorf("%+v %v", k, err)
	}
	k, err = m.keep(w, "a", &oauth.Token{Access: "at-2", Expiry: m.Now().Add(time.Hour)})
	if err != nil || k.Ends {
		t.Errorf("%+v %v", k, err)
	}
	if rec, err := m.manager().read(context.Background(), k.Account); err != nil || rec.Refresh != "rt-1" || rec.Access != "at-2" {
		t.Errorf("%v", err)
	}
	k, err = m.keep(w, "b", &oauth.Token{Access: "at-3", Expiry: m.Now().Add(time.Hour)})
	if err != nil || !k.Ends {
		t.Errorf("%+v %v", k, err)
	}
	m.add(2 * time.Hour)
	if _, err := m.token("b@example.com"); fault.CodeOf(err) != fault.NotSignedIn || !strings.Contains(err.Error(), "wslite auth login --account b@example.com --force") {
		t.Errorf("%v", err)
	}
	// Consent is asked for only where no refresh token is held for all of it.
	mg := m.manager()
	if _, err := mg.SetClient(context.Background(), testClient); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		w    Wish
		want bool
	}{
		"held":     {Wish{Name: "a@example.com", Scopes: []string{scopeTasks}}, false},
		"more":     {Wish{Name: "a@example.com", Scopes: []string{"https://www.googleapis.com/auth/drive"}}, true},
		"forced":   {Wish{Name: "a@example.com", Scopes: []string{scopeTasks}, Force: true}, true},
		"no token": {Wish{Name: "b@example.com", Scopes: []string{scopeTasks}}, true},
		"new":      {Wish{Name: "new", Scopes: []string{scopeTasks}}, true},
	} {
		p, err := m.manager().Prepare(context.Background(), c.w)
		if err != nil || p.Ask.Consent != c.want {
			t.Errorf("%s: %+v %v", name, p, err)
		}
	}
}

func TestLogout(t *testing.T) {
	m := newMachine(t)
	a := m.signIn("one")
	m.signIn("two")
	ctx := context.Background()
	m.p.set(func() { m.p.refuse = func() (int, string) { return 503, "" } })
	if _, err := m.manager().Logout(ctx, "one", false); fault.CodeOf(err) != fault.Network || !strings.Contains(err.Error(), PermissionsPage) {
		t.Errorf("%v", err)
	}
	if _, err := m.manager().read(ctx, a); err != nil {
		t.Errorf("the tokens are gone though nothing was revoked: %v", err)
	}
	left, err := m.manager().Logout(ctx, "one", true)
	if err != nil || left.Revoked || left.Default != "" || len(m.p.revoked) != 0 {
		t.Errorf("%+v %v", left, err)
	}
	if _, err := m.manager().read(ctx, a); fault.CodeOf(err) != fault.NotSignedIn {
		t.Errorf("%v", err)
	}
	m.p.set(func() { m.p.refuse = nil })
	if left, err := m.manager().Logout(ctx, "TWO@example.com", false); err != nil || !left.Revoked || !slices.Equal(m.p.revoked, []string{"rt-two-0"}) {
		t.Errorf("%+v %v %v", left, m.p.revoked, err)
	}
	if _, err := m.manager().Logout(ctx, "two", false); fault.CodeOf(err) != fault.NotSignedIn {
		t.Errorf("%v", err)
	}
	// A source of before the sign-out gives nothing more.
	if all, def, err := m.manager().Accounts(); err != nil || len(all) != 0 || def != "" {
		t.Errorf("%v %q %v", all, def, err)
	}
}

// B31: a hundred calls at once of two accounts: each gets the token of its own.
func TestB31TokensDoNotMix(t *testing.T) {
	m := newMachine(t)
	m.signIn("one")
	m.signIn("two")
	m.p.set(func() { m.p.delay = time.Millisecond })
	m.p.set(func() { m.p.life = 2 })
	mg := m.manager()
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			name := []string{"one", "two"}[i%2]
			s, err := mg.Source(name)
			if err != nil {
				t.Error(err)
				return
			}
			if i%10 < 2 { // in between tokens end
				m.add(time.Second)
			}
			got, err := s.Token(context.Background(), "tasks", []string{scopeTasks})
			if err != nil || !strings.HasPrefix(got, "at-"+name+"-") {
				t.Errorf("%s got %s %v", name, got, err)
			}
		})
	}
	wg.Wait()
}

func serviceKey(t *testing.T, tokenURL string) []byte {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(map[string]string{
		"type": "service_account", "client_email": "robot@p.example", "token_uri": tokenURL,
		"private_key": string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
	})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestServiceAccountSignsIn(t *testing.T) {
	m := newMachine(t)
	key := serviceKey(t, m.p.endpoints().TokenURL)
	m.p.set(func() { m.p.robot = true })
	ctx := context.Background()
	k, err := m.manager().AddService(ctx, Wish{Name: "robot", Scopes: []string{scopeTasks}}, key, "boss@example.com")
	if err != nil || k.Account.Address != "boss@example.com" || k.Account.Kind != Service || k.Ends {
		t.Fatalf("%+v %v", k, err)
	}
	if got, err := m.token("robot"); got != "at-robot-1" || err != nil {
		t.Errorf("%s %v", got, err)
	}
	m.add(2 * time.Hour)
	if got, err := m.token("robot"); got != "at-robot-2" || err != nil {
		t.Errorf("%s %v", got, err)
	}
	// The key lies sealed.
	files, _ := filepath.Glob(filepath.Join(m.dir, "*", "*"))
	for _, f := range files {
		if data, _ := os.ReadFile(f); strings.Contains(string(data), "PRIVATE KEY") {
			t.Errorf("%s holds the key", f)
		}
	}
	for code, want := range map[string]string{"unauthorized_client": "domain-wide delegation", "invalid_grant": "the key was deleted"} {
		m.p.set(func() { m.p.refuse = func() (int, string) { return 400, code } })
		if _, err := m.manager().AddService(ctx, Wish{Name: "x", Scopes: []string{scopeTasks}}, key, "boss@example.com"); fault.CodeOf(err) != fault.NotSignedIn || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", code, err)
		}
	}
	m.p.set(func() { m.p.refuse = nil })
	if _, err := m.manager().AddService(ctx, Wish{Name: "x"}, key, "nobody"); fault.CodeOf(err) != fault.Usage {
		t.Errorf("%v", err)
	}
	if left, err := m.manager().Logout(ctx, "robot", false); err != nil || left.Revoked || !strings.Contains(left.Why, "console") {
		t.Errorf("%+v %v", left, err)
	}
}

func TestApplicationDefaultCredentials(t *testing.T) {
	m := newMachine(t)
	ctx := context.Background()
	add := func() (*Kept, error) { return m.manager().AddADC(ctx, Wish{Scopes: []string{scopeTasks, scopeMail}}) }
	if _, err := add(); fault.CodeOf(err) != fault.NotSignedIn || !strings.Contains(err.Error(), "gcloud auth application-default login") {
		t.Errorf("%v", err)
	}
	path := filepath.Join(filepath.Dir(m.dir), ".config", "gcloud", "application_default_credentials.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	put := func(content string) {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	m.p.set(func() { m.p.valid["rt-adc"], m.p.keeps, m.p.scope = "adc", true, scopeTasks })
	put(`{"type":"authorized_user","client_id":"c","client_secret":"adc-secret","refresh_token":"rt-adc"}`)
	k, err := add()
	if err != nil || k.Account.Alias != "adc" || k.Account.Kind != ADC || !slices.Equal(k.Refused, []string{scopeMail}) {
		t.Fatalf("%+v %v", k, err)
	}
	m.add(2 * time.Hour)
	if got, err := m.token("adc"); got != "at-adc-2" || err != nil {
		t.Errorf("%s %v", got, err)
	}
	// Nothing of the file is copied, and the file is read at each renewal.
	if rec, err := m.manager().read(ctx, k.Account); err != nil || rec.Refresh != "" || rec.Client.Secret != "" {
		t.Errorf("%v", err)
	}
	m.add(2 * time.Hour)
	put(`{"type":"external_account"}`)
	if _, err := m.token("adc"); fault.CodeOf(err) != fault.NotSupported {
		t.Errorf("%v", err)
	}
	put("nonsense")
	if _, err := add(); fault.CodeOf(err) != fault.Client {
		t.Errorf("%v", err)
	}
	m.env[EnvADC] = path + ".none"
	if _, err := add(); fault.CodeOf(err) != fault.NotSignedIn || !strings.Contains(err.Error(), ".none") {
		t.Errorf("%v", err)
	}
}

func TestEnvToken(t *testing.T) {
	m := newMachine(t)
	m.env[EnvAccessToken] = "\ufeff plain-1\r\n"
	c, err := m.manager().Choose("", "")
	if err != nil || c.Account.Alias != Env || c.By != EnvAccessToken {
		t.Fatalf("%+v %v", c, err)
	}
	s := m.source(Env)
	if got, err := s.Token(context.Background(), "gmail", []string{"anything"}); got != "plain-1" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	if got, err := s.Renew(context.Background(), "gmail", nil, "plain-1"); got != "" || fault.CodeOf(err) != fault.NotSignedIn {
		t.Errorf("%q %v", got, err)
	}
	if _, err := os.Stat(m.dir); err == nil {
		t.Error("something was stored")
	}
	for _, bad := range []string{"Bearer x", "a\nb", "a\x1b"} {
		m.env[EnvAccessToken] = bad
		if _, err := m.manager().Choose("", ""); fault.CodeOf(err) != fault.NotSignedIn || strings.Contains(err.Error(), bad) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// A client that is stored replaces the one before, and nothing of that is left.
func TestClientIsReplaced(t *testing.T) {
	m := newMachine(t)
	ctx := context.Background()
	if _, _, err := m.manager().Client(ctx); fault.CodeOf(err) != fault.NotSignedIn {
		t.Errorf("%v", err)
	}
	for _, id := range []string{"c1", "c2"} {
		if _, err := m.manager().SetClient(ctx, oauth.Client{ID: id, Secret: "s-" + id}); err != nil {
			t.Fatal(err)
		}
		c, from, err := m.manager().Client(ctx)
		if err != nil || c.ID != id || c.Secret != "s-"+id || from != "file" {
			t.Errorf("%+v %s %v", c, from, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(m.dir, "secrets", "client-*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	m.env[EnvClientFile] = filepath.Join(m.dir, "c.json")
	if err := os.WriteFile(m.env[EnvClientFile], []byte("\xef\xbb\xbf{\"client_id\":\"c3\"}\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c, from, err := m.manager().Client(ctx); err != nil || c.ID != "c3" || from != EnvClientFile {
		t.Errorf("%+v %s %v", c, from, err)
	}
}

// A list of accounts that can't be trusted or read is an error, never an empty
// list.
func TestBrokenList(t *testing.T) {
	m := newMachine(t)
	m.signIn("one")
	path := filepath.Join(m.dir, "accounts.json")
	for _, bad := range []string{"", "{", `{"version":2}`, "[]"} {
		if err := os.WriteFile(path, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := m.manager().Choose("", ""); fault.CodeOf(err) != fault.Client || !m.manager().Usable() {
			t.Errorf("%q: %v", bad, err)
		}
	}
	none := NewManager(Options{Getenv: func(string) string { return "" }})
	if _, err := none.Choose("", ""); fault.CodeOf(err) != fault.NotSignedIn {
		t.Errorf("no home: %v", err)
	}
	if _, err := none.Switch(context.Background(), "x"); fault.CodeOf(err) != fault.Client || !strings.Contains(err.Error(), "HOME") {
		t.Errorf("no home: %v", err)
	}
}

// B31: an alias that is given to someone else by force takes no token along. A
// process that holds the account of before never serves the other's token.
func TestB31AliasChangesHandsByForce(t *testing.T) {
	m := newMachine(t)
	old := m.signIn("work")
	s := m.source("work")
	scopes := []string{scopeTasks}
	if got, err := s.Token(context.Background(), "tasks", scopes); got != "at-work-1" || err != nil {
		t.Fatal(got, err)
	}
	before := m.manager()
	m.p.set(func() { m.p.valid["rt-other-0"] = "other" })
	k, err := m.keep(Wish{Name: "work", Force: true, Scopes: scopes}, "other", &oauth.Token{Access: "at-other-0", Refresh: "rt-other-0", Expiry: m.Now().Add(time.Hour)})
	if err != nil || k.Account.Alias != "work" || k.Account.ID == old.ID || !k.Default {
		t.Fatalf("%+v %v", k, err)
	}
	m.add(2 * time.Hour)
	for _, stale := range []string{"", "at-work-1"} {
		if got, err := s.Renew(context.Background(), "tasks", scopes, stale); got != "" || fault.CodeOf(err) != fault.NotSignedIn {
			t.Errorf("the account of before gives %q, %v", got, err)
		}
	}
	if _, err := before.read(context.Background(), old); fault.CodeOf(err) != fault.NotSignedIn {
		t.Errorf("the tokens of before are still there: %v", err)
	}
	if got, err := m.token("work"); got != "at-other-2" || err != nil {
		t.Errorf("%q %v", got, err)
	}
}

// B31: the account of a call is the one that was found by its name, also when the
// name goes to someone else before the first token is asked for.
func TestB31NameMovesBetweenChoiceAndToken(t *testing.T) {
	m := newMachine(t)
	m.signIn("work")
	mg := m.manager()
	choice, err := mg.Choose("work@example.com", "")
	if err != nil {
		t.Fatal(err)
	}
	m.p.set(func() { m.p.valid["rt-other-0"] = "other" })
	if _, err := m.keep(Wish{Name: "work", Force: true, Scopes: []string{scopeTasks}}, "other",
		&oauth.Token{Access: "at-other-0", Refresh: "rt-other-0", Expiry: m.Now().Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if got, err := mg.SourceOf(choice.Account).Token(context.Background(), "tasks", []string{scopeTasks}); got != "" || fault.CodeOf(err) != fault.NotSignedIn {
		t.Errorf("%q %v", got, err)
	}
}

// What one provider gave goes to nothing of another: neither the refresh token
// nor an access token that is still good.
func TestTokensStayWithTheirProvider(t *testing.T) {
	m := newMachine(t)
	m.signIn("one")
	if got, err := m.token("one"); got != "at-one-1" || err != nil {
		t.Fatal(got, err)
	}
	other := newProvider(t)
	mg := NewManager(Options{Dir: m.dir, Store: secret.File, Getenv: func(string) string { return "" },
		Provider: other.endpoints(), Transport: http.DefaultTransport, Now: m.Now})
	for range 2 {
		s, err := mg.Source("one")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.Token(context.Background(), "tasks", []string{scopeTasks}); got != "" || fault.CodeOf(err) != fault.Client {
			t.Errorf("%q %v", got, err)
		}
		m.add(2 * time.Hour)
	}
	if _, err := mg.Logout(context.Background(), "one", false); fault.CodeOf(err) != fault.Client {
		t.Errorf("sign-out: %v", err)
	}
	if other.count() != 0 || len(other.revoked) != 0 {
		t.Errorf("the other provider got %d requests and %q", other.count(), other.revoked)
	}
}
