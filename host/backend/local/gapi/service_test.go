package gapi

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// serve answers one request to a small service.
func serve(t *testing.T, opts Options, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	methods := []Method{
		{ID: "get", HTTP: "GET", Path: "v1/things/{thing}", Result: outer{}, Query: []Param{{Name: "n", Type: Integer}, {Name: "flag", Type: Boolean}},
			Serve: func(_ context.Context, c *Call) (any, error) {
				switch c.Path["thing"] {
				case "panic":
					panic("secret")
				case "broken":
					return nil, errors.New("secret")
				case "gone":
					return nil, NotFound("Thing not found.")
				}
				o := sample()
				o.A = c.Path["thing"]
				return o, nil
			}},
		{ID: "put", HTTP: "PUT", Path: "v1/things/{thing}", Body: outer{}, Resource: "thing", Result: outer{},
			Serve: func(_ context.Context, c *Call) (any, error) {
				a, err := c.Body.String("a")
				return outer{A: a}, err
			}},
		{ID: "delete", HTTP: "DELETE", Path: "v1/things/{thing}", Serve: func(context.Context, *Call) (any, error) { return nil, nil }},
	}
	r := httptest.NewRequest(method, "http://x"+path, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	NewService(methods, opts).ServeHTTP(w, r)
	return w
}

func TestRouting(t *testing.T) {
	for _, c := range []struct {
		method, path string
		status       int
		text         string
	}{
		{"GET", "/v1/things/a%2Fb%20c", 200, `"a": "a/b c"`},
		{"GET", "/v1/things/..", 200, `"a": ".."`}, // an id, not a path
		{"GET", "/v1/things/", 404, "not found"},
		{"GET", "/v1/things", 404, "not found"},
		{"GET", "/v1//things/a", 404, "not found"},
		{"GET", "/v1/things/a/", 404, "not found"},
		{"GET", "/v1%2Fthings/a", 404, "not found"},
		{"GET", "/", 404, "not found"},
		{"DELETE", "/v1/things/a", 204, ""},
		{"PATCH", "/v1/things/a", 405, "PATCH"},
		{"HEAD", "/v1/things/a", 405, ""},
		{"GET", "/v1/things/a?n=1&flag=true", 200, ""},
		{"GET", "/v1/things/a?n=2147483648", 400, "TYPE_INT32"},
		{"GET", "/v1/things/a?flag=TRUE", 400, "TYPE_BOOL"},
		{"GET", "/v1/things/a?n=1&n=2", 400, "not repeating"},
		{"GET", "/v1/things/a?N=1", 400, "Unknown name"},
		{"GET", "/v1/things/a?n=1;flag=true", 400, "malformed"},
		{"GET", "/v1/things/a?n=%zz", 400, "malformed"},
		{"GET", "/v1/things/a?alt=media", 400, "only json"},
		{"GET", "/v1/things/a?prettyPrint=maybe", 400, "TYPE_BOOL"},
		{"GET", "/v1/things/a?alt=json&key=k&access_token=t&%24.xgafv=2&callback=c&uploadType=x&upload_protocol=y&oauth_token=z&quotaUser=q", 200, ""},
		{"GET", "/v1/things/a?fields=a&prettyPrint=false", 200, "{\"a\":\"a\"}\n"},
		{"GET", "/v1/things/gone", 404, "Thing not found."},
	} {
		w := serve(t, Options{}, c.method, c.path, "")
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.text) {
			t.Errorf("%s %s: %d %s", c.method, c.path, w.Code, w.Body)
		}
		if c.status == 405 && w.Header().Get("Allow") != "GET, PUT, DELETE" {
			t.Errorf("Allow: %s", w.Header().Get("Allow"))
		}
		if w.Body.Len() > 0 && w.Header().Get("Content-Type") != "application/json; charset=UTF-8" {
			t.Errorf("%s: type %s", c.path, w.Header().Get("Content-Type"))
		}
	}
}

func TestConditionalReads(t *testing.T) {
	if w := serve(t, Options{}, "GET", "/v1/things/a", "", "If-None-Match", `"t"`); w.Code != 304 || w.Body.Len() > 0 || w.Header().Get("ETag") != `"t"` {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := serve(t, Options{}, "GET", "/v1/things/a", "", "If-None-Match", `"u"`); w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := serve(t, Options{}, "PUT", "/v1/things/a", `{"a":"x"}`, "If-None-Match", `*`); w.Code != 200 {
		t.Errorf("a write is no conditional read: %d %s", w.Code, w.Body)
	}
}

// TestNothingInsideLeaks: panics and errors of the inside become 500 without
// their text, and are reported with it.
func TestNothingInsideLeaks(t *testing.T) {
	for path, reported := range map[string]string{"/v1/things/panic": "secret", "/v1/things/broken": "secret"} {
		var got error
		w := serve(t, Options{Report: func(err error) { got = err }}, "GET", path, "")
		if w.Code != 500 || strings.Contains(w.Body.String(), "secret") || !strings.Contains(w.Body.String(), `"status": "INTERNAL"`) {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		if got == nil || !strings.Contains(got.Error(), reported) {
			t.Errorf("%s: reported %v", path, got)
		}
	}
	w := serve(t, Options{Explain: func(error) *Error { return Unavailable("Busy.") }}, "GET", "/v1/things/broken", "")
	if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "Busy.") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestBodies(t *testing.T) {
	for body, want := range map[string]string{
		``: `"a": ""`, `null`: `"a": ""`, `{}`: `"a": ""`, `{"a":"x"}`: `"a": "x"`, `{"a":null}`: `"a": ""`, " {\"a\":\"<&>\"}\n": `"a": "<&>"`,
		`{"b":1}`: `Unknown name \"b\" at 'thing'`, `{"a":"x","a":"y"}`: "repeated", `{"a":1}`: "TYPE_STRING", `[]`: "must be an object",
		`{"a":"x"}}`: "not one valid JSON", `"x"`: "must be an object",
	} {
		if w := serve(t, Options{}, "PUT", "/v1/things/a", body); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s", body, w.Code, w.Body)
		}
	}
	exact := `{"a":"` + strings.Repeat("x", MaxBody-8) + `"}`
	if w := serve(t, Options{}, "PUT", "/v1/things/a", exact); w.Code != 200 {
		t.Errorf("the largest body: %d", w.Code)
	}
	if w := serve(t, Options{}, "PUT", "/v1/things/a", exact+" "); w.Code != 413 {
		t.Errorf("a body over the limit: %d", w.Code)
	}
}
