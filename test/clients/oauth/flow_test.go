package oauth

import (
	"context"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/wslite/wslite/host/auth/oauth"
)

var ask = oauth.Ask{Scopes: []string{"openid", "email", "offline_access", "https://www.googleapis.com/auth/tasks"}}

// signIn signs in through the browser.
func signIn(t *testing.T, e *oauth.Endpoint) *oauth.Token {
	t.Helper()
	f, l, err := e.Begin(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go browser(t, f.URL(ask), false)
	tok, err := f.Wait(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

func TestCodeAndPKCE(t *testing.T) {
	p, _ := start(t)
	e := endpoint(p)
	tok := signIn(t, e)
	if tok.Access == "" || tok.Refresh == "" || time.Until(tok.Expiry) < time.Minute {
		t.Errorf("expiry %v, refresh %v", tok.Expiry, tok.Refresh != "")
	}
	who, err := e.Whose(context.Background(), tok)
	if err != nil || who.Email != address || who.Subject == "" {
		t.Errorf("%+v %v", who, err)
	}
	// Without that endpoint the ID token tells it.
	p.UserInfoURL = ""
	again, err := endpoint(p).Whose(context.Background(), tok)
	if err != nil || again.Subject != who.Subject {
		t.Errorf("%+v %v", again, err)
	}
}

// A code that was stolen is worth nothing without the verifier, and one that
// was used is worth nothing at all.
func TestWrongVerifierAndUsedCode(t *testing.T) {
	p, _ := start(t)
	e := endpoint(p)
	begin := func() (*oauth.Flow, string) {
		f, l, err := e.Begin(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(l.Close)
		return f, browser(t, f.URL(ask), true)
	}
	_, victim := begin()
	u, err := url.Parse(victim)
	if err != nil {
		t.Fatal(err)
	}
	thief, _ := begin()
	if err := thief.Paste(u.Query().Get("code")); err != nil {
		t.Fatal(err)
	}
	if _, err := thief.Wait(context.Background()); oauth.CodeOf(err) == "" {
		t.Errorf("a code went through with another verifier: %v", err)
	}
	good, back := begin()
	if err := good.Paste(back); err != nil {
		t.Fatal(err)
	}
	if _, err := good.Wait(context.Background()); err != nil {
		t.Errorf("the whole address, pasted: %v", err)
	}
	if err := good.Paste(back); err != nil {
		t.Fatal(err)
	}
	if _, err := good.Wait(context.Background()); oauth.CodeOf(err) == "" {
		t.Errorf("a code went through twice: %v", err)
	}
}

func TestRotationReuseAndRevocation(t *testing.T) {
	p, st := start(t)
	e := endpoint(p)
	first := signIn(t, e)
	second, err := e.Renew(context.Background(), first.Refresh)
	if err != nil || second.Refresh == first.Refresh || second.Access == first.Access {
		t.Fatalf("rotated %v: %v", second != nil && second.Refresh != first.Refresh, err)
	}
	before := st.renewals.Load()
	if _, err := e.Renew(context.Background(), first.Refresh); oauth.CodeOf(err) != "invalid_grant" || st.renewals.Load() != before {
		t.Errorf("an old refresh token: %v", err)
	}
	third, err := e.Renew(context.Background(), second.Refresh)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Revoke(context.Background(), third.Refresh); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Renew(context.Background(), third.Refresh); oauth.CodeOf(err) != "invalid_grant" {
		t.Errorf("after the revocation: %v", err)
	}
	if _, err := e.Whose(context.Background(), third); err == nil {
		t.Error("the access token outlived the revocation")
	}
}

func TestDeviceCode(t *testing.T) {
	p, _ := start(t)
	p.HeaderAuth = true
	e := &oauth.Endpoint{Provider: p, Client: oauth.Client{ID: deviceClient, Secret: deviceSecret}, HTTP: oauth.NewHTTP(http.DefaultTransport)}
	d, err := e.BeginDevice(context.Background(), oauth.Ask{Scopes: []string{"openid", "email"}})
	if err != nil {
		t.Fatal(err)
	}
	confirmDevice(t, d.URL, d.UserCode)
	tok, err := e.WaitDevice(context.Background(), d)
	if err != nil || tok.Access == "" {
		t.Fatalf("%v", err)
	}
	e.Client.Secret = "wrong"
	if _, err := e.BeginDevice(context.Background(), ask); err == nil {
		t.Error("a wrong secret was taken")
	}
	// The person closes the window: the wait ends with the caller.
	e.Client.Secret = deviceSecret
	d, err = e.BeginDevice(context.Background(), ask)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := e.WaitDevice(ctx, d); err == nil {
		t.Error("a token without consent")
	}
}
