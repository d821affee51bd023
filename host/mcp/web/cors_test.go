package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestPagesInBrowsers: a page that may send may read, too: what the browser asks
// before is answered without a token, and a 401 tells the page where to get one. A
// page of this machine may not where no token is needed.
func TestPagesInBrowsers(t *testing.T) {
	users := verdicts{"right": nil}
	const named, here, evil = "https://agent.example", "http://localhost:6274", "https://evil.example"
	for _, c := range []struct {
		name, origin string
		o            Options
		asked, sent  int
		reads        bool
	}{
		{"allowed by name", named, Options{Users: users, Origins: []string{named}}, 204, 401, true},
		{"allowed by name, no token", named, Options{Origins: []string{named}}, 204, 200, true},
		{"on this machine", here, Options{Users: users}, 204, 401, true},
		{"on this machine, one token", here, Options{Token: "of-this-test"}, 204, 401, true},
		{"on this machine, no token", here, Options{}, 405, 200, false},
		{"somewhere", evil, Options{Users: users, Origins: []string{named}}, 403, 403, false},
		{"no page", "", Options{Users: users}, 401, 401, false},
	} {
		server, _ := users.Server(t.Context(), "")
		g := newGate(server, c.o)
		send := func(method string) *httptest.ResponseRecorder {
			r := request(t.Context(), "http://localhost"+Path, method, "", "", hello)
			r.Header.Del("Authorization")
			if c.origin != "" {
				r.Header.Set("Origin", c.origin)
			}
			if method == http.MethodOptions {
				r.Header.Set("Access-Control-Request-Method", "POST")
			}
			w := httptest.NewRecorder()
			g.ServeHTTP(w, r)
			return w
		}
		for method, status := range map[string]int{http.MethodOptions: c.asked, http.MethodPost: c.sent} {
			w := send(method)
			if h := w.Header(); w.Code != status || (h.Get("Access-Control-Allow-Origin") == c.origin && c.origin != "") != c.reads ||
				strings.Contains(h.Get("Access-Control-Expose-Headers"), "WWW-Authenticate") != c.reads || h.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s, %s: %d, %v", c.name, method, w.Code, h)
			}
		}
		if got := send(http.MethodOptions).Header().Get("Access-Control-Allow-Headers"); strings.Contains(got, "Authorization") != (c.asked == 204) {
			t.Errorf("%s: may send %q", c.name, got)
		}
	}
}
