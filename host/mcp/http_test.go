package mcp

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const httpToken = "a-token-of-this-test-0123456789"

func serveHTTP(t *testing.T, stateless bool) *httptest.Server {
	t.Helper()
	server, err := New(newDesk(t, Argument).options)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(HTTP(server, HTTPOptions{Token: httpToken, Stateless: stateless}))
	t.Cleanup(s.Close)
	return s
}

// Who has no token, comes for another host or from another page, gets nothing.
func TestHTTPIsForOneUserOfThisMachine(t *testing.T) {
	s := serveHTTP(t, false)
	const body = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	for name, c := range map[string]struct {
		change func(*http.Request)
		status int
	}{
		"as it should be":         {func(*http.Request) {}, 200},
		"a page of this machine":  {func(r *http.Request) { r.Header.Set("Origin", "http://localhost:3000") }, 200},
		"small letters":           {func(r *http.Request) { r.Header.Set("Authorization", "bearer "+httpToken) }, 200},
		"no token":                {func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		"another token":           {func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+httpToken+"x") }, 401},
		"half of the token":       {func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+httpToken[:10]) }, 401},
		"an empty token":          {func(r *http.Request) { r.Header.Set("Authorization", "Bearer ") }, 401},
		"another scheme":          {func(r *http.Request) { r.Header.Set("Authorization", "Basic "+httpToken) }, 401},
		"two tokens":              {func(r *http.Request) { r.Header.Add("Authorization", "Bearer x") }, 401},
		"another host":            {func(r *http.Request) { r.Host = "evil.example" }, 403},
		"a host that begins well": {func(r *http.Request) { r.Host = "127.0.0.1.evil.example:80" }, 403},
		"a host of the network":   {func(r *http.Request) { r.Host = "192.168.1.7:80" }, 403},
		"another page":            {func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
		"a page of nowhere":       {func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		"two pages":               {func(r *http.Request) { r.Header["Origin"] = []string{"http://localhost", "https://evil.example"} }, 403},
		"another path":            {func(r *http.Request) { r.URL.Path = "/" }, 404},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+Path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+httpToken)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		c.change(r)
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != c.status {
			t.Errorf("%s: %d, want %d", name, res.StatusCode, c.status)
		}
	}
}

type bearing struct{}

func (bearing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+httpToken)
	return http.DefaultTransport.RoundTrip(r)
}

// A stock client lists and calls over HTTP, with sessions and without.
func TestHTTPServesAClient(t *testing.T) {
	for _, stateless := range []bool{false, true} {
		s := serveHTTP(t, stateless)
		client, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
			&sdk.StreamableClientTransport{Endpoint: s.URL + Path, HTTPClient: &http.Client{Transport: bearing{}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		list, err := client.ListTools(t.Context(), nil)
		if err != nil || len(list.Tools) < 3 {
			t.Errorf("stateless %v: %v %v", stateless, list, err)
		}
		res := call(t, client, "gmail_send", map[string]any{"to": "eve@other.example", "subject": "Hi", "confirm": true}, nil)
		if res.IsError {
			t.Errorf("stateless %v: %v", stateless, res.StructuredContent)
		}
		client.Close()
	}
}
