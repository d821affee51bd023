// Package google runs Google's official Go clients against the embedded
// workspace on a loopback listener: what they can't tell from Google, a
// person's program can't either. It is a module of its own, so that the
// binary never links these clients.
//
// Each service has one test with scenarios. When all of them ran, every route
// that the service's plans may use must have been answered with success.
package google

import (
	"context"
	"errors"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/api/googleapi"
	"google.golang.org/api/option"

	"github.com/wslite/wslite/host/backend/local"
)

// world is a workspace that is served as "wslite local serve" does.
type world struct {
	*local.Workspace
	url    string
	client *http.Client
}

// scenario is a part of a service's test. It has a workspace of its own.
type scenario struct {
	name string
	run  func(*testing.T, *world)
}

// play runs the scenarios and then demands that no route of the service's
// plans was left out.
func play(t *testing.T, service string, scenarios []scenario) {
	used := newCoverage(t, service)
	ran := 0
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			ran++
			s.run(t, serve(t, used))
		})
	}
	if ran == len(scenarios) { // not with -run for one of them
		used.complete(t)
	}
}

// serve opens a workspace on a loopback listener for as long as the test runs.
func serve(t *testing.T, used *coverage) *world {
	t.Helper()
	w, err := local.Open(filepath.Join(t.TempDir(), "workspace.db"), local.WithReport(func(err error) { t.Errorf("the workspace reports: %v", err) }))
	if err != nil {
		t.Fatal(err)
	}
	return serveWorkspace(t, w, used)
}

func serveWorkspace(t *testing.T, w *local.Workspace, used *coverage) *world {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Serve(ctx, l) }()
	transport := &http.Transport{}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		cancel()
		if err := <-done; err != nil {
			t.Errorf("serving ended with %v", err)
		}
		w.Close()
	})
	used.next = transport
	return &world{Workspace: w, url: "http://" + l.Addr().String(), client: &http.Client{Transport: used}}
}

// options point a client at the workspace; base is what stands between the
// host and the paths of the API, such as /calendar/v3/.
func (w *world) options(base string) []option.ClientOption {
	return []option.ClientOption{option.WithEndpoint(w.url + base), option.WithHTTPClient(w.client)}
}

// ok fails the test on an error; it lets a call stand in one line.
func ok[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// done fails the test on an error of a call that answers nothing.
func done(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// join shows one text of each item of a list.
func join[T any](items []T, text func(T) string) string {
	var out []string
	for _, it := range items {
		out = append(out, text(it))
	}
	return strings.Join(out, " ")
}

// refused demands Google's error with a code and a reason.
func refused(t *testing.T, what string, err error, code int, reason string) {
	t.Helper()
	var e *googleapi.Error
	if !errors.As(err, &e) {
		t.Errorf("%s: got %v, want a googleapi.Error", what, err)
		return
	}
	if e.Code != code || e.Message == "" || len(e.Errors) != 1 || e.Errors[0].Reason != reason {
		t.Errorf("%s: got %d %+v %q, want %d %s", what, e.Code, e.Errors, e.Message, code, reason)
	}
}
