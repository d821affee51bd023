package appsscript

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
)

// The question for health carries nothing: no token, no body.
func TestHealthCarriesNothing(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodGet || len(body) > 0 || r.Header.Get("Content-Type") != "" {
			t.Errorf("%s with %q, %v", r.Method, body, r.Header)
		}
		io.WriteString(w, "any text")
	})
	got, err := at(server.URL, server.Client()).Health(t.Context(), "tasks", time.Second)
	if err != nil || string(got) != "any text" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestHealthFailures(t *testing.T) {
	slow := serve(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	_, err := at(slow.URL, slow.Client()).Health(t.Context(), "tasks", 20*time.Millisecond)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a time-out can't be told: %v", err)
	}
	away := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://proxy.example/", http.StatusFound)
	})
	if _, err := at(away.URL, away.Client()).Health(t.Context(), "tasks", time.Second); fault.CodeOf(err) != fault.Upstream {
		t.Errorf("a redirect out of this machine: %v", err)
	}
	if _, err := at("http://proxy.example/", nil).Health(t.Context(), "tasks", time.Second); err == nil {
		t.Error("an address without TLS was asked")
	}
}

// The setup key stands in the body alone, and no token goes with it.
func TestBootstrap(t *testing.T) {
	var got string
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = r.Method + " " + r.URL.String() + " " + strings.TrimSpace(string(body))
		io.WriteString(w, `{"success":true,"data":{"token":"new"}}`)
	})
	for _, rotate := range []bool{false, true} {
		r, err := at(server.URL+"/exec", server.Client()).Bootstrap(t.Context(), "tasks", "<k>", rotate)
		if err != nil || !r.Success {
			t.Fatal(err)
		}
		want := `POST /exec {"setupKey":"<k>","rotate":false}`
		if rotate {
			want = strings.Replace(want, "false", "true", 1)
		}
		if got != want {
			t.Errorf("sent %s", got)
		}
	}
}

func TestBootstrapOutcome(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "<html>setup-zq7") })
	_, err := at(server.URL, server.Client()).Bootstrap(t.Context(), "tasks", "setup-zq7", true)
	if fault.CodeOf(err) != fault.OutcomeUnknown || strings.Contains(err.Error(), "zq7") {
		t.Errorf("got %v", err)
	}
	server.Close()
	if _, err := at(server.URL, nil).Bootstrap(t.Context(), "tasks", "k", false); fault.CodeOf(err) != fault.Network {
		t.Errorf("nothing left: %v", err)
	}
}
