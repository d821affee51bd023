// Package oauth tests wslite's sign-in against an OpenID provider that is not
// ours: the example server of zitadel/oidc, in this process on a loopback
// address. It is a module of its own, so that wslite does not depend on it.
package oauth

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/op"

	"github.com/wslite/wslite/host/auth/oauth"
)

// The clients and the user that the provider knows. These are no secrets of
// anybody: the example server has them in its source.
const (
	nativeClient = "wslite-native"
	deviceClient = "wslite-device"
	deviceSecret = "device-secret"
	user         = "test-user@127.0.0.1"
	password     = "verysecure"
	address      = "test-user@zitadel.ch"
)

// store is the example's storage, which grants Google's scopes, too, and whose
// access tokens may be short.
type store struct {
	*storage.Storage
	life atomic.Int64 // nanoseconds; 0 is the example's five minutes
	// renewals counts what was renewed.
	renewals atomic.Int64
}

type anyScope struct{ op.Client }

func (anyScope) IsScopeAllowed(string) bool { return true }

func (s *store) GetClientByClientID(ctx context.Context, id string) (op.Client, error) {
	c, err := s.Storage.GetClientByClientID(ctx, id)
	if err != nil {
		return nil, err
	}
	return anyScope{c}, nil
}

func (s *store) CreateAccessAndRefreshTokens(ctx context.Context, r op.TokenRequest, current string) (string, string, time.Time, error) {
	if current != "" {
		s.renewals.Add(1)
	}
	id, refresh, end, err := s.Storage.CreateAccessAndRefreshTokens(ctx, r, current)
	if life := time.Duration(s.life.Load()); life > 0 {
		end = time.Now().Add(life)
	}
	return id, refresh, end, err
}

// CompleteDeviceAuthorization stores the user's id. The example stores the name
// that was typed, and then finds no such user.
func (s *store) CompleteDeviceAuthorization(ctx context.Context, code, _ string) error {
	return s.Storage.CompleteDeviceAuthorization(ctx, code, "id1")
}

// start runs the provider.
func start(t *testing.T) (oauth.Provider, *store) {
	t.Helper()
	storage.RegisterClients(storage.NativeClient(nativeClient, "http://127.0.0.1/"), storage.DeviceClient(deviceClient, deviceSecret))
	s := httptest.NewUnstartedServer(nil)
	issuer := "http://" + s.Listener.Addr().String()
	st := &store{Storage: storage.NewStorage(storage.NewUserStore(issuer))}
	s.Config.Handler = exampleop.SetupServer(issuer, st, slog.New(slog.DiscardHandler), false)
	s.Start()
	t.Cleanup(s.Close)
	return oauth.Provider{
		AuthURL: issuer + "/auth", TokenURL: issuer + "/oauth/token", DeviceURL: issuer + "/device_authorization",
		RevokeURL: issuer + "/revoke", UserInfoURL: issuer + "/userinfo",
	}, st
}

func endpoint(p oauth.Provider) *oauth.Endpoint {
	return &oauth.Endpoint{Provider: p, Client: oauth.Client{ID: nativeClient}, HTTP: oauth.NewHTTP(http.DefaultTransport)}
}

// browser goes where it is sent, fills in the login page, and goes on. With
// stop it does not go back to wslite, and gives the address where it would.
func browser(t *testing.T, page string, stop bool) string {
	t.Helper()
	jar, _ := cookiejar.New(nil)
	last := ""
	c := &http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		last = r.URL.String()
		if stop && r.URL.Query().Has("code") {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	res, err := c.Get(page)
	if err != nil {
		t.Error(err)
		return ""
	}
	login := res.Request.URL
	body, _ := io.ReadAll(res.Body)
	res.Body.Close()
	if !strings.Contains(string(body), "password") {
		t.Errorf("no login page at %s: %s", login.Path, body)
		return ""
	}
	res, err = c.PostForm(login.String(), url.Values{"id": {login.Query().Get("authRequestID")}, "username": {user}, "password": {password}})
	if err != nil {
		t.Error(err)
		return ""
	}
	body, _ = io.ReadAll(res.Body)
	res.Body.Close()
	if !stop && !strings.HasPrefix(string(body), "Signed in at the provider.") {
		t.Errorf("the browser ended at %s: %s", res.Request.URL.Path, body)
	}
	return last
}

// confirmDevice is the person at the other device.
func confirmDevice(t *testing.T, page, code string) {
	t.Helper()
	jar, _ := cookiejar.New(nil)
	c := &http.Client{Jar: jar}
	base := strings.TrimSuffix(page, "/")
	if _, err := c.PostForm(base+"/login", url.Values{"user_code": {code}, "username": {user}, "password": {password}}); err != nil {
		t.Fatal(err)
	}
	res, err := c.PostForm(base+"/confirm", url.Values{"action": {"allowed"}})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if body, _ := io.ReadAll(res.Body); !regexp.MustCompile("allowed").Match(body) {
		t.Fatalf("not confirmed: %s", body)
	}
}
