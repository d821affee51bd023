package jwt

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

func TestChallengeAndPaths(t *testing.T) {
	for _, c := range []struct {
		url, metadata string
		paths         []string
	}{
		{"https://x.example/mcp", "https://x.example/.well-known/oauth-protected-resource/mcp", []string{wellKnown, wellKnown + "/mcp"}},
		{"https://x.example", "https://x.example/.well-known/oauth-protected-resource", []string{wellKnown, wellKnown + "/mcp"}},
		{"https://x.example/", "https://x.example/.well-known/oauth-protected-resource", []string{wellKnown, wellKnown + "/mcp"}},
		{"https://x.example:8443/a%20b/mcp", "https://x.example:8443/.well-known/oauth-protected-resource/a%20b/mcp", []string{wellKnown, wellKnown + "/a b/mcp", wellKnown + "/mcp"}},
	} {
		r := Resource{URL: c.url, Scopes: []string{"a", "b"}}
		if got, want := r.Challenge(), `Bearer resource_metadata="`+c.metadata+`", scope="a b"`; got != want {
			t.Errorf("%s: %s", c.url, got)
		}
		if got := slices.Sorted(maps.Keys(r.Metadata("/mcp"))); !slices.Equal(got, c.paths) {
			t.Errorf("%s: %q", c.url, got)
		}
	}
	if got := (Resource{URL: "https://x.example/mcp"}).Challenge(); got != `Bearer resource_metadata="https://x.example/.well-known/oauth-protected-resource/mcp"` {
		t.Error(got)
	}
}

func TestMetadata(t *testing.T) {
	r := Resource{URL: "https://x.example/mcp", Name: "wslite", AuthorizationServers: []string{"https://login.example"}, Scopes: []string{"a"}}
	ask := func(method string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r.Metadata("/mcp")[wellKnown+"/mcp"].ServeHTTP(w, httptest.NewRequest(method, wellKnown+"/mcp", nil))
		return w
	}
	w := ask(http.MethodGet)
	var got oauthex.ProtectedResourceMetadata
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := oauthex.ProtectedResourceMetadata{Resource: r.URL, ResourceName: "wslite", AuthorizationServers: r.AuthorizationServers, ScopesSupported: r.Scopes, BearerMethodsSupported: []string{"header"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	h := w.Header()
	if h.Get("Content-Type") != "application/json" || h.Get("Cache-Control") != "public, max-age=300" || h.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("%v", h)
	}
	for method, status := range map[string]int{"HEAD": 200, "OPTIONS": 204, "POST": 405, "DELETE": 405} {
		if w := ask(method); w.Code != status || w.Header().Get("Access-Control-Allow-Origin") != "*" || w.Header().Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s: %d, %v", method, w.Code, w.Header())
		}
	}
}
