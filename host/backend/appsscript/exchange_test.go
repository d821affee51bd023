package appsscript

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/fault"
)

const good = `{"success":true,"data":1}`

// As Apps Script does it: the POST answers with a redirect to another host,
// where the output is fetched. Nothing of the request goes there.
func TestOutputOnAnotherHost(t *testing.T) {
	var got *http.Request
	var body []byte
	output := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		io.WriteString(w, good)
	})
	script := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Set-Cookie", "session=1")
		http.Redirect(w, r, output.URL+"/echo?user_content_key=k", http.StatusFound)
	})
	r, err := at(script.URL+"/exec?private=1", script.Client()).Do(t.Context(), write())
	if err != nil || !r.Success {
		t.Fatal(err)
	}
	var wire bytes.Buffer
	got.Header.Write(&wire)
	if got.Method != http.MethodGet || len(body) > 0 || got.URL.RawQuery != "user_content_key=k" {
		t.Errorf("%s %s with a body of %d bytes", got.Method, got.URL, len(body))
	}
	for _, leak := range []string{secret, "Referer", "private", "Cookie", "Content-Type"} {
		if strings.Contains(wire.String(), leak) {
			t.Errorf("%s leaks:\n%s", leak, wire.String())
		}
	}
}

func TestRedirects(t *testing.T) {
	other := serve(t, func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("followed to another host with %s", r.Method)
	})
	posts := 0
	self := func(code int, to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/there" {
				if r.Method == http.MethodPost {
					posts++
				}
				io.WriteString(w, good)
				return
			}
			w.Header().Set("Location", to)
			w.WriteHeader(code)
		}
	}
	cases := []struct {
		name  string
		code  int
		to    string
		want  string // part of the error for a read; "" for success
		posts int
	}{
		{"302 here", 302, "/there", "", 0},
		{"303 here", 303, "/there", "", 0},
		{"307 here", 307, "/there", "", 1},
		{"308 here", 308, "/there", "", 1},
		{"307 elsewhere", 307, other.URL, "with its token to another host", 0},
		{"308 elsewhere", 308, other.URL, "with its token to another host", 0},
		{"another scheme", 302, "https://127.0.0.1:1/", "another scheme", 0},
		{"no web scheme", 302, "file:///etc/passwd", "no web address", 0},
		{"out of this machine", 302, "http://proxy.example/", "out of this machine or into it", 0},
		{"user in the address", 302, "http://u:p@127.0.0.1/", "no web address", 0},
		{"sign-in", 302, "https://accounts.google.com/ServiceLogin?x=1", "asks for a sign-in", 0},
		{"for ever", 302, "/exec", "more than 10 times", 0},
		{"nowhere", 302, "", "HTTP status 302", 0},
	}
	for _, c := range cases {
		posts = 0
		server := serve(t, self(c.code, c.to))
		_, err := at(server.URL+"/exec", server.Client()).Do(t.Context(), read())
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", c.name, err)
		}
		if posts != c.posts {
			t.Errorf("%s: the request was sent again %d times", c.name, posts)
		}
	}
}

func TestNoWayFromTLSToPlain(t *testing.T) {
	plain := serve(t, func(w http.ResponseWriter, r *http.Request) { t.Error("followed") })
	server := httptest.NewTLSServer(http.RedirectHandler(plain.URL, http.StatusFound))
	defer server.Close()
	_, err := at(server.URL, server.Client()).Do(t.Context(), read())
	if err == nil || !strings.Contains(err.Error(), "another scheme") {
		t.Errorf("got %v", err)
	}
}

// A proxy on the net can't make us ask what listens on this machine.
func TestNoWayIntoThisMachine(t *testing.T) {
	from, _ := url.Parse("https://script.google.com/macros/s/x/exec")
	for to, ok := range map[string]bool{
		"https://script.googleusercontent.com/echo": true,
		"https://localhost/":                        false,
		"https://127.0.0.1:8443/":                   false,
		"https://[::1]/":                            false,
		"http://script.google.com/":                 false,
	} {
		if _, failed := follow(from, to, http.StatusFound, http.MethodPost); (failed == nil) != ok {
			t.Errorf("%s: %v", to, failed)
		}
	}
}

// An answer that never ends is left at the limit.
func TestEndlessAnswer(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		for {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	})
	b := at(server.URL, server.Client())
	b.opts.Limits.ResponseBody = 1 << 20
	b.timeout = 20 * time.Second
	if _, err := b.Do(t.Context(), read()); fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("got %v", err)
	}
}

// What each kind of answer means for a read, for a mutation and for a raw call
// (which may be either).
func TestOutcomes(t *testing.T) {
	body := func(s string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, s) }
	}
	code := func(n int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Error(w, "zq7body", n) }
	}
	cases := []struct {
		name     string
		handler  http.HandlerFunc
		read     fault.Code
		mutation fault.Code
	}{
		{"html", body("<html>zq7body"), fault.MalformedResponse, fault.OutcomeUnknown},
		{"empty", body(""), fault.MalformedResponse, fault.OutcomeUnknown},
		{"wrong shape", body(`{"success":"zq7body"}`), fault.MalformedResponse, fault.OutcomeUnknown},
		{"duplicate key", body(`{"success":true,"data":1,"data":2}`), fault.MalformedResponse, fault.OutcomeUnknown},
		{"huge", body(`{"success":true,"data":"` + strings.Repeat("x", 11<<20) + `"}`), fault.LimitExceeded, fault.OutcomeUnknown},
		{"500", code(500), fault.Upstream, fault.OutcomeUnknown},
		{"503", code(503), fault.Upstream, fault.OutcomeUnknown},
		{"400", code(400), fault.Client, fault.Client},
		{"403", code(403), fault.Client, fault.Client},
		{"404", code(404), fault.Client, fault.Client},
		{"429", code(429), fault.Upstream, fault.Upstream},
		{"sign-in", http.RedirectHandler("https://accounts.google.com/x", http.StatusFound).ServeHTTP, fault.Client, fault.Client},
		{"cut before the answer", func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			panic(http.ErrAbortHandler)
		}, fault.Network, fault.OutcomeUnknown},
		{"cut in the answer", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100")
			io.WriteString(w, `{"success":`)
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, fault.Network, fault.OutcomeUnknown},
	}
	for _, c := range cases {
		server := serve(t, c.handler)
		b := at(server.URL+"/exec?zq7query", server.Client())
		for _, x := range []struct {
			call backend.Call
			want fault.Code
		}{{read(), c.read}, {write(), c.mutation}, {raw(), c.mutation}} {
			_, err := b.Do(t.Context(), x.call)
			if fault.CodeOf(err) != x.want {
				t.Errorf("%s, %s: %s: %v, want %s", c.name, x.call.Action, fault.CodeOf(err), err, x.want)
			}
			for _, leak := range []string{secret, "zq7"} {
				if err != nil && strings.Contains(err.Error(), leak) {
					t.Errorf("%s, %s: the error repeats what it may not: %v", c.name, x.call.Action, err)
				}
			}
		}
	}
}

// Where nobody listens nothing was sent, whatever the action.
func TestNothingLeft(t *testing.T) {
	server := httptest.NewServer(nil)
	address := server.URL
	server.Close()
	for _, c := range []backend.Call{read(), write(), raw()} {
		if _, err := at(address, nil).Do(t.Context(), c); fault.CodeOf(err) != fault.Network || fault.ExitOf(err) != fault.ExitFailure {
			t.Errorf("got %v", err)
		}
	}
}
