package oauth

import (
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"github.com/wslite/wslite/host/fault"
)

const (
	// callLimit bounds one request to a provider.
	callLimit = 20 * time.Second
	// attempts bounds the requests of one exchange where the failure passes,
	// firstPause is the longest first wait; it doubles.
	attempts   = 3
	firstPause = 500 * time.Millisecond
	// maxAnswer bounds a provider's answer, in bytes. The library reads at
	// most 1 MiB of a token answer itself.
	maxAnswer = 1 << 20
)

// Token is what a provider granted.
type Token struct {
	Access  string
	Refresh string // after Renew the old one where no new one came
	// Expiry is zero where the provider gave none.
	Expiry time.Time
	// Scopes are what the provider says it granted; nil where it says nothing,
	// which means what was asked.
	Scopes []string
	// IDToken is the provider's statement who signed in; may be empty.
	IDToken string
}

// Endpoint sends one client's requests to one provider.
type Endpoint struct {
	Provider Provider
	Client   Client
	// HTTP sends. It must not follow redirects: they would take secrets to a
	// host that nobody named. NewHTTP makes one.
	HTTP *http.Client
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Wait sleeps between attempts; nil is a timer.
	Wait func(ctx context.Context, d time.Duration) error
}

// NewHTTP makes a client for a provider from a transport.
func NewHTTP(t http.RoundTripper) *http.Client {
	return &http.Client{
		Transport:     t,
		Timeout:       callLimit,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func (e *Endpoint) config(redirect string, scopes []string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: e.Client.ID, ClientSecret: e.Client.Secret, Endpoint: e.Provider.endpoint(),
		RedirectURL: redirect, Scopes: scopes,
	}
}

func (e *Endpoint) context(ctx context.Context) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, e.HTTP)
}

// Renew gets a new access token. The answer may hold a new refresh token,
// after which the old one may be void. Failures that pass are tried a few
// times. The error is a *Refusal or a *fault.Error.
func (e *Endpoint) Renew(ctx context.Context, refresh string) (*Token, error) {
	return e.persist(ctx, func() (*Token, error) {
		t, err := e.config("", nil).TokenSource(e.context(ctx), &oauth2.Token{RefreshToken: refresh}).Token()
		if err != nil {
			return nil, explain(ctx, "renewing the access token", err, refresh, e.Client.Secret)
		}
		return e.token(t)
	})
}

// exchange turns a code into tokens. It is never repeated: a code works once.
func (e *Endpoint) exchange(ctx context.Context, code, verifier, redirect string) (*Token, error) {
	t, err := e.config(redirect, nil).Exchange(e.context(ctx), code, oauth2.VerifierOption(verifier))
	if err != nil {
		return nil, explain(ctx, "exchanging the code", err, code, verifier, e.Client.Secret)
	}
	return e.token(t)
}

// persist repeats f while its failure passes.
func (e *Endpoint) persist(ctx context.Context, f func() (*Token, error)) (*Token, error) {
	for n := 1; ; n++ {
		t, err := f()
		if err == nil || n == attempts || !passing(err) {
			return t, down(err)
		}
		if err := e.wait(ctx, rand.N(firstPause<<(n-1))); err != nil {
			return nil, fault.Wrap(err, fault.Interrupted, "interrupted while the access token was renewed")
		}
	}
}

// down makes a network error of a provider that fails.
func down(err error) error {
	if r, ok := err.(*Refusal); ok && passing(err) {
		return fault.Wrap(err, fault.Network, "the sign-in provider is not available (it answered %d)", r.Status).
			WithHint("repeat later; nothing was changed")
	}
	return err
}

func (e *Endpoint) wait(ctx context.Context, d time.Duration) error {
	if e.Wait != nil {
		return e.Wait(ctx, d)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// token checks the library's token and takes what is needed of it.
func (e *Endpoint) token(t *oauth2.Token) (*Token, error) {
	if t.AccessToken == "" || !strings.EqualFold(t.Type(), "Bearer") ||
		strings.ContainsFunc(t.AccessToken+t.RefreshToken, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return nil, fault.New(fault.MalformedResponse, "the sign-in provider gave no bearer token that could be used")
	}
	out := &Token{Access: t.AccessToken, Refresh: t.RefreshToken}
	if t.ExpiresIn > 0 {
		out.Expiry = e.now().Add(time.Duration(min(t.ExpiresIn, 1<<31)) * time.Second)
	} else if !t.Expiry.IsZero() {
		out.Expiry = t.Expiry
	}
	if s, ok := t.Extra("scope").(string); ok && s != "" {
		out.Scopes = strings.Fields(s)
	}
	out.IDToken, _ = t.Extra("id_token").(string)
	return out, nil
}

func (e *Endpoint) now() time.Time {
	if e.Now != nil {
		return e.Now()
	}
	return time.Now()
}

// ErrNoRevocation says that the provider has no endpoint to revoke at.
var ErrNoRevocation = fault.New(fault.NotSupported, "the sign-in provider has no address to revoke grants at")

// Revoke ends a grant (RFC 7009). A token that the provider no longer knows is
// as good as revoked.
func (e *Endpoint) Revoke(ctx context.Context, token string) error {
	if e.Provider.RevokeURL == "" {
		return ErrNoRevocation
	}
	form := url.Values{"token": {token}}
	if !e.Provider.IsGoogle() { // Google asks for the token alone
		form.Set("client_id", e.Client.ID)
		if e.Client.Secret != "" && !e.Provider.HeaderAuth {
			form.Set("client_secret", e.Client.Secret)
		}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.Provider.RevokeURL, strings.NewReader(form.Encode()))
	if err != nil {
		return fault.New(fault.Client, "the address to revoke grants at is no web address")
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if e.Provider.HeaderAuth {
		req.SetBasicAuth(url.QueryEscape(e.Client.ID), url.QueryEscape(e.Client.Secret))
	}
	res, body, err := e.send(req)
	if err != nil {
		return explain(ctx, "revoking the grant", err, token)
	}
	if res.StatusCode/100 == 2 {
		return nil
	}
	refused := refusalOf(&oauth2.RetrieveError{Response: res, Body: body}, []string{token})
	if c := CodeOf(refused); c == "invalid_token" || c == "invalid_grant" {
		return nil
	}
	return fault.Wrap(refused, fault.Network, "the sign-in provider did not revoke the grant (it answered %d %s)", res.StatusCode, CodeOf(refused))
}

// send sends one request and reads the answer, up to maxAnswer.
func (e *Endpoint) send(req *http.Request) (*http.Response, []byte, error) {
	res, err := e.HTTP.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return nil, nil, &url.Error{Op: req.Method, URL: req.URL.Host, Err: err}
	}
	return res, body, nil
}

// Person is who signed in.
type Person struct {
	// Subject is the provider's own, unchanging id.
	Subject string `json:"sub"`
	Email   string `json:"email"`
}

// Whose asks who a token belongs to.
func (e *Endpoint) Whose(ctx context.Context, t *Token) (Person, error) {
	var p Person
	if e.Provider.UserInfoURL == "" {
		return claims(t.IDToken)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, e.Provider.UserInfoURL, nil)
	if err != nil {
		return p, fault.New(fault.Client, "the address that tells who signed in is no web address")
	}
	req.Header.Set("Authorization", "Bearer "+t.Access)
	req.Header.Set("Accept", "application/json")
	res, body, err := e.send(req)
	if err != nil {
		return p, explain(ctx, "asking who signed in", err, t.Access)
	}
	if res.StatusCode != http.StatusOK || json.Unmarshal(body, &p) != nil {
		return p, fault.New(fault.MalformedResponse, "the sign-in provider did not tell who signed in (it answered %d)", res.StatusCode)
	}
	return p, nil
}
