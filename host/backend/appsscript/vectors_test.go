package appsscript

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/vectors"
)

// env makes a Getenv of a map.
func env(vars map[string]string) func(string) string {
	return func(name string) string { return vars[name] }
}

type tokenInput struct {
	Service string            `json:"service"`
	Action  string            `json:"action"`
	Params  map[string]any    `json:"params"`
	Env     map[string]string `json:"env"`
}

type tokenWant struct {
	Class      string   `json:"class"`
	Selected   *string  `json:"selected"`
	Candidates []string `json:"candidates"`
	Error      string   `json:"error"`
	// RequestSent is given where it is false.
	RequestSent *bool `json:"requestSent"`
}

// Every choice runs through Do against a server that says which token came.
func TestTokenVectors(t *testing.T) {
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	var sent map[string]any
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		sent, _ = vectors.Decode(t, body).(map[string]any)
		io.WriteString(w, `{"success":true,"data":null}`)
	}))
	defer server.Close()
	vectors.Run(t, "token", []string{"subset", "service", "edge"}, func(t *testing.T, v vectors.Vector) string {
		var in tokenInput
		var want tokenWant
		v.In(t, &in)
		v.Want(t, &want)
		vars := map[string]string{URLName(in.Service): server.URL}
		for name, value := range in.Env {
			vars[name] = value
		}
		got := tokenWant{Class: string(tables.ResolveRaw(in.Service, in.Action, in.Params))}
		b := New(Options{Getenv: env(vars), Client: server.Client(), Limits: limits.Default(), Verbose: func(c Choice) {
			got.Candidates = c.Candidates
			if c.Chosen != "" {
				got.Selected = &c.Chosen
			}
		}})
		sent = nil
		_, err := b.Do(t.Context(), backend.Call{Service: in.Service, Action: in.Action, Class: got.Class, Params: in.Params})
		if err != nil {
			got.Error = kind(t, err)
		}
		if want.RequestSent != nil {
			happened := sent != nil
			got.RequestSent = &happened
		} else if got.Selected != nil && sent["token"] != vars[*got.Selected] {
			t.Errorf("sent the token %v, want the value of %s", sent["token"], *got.Selected)
		}
		return cmp.Diff(want, got)
	})
}

func TestTransportVectors(t *testing.T) {
	vectors.Run(t, "token", []string{"transportError"}, func(t *testing.T, v vectors.Vector) string {
		var in struct {
			URL   string `json:"url"`
			Token string `json:"token"`
			HTTP  int    `json:"http"`
			Body  string `json:"body"`
		}
		type outcome struct {
			Error       string `json:"error"`
			RequestSent bool   `json:"requestSent"`
		}
		var want, got outcome
		v.In(t, &in)
		v.Want(t, &want)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got.RequestSent = true
			w.WriteHeader(in.HTTP)
			io.WriteString(w, in.Body)
		}))
		defer server.Close()
		vars := map[string]string{}
		if in.URL == "set" {
			vars[URLName("tasks")] = server.URL
		}
		if in.Token == "set" {
			vars[TokenName("tasks", "TOKEN")] = "tok-primary"
		}
		b := New(Options{Getenv: env(vars), Client: server.Client(), Limits: limits.Default()})
		_, err := b.Do(t.Context(), read())
		if exit := fault.ExitOf(err); exit != fault.ExitFailure {
			t.Errorf("exit %d", exit)
		}
		got.Error = kind(t, err)
		return cmp.Diff(want, got)
	})
}

func TestRequestVector(t *testing.T) {
	vectors.Run(t, "token", []string{"request"}, func(t *testing.T, v vectors.Vector) string {
		type wire struct {
			Method    string            `json:"method"`
			Headers   map[string]string `json:"headers"`
			Body      any               `json:"body"`
			TimeoutMs int64             `json:"timeoutMs"`
		}
		var in tokenInput
		var want wire
		v.In(t, &in)
		v.Want(t, &want)
		got := wire{Headers: map[string]string{}, TimeoutMs: Timeout.Milliseconds()}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			got.Method, got.Body = r.Method, vectors.Decode(t, body)
			for name := range want.Headers {
				got.Headers[name] = r.Header.Get(name)
			}
			io.WriteString(w, `{"success":true,"data":null}`)
		}))
		defer server.Close()
		in.Env[URLName(in.Service)] = server.URL
		b := New(Options{Getenv: env(in.Env), Client: server.Client(), Limits: limits.Default()})
		if _, err := b.Do(t.Context(), backend.Call{Service: in.Service, Action: in.Action, Class: "read", Tool: "x", Params: in.Params}); err != nil {
			t.Fatal(err)
		}
		return cmp.Diff(want, got)
	})
}

// kind gives the vectors' word for an error.
func kind(t *testing.T, err error) string {
	t.Helper()
	var rule envelope.Rule
	var code StatusError
	switch {
	case errors.Is(err, ErrNoURL):
		return "no_url"
	case errors.Is(err, ErrNoToken):
		return "no_token"
	case errors.As(err, &code):
		return "http_status"
	case errors.As(err, &rule) && rule == envelope.RuleJSON:
		return "malformed_json"
	case errors.As(err, &rule):
		return "malformed_envelope"
	}
	t.Errorf("no kind for the error %v", err)
	return ""
}
