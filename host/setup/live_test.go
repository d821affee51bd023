package setup

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
)

// proxy is one that answers what a test wants.
type proxy struct {
	health    func(timeout time.Duration) ([]byte, error)
	do        func(c backend.Call) (*envelope.Response, error)
	bootstrap func(key string, rotate bool) (*envelope.Response, error)
}

func (p proxy) Health(_ context.Context, _ string, timeout time.Duration) ([]byte, error) {
	return p.health(timeout)
}

func (p proxy) Do(_ context.Context, c backend.Call) (*envelope.Response, error) { return p.do(c) }

func (p proxy) Bootstrap(_ context.Context, _, key string, rotate bool) (*envelope.Response, error) {
	return p.bootstrap(key, rotate)
}

func answering(body string) func(time.Duration) ([]byte, error) {
	return func(time.Duration) ([]byte, error) { return []byte(body), nil }
}

const healthyTasks = `{"success":true,"data":{"status":"healthy","service":"google-workspace-proxy-tasks"}}`

func failing(code string) *envelope.Response {
	return &envelope.Response{Error: &envelope.Error{Code: code, Message: "m\x1b[2J"}}
}

func TestHealthOf(t *testing.T) {
	for body, want := range map[string]Health{
		healthyTasks:                    Healthy,
		`{"data":{"status":"healthy"}}`: Healthy,
		`{"data":{"status":"healthy","service":"google-workspace-proxy-gmail"}}`:                 ServiceMismatch,
		`{"data":{"status":"healthy","service":"x\u001b[2J"}}`:                                   ServiceMismatch,
		`{"success":false,"data":{"status":"healthy","service":"google-workspace-proxy-tasks"}}`: InvalidResponse,
		`{"data":{"status":"Healthy"}}`:                                                          InvalidResponse,
		`{"data":{"status":"healthy","service":1}}`:                                              InvalidResponse,
		`{"status":"healthy"}`:                                                                   InvalidResponse,
		`null`:                                                                                   InvalidResponse,
		`[]`:                                                                                     InvalidResponse,
		``:                                                                                       InvalidResponse,
		healthyTasks + "x":                                                                       InvalidResponse,
	} {
		h, reported := HealthOf([]byte(body), "tasks")
		if h != want || (reported != "") != (h == ServiceMismatch) || strings.Contains(reported, "\x1b") {
			t.Errorf("%s: %s %q, want %s", body, h, reported, want)
		}
	}
}

// Only a time-out is followed by one more, longer, try.
func TestHealthIsAskedAgainAfterATimeout(t *testing.T) {
	late := fault.Wrap(context.DeadlineExceeded, fault.Network, "late")
	for _, c := range []struct {
		name string
		errs []error
		want Health
		asks []time.Duration
	}{
		{"quick", []error{nil}, Healthy, []time.Duration{15 * time.Second}},
		{"slow once", []error{late, nil}, Healthy, []time.Duration{15 * time.Second, 30 * time.Second}},
		{"slow for ever", []error{late, late}, Unreachable, []time.Duration{15 * time.Second, 30 * time.Second}},
		{"refused", []error{fault.New(fault.Network, "refused")}, Unreachable, []time.Duration{15 * time.Second}},
	} {
		var asks []time.Duration
		p := proxy{health: func(d time.Duration) ([]byte, error) {
			asks = append(asks, d)
			return []byte(healthyTasks), c.errs[len(asks)-1]
		}}
		h, _, advice := askHealth(t.Context(), p, "tasks")
		if h != c.want || (advice == "") != (h == Healthy) {
			t.Errorf("%s: %s %q", c.name, h, advice)
		}
		if diff := cmp.Diff(c.asks, asks); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// Every service has its question, and only those whose reads need an id take a
// refusal for a yes.
func TestProbes(t *testing.T) {
	for service, refusedIsFine := range map[string]bool{
		"drive": false, "gmail": false, "calendar": false, "tasks": false,
		"sheets": true, "slides": true, "docs": true, "forms": true,
	} {
		for code, want := range map[string]Auth{
			"": AuthOK, "UNAUTHORIZED": AuthUnauthorized, "RATE_LIMITED": AuthRateLimited, "INTERNAL_ERROR": AuthError, "BAD_REQUEST": AuthError,
		} {
			if code == "BAD_REQUEST" && refusedIsFine {
				want = AuthOK
			}
			p := proxy{health: answering(`{"data":{"status":"healthy"}}`), do: func(c backend.Call) (*envelope.Response, error) {
				if c.Service != service || c.Class != "read" || c.Action == "" {
					t.Errorf("asked %+v", c)
				}
				if code == "" {
					return &envelope.Response{Success: true}, nil
				}
				return failing(code), nil
			}}
			all, err := Probe(t.Context(), p, []Presence{{Service: service, URL: true, Primary: true}})
			if err != nil || all[0].Auth != want || all[0].Ready != (want == AuthOK) || (all[0].Advice == "") != all[0].Ready {
				t.Errorf("%s %s: %+v, %v", service, code, all, err)
			}
			if strings.Contains(all[0].Advice, "\x1b") {
				t.Errorf("%q", all[0].Advice)
			}
		}
	}
}

// A wrong service's proxy is asked for a read, and is not ready whatever it
// answers: its token would be another's.
func TestWrongServiceIsNeverReady(t *testing.T) {
	p := proxy{
		health: answering(`{"data":{"status":"healthy","service":"google-workspace-proxy-gmail"}}`),
		do:     func(backend.Call) (*envelope.Response, error) { return &envelope.Response{Success: true}, nil },
	}
	all, _ := Probe(t.Context(), p, []Presence{{Service: "tasks", URL: true, Primary: true}, {Service: "docs", URL: true}})
	if l := all[0]; l.Ready || l.Health != ServiceMismatch || l.Auth != AuthOK || l.Reported != "google-workspace-proxy-gmail" || !strings.Contains(l.Advice, tasksURL) {
		t.Errorf("%+v", l)
	}
	if l := all[1]; l.Ready || l.Health != HealthSkipped || l.Auth != AuthSkipped || l.Advice == "" {
		t.Errorf("%+v", l)
	}
}

// Defect 13: class tokens without a primary one are a complete set-up.
func TestDefect13Presence(t *testing.T) {
	for _, c := range []struct {
		vars                string
		installed, complete bool
	}{
		{"", false, false},
		{"URL", true, false},
		{"TOKEN", true, false},
		{"READ_TOKEN", true, false},
		{"URL TOKEN", true, true},
		{"URL READ_TOKEN", true, true},
		{"URL SEND_TOKEN ADMIN_TOKEN", true, true},
	} {
		p := Look(func(name string) string {
			for _, v := range strings.Fields(c.vars) {
				if name == "GOOGLE_WORKSPACE_DRIVE_PROXY_"+v {
					return "x"
				}
			}
			return ""
		}, "drive")
		if p.Installed() != c.installed || p.Complete() != c.complete {
			t.Errorf("%q: %+v", c.vars, p)
		}
	}
}
