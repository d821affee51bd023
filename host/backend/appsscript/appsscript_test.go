package appsscript

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/risk"
)

const secret = "tok-zq7secret"

func read() backend.Call {
	return backend.Call{Service: "tasks", Tool: "tasks_get_task", Action: "tasksGet", Class: "read"}
}

func write() backend.Call {
	return backend.Call{Service: "tasks", Tool: "tasks_create_task", Action: "tasksCreate", Class: "write"}
}

// raw is a raw call, which counts as a read and may be anything.
func raw() backend.Call {
	return backend.Call{Service: "tasks", Action: "secretAction", Class: "read"}
}

// at makes a backend for a proxy at this address.
func at(address string, client *http.Client) *Backend {
	vars := map[string]string{URLName("tasks"): address, TokenName("tasks", "TOKEN"): secret}
	return New(Options{Getenv: env(vars), Client: client, Limits: limits.Default()})
}

func serve(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server
}

func TestAnswer(t *testing.T) {
	var got string
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = string(body)
		io.WriteString(w, `{"success":false,"error":{"code":"NOT_FOUND","message":"m","correlationId":"c"}}`)
	})
	c := read()
	c.Params = map[string]any{"n": json.Number("9007199254740993"), "t": "<ü&>\u2028"}
	r, err := at(server.URL, server.Client()).Do(t.Context(), c)
	if err != nil || r.Success || r.Error.Code != "NOT_FOUND" {
		t.Fatal(r, err)
	}
	want := `{"token":"` + secret + `","action":"tasksGet","params":{"n":9007199254740993,"t":"<ü&>\u2028"}}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestMissingParamsAreAnObject(t *testing.T) {
	body, err := encode("t", read(), 1000)
	if err != nil || string(body) != `{"token":"t","action":"tasksGet","params":{}}` {
		t.Errorf("%s %v", body, err)
	}
}

func TestRequestLimitCountsUTF16(t *testing.T) {
	for text, size := range map[string]int64{"a": 1, "ü": 1, "会": 1, "🚀": 2} {
		c := read()
		c.Params = map[string]any{"t": strings.Repeat(text, 1000)}
		empty, _ := encode("t", backend.Call{Action: c.Action, Params: map[string]any{"t": ""}}, 1000)
		fits := int64(len(empty)) + 1000*size
		if _, err := encode("t", c, fits); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if _, err := encode("t", c, fits-1); fault.CodeOf(err) != fault.LimitExceeded {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestTooLargeARequestIsNotSent(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) { t.Error("something was sent") })
	c := write()
	c.Params = map[string]any{"notes": strings.Repeat("x", 1_000_000)}
	_, err := at(server.URL, server.Client()).Do(t.Context(), c)
	if fault.CodeOf(err) != fault.LimitExceeded || !strings.Contains(err.Error(), "nothing was sent") {
		t.Errorf("got %v", err)
	}
}

// A request just under the limit and an answer of a megabyte pass whole.
func TestLargeBodies(t *testing.T) {
	text := strings.Repeat("x", 990_000)
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var got request
		json.NewDecoder(r.Body).Decode(&got)
		json.NewEncoder(w).Encode(map[string]any{"success": true, "data": got.Params["notes"]})
	})
	c := write()
	c.Params = map[string]any{"notes": text}
	r, err := at(server.URL, server.Client()).Do(t.Context(), c)
	if err != nil || r.Data != text {
		t.Fatalf("%v, %d characters", err, len(r.Data.(string)))
	}
}

func TestAddresses(t *testing.T) {
	bad := map[string]string{
		"http://proxy.example/exec":              "must begin with https://",
		"http://127.0.0.1.evil.example/":         "must begin with https://",
		"ftp://127.0.0.1/":                       "must begin with https://",
		"https://user:zq7secret@proxy.example/":  "user name or password",
		"proxy.example/exec":                     "no web address",
		"https://":                               "no web address",
		"https://zq7secret.example/%zz":          "no web address",
		"javascript:alert(1)":                    "no web address",
		"http://[::1%25zq7secret]:99999999/exec": "",
	}
	for address, want := range bad {
		_, err := at(address, nil).Do(t.Context(), read())
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "zq7secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"https://proxy.example/exec", " https://proxy.example/exec\n", "http://localhost:1/", "http://[::1]:1/", "http://127.9.9.9/"} {
		if _, err := at(address, nil).address("tasks"); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestForbidAdmin(t *testing.T) {
	vars := map[string]string{TokenName("tasks", "ADMIN_TOKEN"): "a", TokenName("tasks", "TOKEN"): "p"}
	for _, class := range risk.Classes() {
		c := Choose(env(vars), "tasks", class, true)
		if c.Chosen != TokenName("tasks", "TOKEN") {
			t.Errorf("%s: %s", class, c.Chosen)
		}
		for _, name := range c.Candidates {
			if strings.Contains(name, "ADMIN") {
				t.Errorf("%s: %s is a candidate", class, name)
			}
		}
	}
	delete(vars, TokenName("tasks", "TOKEN"))
	vars[URLName("tasks")] = "http://127.0.0.1:1/"
	_, err := New(Options{Getenv: env(vars), ForbidAdmin: true, Limits: limits.Default()}).Do(t.Context(), write())
	if kind(t, err) != "no_token" {
		t.Errorf("got %v", err)
	}
}

func TestNamesInMessagesAreClean(t *testing.T) {
	c := read()
	c.Service = "x\x1b[2J\n"
	if _, err := at("", nil).Do(t.Context(), c); err == nil || strings.ContainsAny(err.Error(), "\x1b\n") {
		t.Errorf("%q", err)
	}
}

// Preview and Warm send nothing.
func TestPreviewAndWarmSendNothing(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) { t.Error("something was sent") })
	b := at(server.URL, nil)
	defer b.Close()
	planned, err := b.Preview(t.Context(), write())
	if planned != nil || err != nil {
		t.Error(planned, err)
	}
	b.Warm(t.Context(), "tasks")
	b.Warm(t.Context(), "nowhere")
}

func TestInterrupted(t *testing.T) {
	arrived := make(chan struct{}, 1)
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		arrived <- struct{}{}
		<-r.Context().Done()
	})
	for _, c := range []struct {
		call backend.Call
		want fault.Code
	}{{read(), fault.Interrupted}, {write(), fault.OutcomeUnknown}, {raw(), fault.OutcomeUnknown}} {
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-arrived; cancel() }()
		_, err := at(server.URL, server.Client()).Do(ctx, c.call)
		if fault.CodeOf(err) != c.want {
			t.Errorf("%s: %v", c.call.Action, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := at(server.URL, server.Client()).Do(ctx, write()); fault.CodeOf(err) != fault.Interrupted {
		t.Errorf("nothing had left: %v", err)
	}
}

func TestTimeout(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	for _, c := range []struct {
		call backend.Call
		want fault.Code
	}{{read(), fault.Network}, {write(), fault.OutcomeUnknown}, {raw(), fault.OutcomeUnknown}} {
		b := at(server.URL, server.Client())
		b.timeout = 50 * time.Millisecond
		_, err := b.Do(t.Context(), c.call)
		if fault.CodeOf(err) != c.want || !strings.Contains(err.Error(), "did not answer in time") {
			t.Errorf("%s: %v", c.call.Action, err)
		}
	}
}
