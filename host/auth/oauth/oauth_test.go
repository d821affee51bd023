package oauth

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
)

// provider is a token endpoint that answers what a test wants.
func provider(t *testing.T, h func(w http.ResponseWriter, form url.Values)) (*Endpoint, *atomic.Int32) {
	t.Helper()
	var n atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.Add(1)
		if err := r.ParseForm(); err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/json")
		h(w, r.Form)
	}))
	t.Cleanup(s.Close)
	return &Endpoint{
		Provider: Provider{AuthURL: s.URL + "/auth", TokenURL: s.URL + "/token", DeviceURL: s.URL + "/device", RevokeURL: s.URL + "/revoke", UserInfoURL: s.URL + "/userinfo"},
		Client:   Client{ID: "id-1", Secret: "client-secret-1"},
		HTTP:     NewHTTP(http.DefaultTransport),
		Wait:     func(context.Context, time.Duration) error { return nil },
	}, &n
}

func refuse(w http.ResponseWriter, status int, code, text string) {
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]string{"error": code, "error_description": text})
}

// begin starts a flow and gives the parameters of its consent page.
func begin(t *testing.T, e *Endpoint, ask Ask) (*Flow, url.Values) {
	t.Helper()
	f, l, err := e.Begin(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	u, err := url.Parse(f.URL(ask))
	if err != nil {
		t.Fatal(err)
	}
	return f, u.Query()
}

func TestConsentPageParameters(t *testing.T) {
	e, _ := provider(t, nil)
	_, q := begin(t, e, Ask{Scopes: []string{"a", "b"}, LoginHint: "me@example.com"})
	for k, want := range map[string]string{
		"response_type": "code", "client_id": "id-1", "scope": "a b", "access_type": "offline", "include_granted_scopes": "true",
		"code_challenge_method": "S256", "login_hint": "me@example.com", "prompt": "",
	} {
		if q.Get(k) != want {
			t.Errorf("%s = %q, want %q", k, q.Get(k), want)
		}
	}
	if len(q.Get("state")) < 40 || len(q.Get("code_challenge")) != 43 || !strings.HasPrefix(q.Get("redirect_uri"), "http://127.0.0.1:") {
		t.Errorf("%v", q)
	}
	if strings.Contains(fmt.Sprint(q), "client-secret-1") {
		t.Error("the address holds the client's secret")
	}
	_, again := begin(t, e, Ask{Consent: true})
	if again.Get("prompt") != "consent" || again.Get("state") == q.Get("state") || again.Get("code_challenge") == q.Get("code_challenge") {
		t.Errorf("%v", again)
	}
}

func TestLoopback(t *testing.T) {
	var f *Flow
	var challenge string
	e, _ := provider(t, func(w http.ResponseWriter, form url.Values) {
		s := sha256.Sum256([]byte(form.Get("code_verifier")))
		if base64.RawURLEncoding.EncodeToString(s[:]) != challenge || form.Get("code") != "the-code" || form.Get("client_secret") != "client-secret-1" {
			t.Errorf("%v", form)
		}
		fmt.Fprint(w, `{"access_token":"at","refresh_token":"rt","token_type":"Bearer","expires_in":3600,"scope":"a b"}`)
	})
	f, q := begin(t, e, Ask{})
	challenge = q.Get("code_challenge")
	at := strings.TrimSuffix(q.Get("redirect_uri"), "/")
	good := "/?code=the-code&state=" + url.QueryEscape(q.Get("state"))
	do := func(method, path, host string) (int, string) {
		req, _ := http.NewRequest(method, at+path, nil)
		req.Host = host
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		if ct := res.Header.Get("Content-Type"); !strings.HasPrefix(ct, "text/plain") || strings.Contains(string(body), "the-code") || strings.Contains(string(body), q.Get("state")) {
			t.Errorf("%s %s: %s %s", method, path, ct, body)
		}
		return res.StatusCode, string(body)
	}
	for _, c := range []struct {
		method, path, host string
		want               int
	}{
		{"GET", "/favicon.ico", "", 404},
		{"GET", "/callback" + good[1:], "", 404},
		{"POST", good, "", 405},
		{"GET", good, "evil.example", 421},
		{"GET", good, "localhost:1", 421},
		{"GET", "/", "", 400},
		{"GET", "/?code=evil&state=wrong", "", 400},
		{"GET", "/?code=evil", "", 400},
		{"GET", "/?error=access_denied&state=wrong", "", 400},
		{"GET", good + "&state=twice", "", 400},
		{"GET", good, "", 200},
		{"GET", good, "", 400}, // a state works once
	} {
		if got, _ := do(c.method, c.path, c.host); got != c.want {
			t.Errorf("%s %s of %q: %d, want %d", c.method, c.path, c.host, got, c.want)
		}
	}
	tok, err := f.Wait(context.Background())
	if err != nil || tok.Access != "at" || tok.Refresh != "rt" || strings.Join(tok.Scopes, " ") != "a b" || time.Until(tok.Expiry) < 59*time.Minute {
		t.Errorf("%+v %v", tok, err)
	}
}

func TestPaste(t *testing.T) {
	e, _ := provider(t, func(w http.ResponseWriter, form url.Values) {
		if form.Get("code") != "4/the-code" {
			t.Errorf("%v", form)
		}
		fmt.Fprint(w, `{"access_token":"at","token_type":"bearer"}`)
	})
	for name, paste := range map[string]func(q url.Values) string{
		"address": func(q url.Values) string {
			return "http://127.0.0.1:1/?state=" + q.Get("state") + "&code=4%2Fthe-code&scope=x#\n"
		},
		"query":        func(q url.Values) string { return "code=4%2Fthe-code&state=" + q.Get("state") },
		"code":         func(url.Values) string { return " 4/the-code\r\n" },
		"escaped code": func(url.Values) string { return "4%2Fthe-code" },
		"quoted":       func(q url.Values) string { return `"http://x/?code=4/the-code&state=` + q.Get("state") + `"` },
	} {
		f, q := begin(t, e, Ask{})
		if err := f.Paste(paste(q)); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if tok, err := f.Wait(context.Background()); err != nil || tok.Access != "at" || tok.Scopes != nil {
			t.Errorf("%s: %+v %v", name, tok, err)
		}
	}
	f, q := begin(t, e, Ask{})
	for _, bad := range []string{"", "  ", "two words", "http://127.0.0.1/?code=x&state=other", "http://127.0.0.1/?code=x", "http://127.0.0.1/", "error=access_denied", "http://x/?state=" + q.Get("state"), strings.Repeat("x", 5000)} {
		if err := f.Paste(bad); fault.CodeOf(err) != fault.Usage {
			t.Errorf("%.40q: %v", bad, err)
		}
	}
	if err := f.Paste("http://x/?error=access_denied&state=" + q.Get("state")); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Wait(context.Background()); CodeOf(err) != "access_denied" {
		t.Errorf("%v", err)
	}
}

func TestWaitEnds(t *testing.T) {
	e, n := provider(t, nil)
	f, _ := begin(t, e, Ask{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := f.Wait(ctx); fault.CodeOf(err) != fault.Interrupted || n.Load() != 0 {
		t.Errorf("%v", err)
	}
}

// B75: what the provider refuses by name is asked once; only what passes is
// tried again, and not for ever.
func TestB75PermanentRefusalsAreNotRetried(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		code   string
		want   int32
		is     fault.Code
	}{
		"unauthorized_client": {401, "unauthorized_client", 1, ""},
		"invalid_grant":       {400, "invalid_grant", 1, ""},
		"invalid_client":      {401, "invalid_client", 1, ""},
		"server_error":        {500, "", 3, fault.Network},
		"unavailable":         {503, "temporarily_unavailable", 3, fault.Network},
		"rate":                {429, "", 3, fault.Network},
	} {
		e, n := provider(t, func(w http.ResponseWriter, form url.Values) {
			if form.Get("refresh_token") != "rt-secret-1" {
				t.Errorf("%v", form)
			}
			refuse(w, c.status, c.code, "no: rt-secret-1 and client-secret-1")
		})
		_, err := e.Renew(context.Background(), "rt-secret-1")
		if n.Load() != c.want || c.is != "" && fault.CodeOf(err) != c.is || c.is == "" && CodeOf(err) != c.code {
			t.Errorf("%s: %d requests, %v", name, n.Load(), err)
		}
		if strings.Contains(fmt.Sprint(err), "secret-1") {
			t.Errorf("%s shows a secret: %v", name, err)
		}
	}
	e, _ := provider(t, nil)
	e.Provider.TokenURL = "http://127.0.0.1:1/token"
	if _, err := e.Renew(context.Background(), "rt"); fault.CodeOf(err) != fault.Network || !strings.Contains(err.Error(), "127.0.0.1:1") {
		t.Errorf("nobody listens: %v", err)
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	for _, body := range []string{"", "nonsense", "[]", `{}`, `{"access_token":""}`, `{"access_token":"a\nb"}`, `{"access_token":"a","token_type":"mac"}`} {
		e, n := provider(t, func(w http.ResponseWriter, _ url.Values) { io.WriteString(w, body) })
		if _, err := e.Renew(context.Background(), "rt-1"); err == nil || fault.CodeOf(err) == fault.Network || n.Load() != 1 {
			t.Errorf("%q: %v, %d requests", body, err, n.Load())
		}
	}
	// An answer that breaks off.
	e, n := provider(t, func(w http.ResponseWriter, _ url.Values) {
		w.Header().Set("Content-Length", "100")
		io.WriteString(w, `{"access`)
	})
	if _, err := e.Renew(context.Background(), "rt-1"); fault.CodeOf(err) != fault.Network || n.Load() != 3 {
		t.Errorf("%v, %d requests", err, n.Load())
	}
	// A redirect is not followed: it would take the refresh token elsewhere.
	var stolen atomic.Bool
	thief := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { stolen.Store(true) }))
	defer thief.Close()
	e, _ = provider(t, func(w http.ResponseWriter, _ url.Values) {
		w.Header().Set("Location", thief.URL)
		w.WriteHeader(http.StatusTemporaryRedirect)
	})
	if _, err := e.Renew(context.Background(), "rt-1"); err == nil || stolen.Load() {
		t.Errorf("%v, stolen %v", err, stolen.Load())
	}
	if _, err := e.Whose(context.Background(), &Token{Access: "at"}); err == nil || stolen.Load() {
		t.Errorf("%v, stolen %v", err, stolen.Load())
	}
}

func TestRevoke(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		code   string
		ok     bool
	}{
		"revoked": {200, "", true}, "unknown already": {400, "invalid_token", true}, "down": {503, "", false}, "refused": {400, "invalid_client", false},
	} {
		e, _ := provider(t, func(w http.ResponseWriter, form url.Values) {
			if form.Get("token") != "rt-secret-1" {
				t.Errorf("%v", form)
			}
			refuse(w, c.status, c.code, "rt-secret-1")
		})
		if err := e.Revoke(context.Background(), "rt-secret-1"); (err == nil) != c.ok || strings.Contains(fmt.Sprint(err), "rt-secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
	e, _ := provider(t, nil)
	e.Provider.RevokeURL = ""
	if err := e.Revoke(context.Background(), "x"); fault.CodeOf(err) != fault.NotSupported {
		t.Errorf("%v", err)
	}
}

func TestServiceAccount(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, _ := x509.MarshalPKCS8PrivateKey(key)
	private := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	e, n := provider(t, func(w http.ResponseWriter, form url.Values) {
		parts := strings.Split(form.Get("assertion"), ".")
		var c map[string]any
		data, _ := base64.RawURLEncoding.DecodeString(parts[1])
		if len(parts) != 3 || json.Unmarshal(data, &c) != nil || c["iss"] != "sa@p.example" || c["sub"] != "user@example.com" || c["scope"] != "s1 s2" {
			t.Errorf("%s", data)
		}
		if !strings.HasSuffix(c["aud"].(string), "/token") || c["exp"].(float64)-c["iat"].(float64) > 3600 {
			t.Errorf("%s", data)
		}
		fmt.Fprint(w, `{"access_token":"at","token_type":"Bearer","expires_in":3599}`)
	})
	file := map[string]string{"type": "service_account", "client_email": "sa@p.example", "private_key": private, "private_key_id": "k1", "token_uri": e.Provider.TokenURL}
	data, _ := json.Marshal(file)
	k, err := ParseServiceKey(append([]byte("\xef\xbb\xbf"), data...), e.Provider)
	if err != nil {
		t.Fatal(err)
	}
	tok, err := e.Assert(context.Background(), k, "user@example.com", []string{"s1", "s2"})
	if err != nil || tok.Access != "at" || n.Load() != 1 {
		t.Errorf("%+v %v", tok, err)
	}
	if _, err := ParseServiceKey(data, Google()); err == nil || !strings.Contains(err.Error(), "another provider") {
		t.Errorf("another provider's key: %v", err)
	}
	for name, bad := range map[string]string{"no key": `{"type":"service_account","client_email":"a@b","private_key":"x"}`, "no JSON": "x", "a client": `{"installed":{}}`} {
		if _, err := ParseServiceKey([]byte(bad), e.Provider); fault.CodeOf(err) != fault.Client {
			t.Errorf("%s: %v", name, err)
		}
	}
	e.Provider.TokenURL = "http://127.0.0.1:1/"
	if _, err := e.Assert(context.Background(), k, "", nil); fault.CodeOf(err) != fault.Network {
		t.Errorf("nobody listens: %v", err)
	}
}

// B88: a byte order mark and CRLF change nothing.
func TestB88ParseClient(t *testing.T) {
	desktop := "{\"installed\":{\r\n\"client_id\":\"i\",\"client_secret\":\"s\",\"token_uri\":\"https://evil.example\",\"redirect_uris\":[\"http://localhost\"]}}\r\n"
	for text, want := range map[string]Client{
		desktop:                  {ID: "i", Secret: "s", Redirects: []string{"http://localhost"}},
		"\xef\xbb\xbf" + desktop: {ID: "i", Secret: "s", Redirects: []string{"http://localhost"}},
		`{"client_id":"i"}`:      {ID: "i"},
		`{"web":{"client_id":"i","client_secret":"s"}}`: {ID: "i", Secret: "s", Web: true},
	} {
		got, err := ParseClient([]byte(text))
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: %+v %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"": "not JSON", "{}": "no client_id", `{"installed":{"client_secret":"s3cret"}}`: "no client_id",
		`{"type":"service_account","private_key":"k"}`: "service account", `{"client_id":"a b"}`: "characters", `{"client_id":1}`: "not JSON",
	} {
		_, err := ParseClient([]byte(text))
		if fault.CodeOf(err) != fault.Client || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for redirects, want := range map[string]string{
		"https://x.example/": "", "http://127.0.0.1:8085/cb": "127.0.0.1:8085 /cb", "http://localhost": "127.0.0.1:80 ", "http://10.0.0.1:1/": "", "http://127.0.0.1:1/?a=b": "",
	} {
		way, err := Client{ID: "i", Web: true, Redirects: []string{redirects}}.redirect()
		if (err != nil) != (want == "") || err == nil && way.listen+" "+way.path != want {
			t.Errorf("%s: %+v %v", redirects, way, err)
		}
	}
}

// B89: codes of errors stay readable, credentials do not.
func TestB89Masking(t *testing.T) {
	for _, s := range []string{`statusCode: 401`, `"code":"ECONNRESET"`, "error code 4/5", "invalid_grant: Token has been expired or revoked."} {
		if Mask(s) != s {
			t.Errorf("%q became %q", s, Mask(s))
		}
	}
	for in, secret := range map[string]string{
		"GET /cb?code=4/abc&x":                "abc",
		"?state=abc&x=1":                      "abc",
		"Authorization: Bearer a.b.c":         "a.b.c",
		"refresh_token=1//x":                  "1//x",
		`"access_token": "ya29.a0AfH6SM"`:     "a0AfH6SM",
		"the token ya29.a0AfH6SM is bad":      "a0AfH6SM",
		"the code 4/0AX4XfWh-abcdef is bad":   "0AX4XfWh",
		"client GOCSPX-abc_def is bad":        "abc_def",
		"assertion=eyJhbGciOiJ.eyJpc3MiOi.ss": "eyJpc3MiOi",
		"id eyJhbGciOiJ.eyJpc3MiOi.ss":        "eyJpc3MiOi",
		"known verySecretThing":               "verySecretThing",
	} {
		if out := Mask(in, "verySecretThing"); strings.Contains(out, secret) || !strings.Contains(out, "[masked]") {
			t.Errorf("%q became %q", in, out)
		}
	}
	if out := Mask("a\x1b[2Jb\nc"); strings.ContainsAny(out, "\x1b\n") {
		t.Errorf("%q", out)
	}
}

func TestProviderCheck(t *testing.T) {
	good := Google()
	if err := good.Check(); err != nil || !good.IsGoogle() {
		t.Error(err)
	}
	for _, bad := range []string{"http://accounts.example/", "ftp://x/", "https://u:p@x/", "x", "http://127.0.0.1.example/", "https://x/#f"} {
		p := Google()
		p.TokenURL = bad
		if err := p.Check(); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
	if err := (Provider{AuthURL: "https://x/"}).Check(); err == nil {
		t.Error("without a token endpoint")
	}
	if err := (Provider{AuthURL: "http://localhost:1/", TokenURL: "http://[::1]:1/"}).Check(); err != nil {
		t.Error(err)
	}
}
