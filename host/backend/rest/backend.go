// Package rest runs actions over HTTPS: it drives a plugin's plan, checks each
// request that the plan asks for, sends it and hands the answer back.
//
// It owns effect confinement (an action reaches the routes of its row in the
// risk tables and no other), sending and retrying, moving content between
// services and host/blob, the reading of answers and of services' errors, and
// the loop over a batch. It never decides whether an
// action may run, which happened before, and never lets a plugin see or choose
// a URL, a host, a header or a token. Google, Graph and the local workspace
// differ only in the Transport and the Token that they give it.
//
// Start reading at Backend.Do, then plan.go (the loop), prepare.go (what is
// checked before anything is sent), effect.go (what the guard gets to see of a
// change) and send.go (what leaves the machine). Large content goes up in
// resumable.go and comes down in download.go.
package rest

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
)

// Rules is what the backend asks of the risk tables; *risk.Tables has it.
type Rules interface {
	// Row gives the class and the routes of an action, and whether a table
	// knows it. An action without a row reaches nothing.
	Row(service, action string) (risk.Row, bool)
	// Resolve gives the class of an action with these parameters.
	Resolve(service, action string, params map[string]any) risk.Class
}

// Options is what a Backend is made of. Name, Routes, Risk, Transport and
// Limits are needed.
type Options struct {
	// Name is the backend's name in the configuration.
	Name   string
	Routes *route.Table
	Risk   Rules
	// Transport sends. Redirects are never followed, whatever it is. One that
	// has a method Warm(ctx, host) may open connections ahead.
	Transport http.RoundTripper
	// Token gives a bearer token that has one of the scopes; nil sends none.
	// It is asked once per attempt, for the host's own routes only.
	Token func(ctx context.Context, service string, scopes []string) (string, error)
	// Renew gives a new token in the place of one that the service did not
	// accept; nil can't. It is asked once per request, after a 401.
	Renew  func(ctx context.Context, service string, scopes []string, stale string) (string, error)
	Limits limits.Limits
	// Timeout bounds one attempt of one request, from connecting to the end of
	// the answer; where content moves, each silence instead. 0 means
	// DefaultTimeout.
	Timeout time.Duration
	// CallTimeout bounds one action, all its requests and waits together but for
	// the time in which content moves; 0 means DefaultCallTimeout.
	CallTimeout time.Duration
	// Pacer keeps an account below the service's quotas; nil does not. Account
	// is whose quotas they are.
	Pacer   *Pacer
	Account string

	// Tests set these; nil means the real thing. Wait sleeps or returns the
	// context's error; Jitter draws from [0, max].
	Now    func() time.Time
	Wait   func(ctx context.Context, d time.Duration) error
	Jitter func(max time.Duration) time.Duration
}

const (
	// DefaultTimeout is how long one attempt may take: what proxies get, too.
	DefaultTimeout = 30 * time.Second
	// DefaultCallTimeout is how long one action may take: the longest wait that
	// a service may ask for, a few times over.
	DefaultCallTimeout = 5 * time.Minute
	// inFlight is how many requests a backend has under way at once, over all
	// calls of a server.
	inFlight = 16
)

// Backend runs actions by their plugin's plan. It holds no state of a call,
// so any number of goroutines may use it.
type Backend struct {
	o      Options
	client *http.Client
	seats  chan struct{} // one for each request that is under way
}

var _ backend.Backend = (*Backend)(nil)

// New makes a Backend.
func New(o Options) *Backend {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.CallTimeout <= 0 {
		o.CallTimeout = DefaultCallTimeout
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Wait == nil {
		o.Wait = wait
	}
	if o.Jitter == nil {
		o.Jitter = func(max time.Duration) time.Duration { return rand.N(max + 1) }
	}
	return &Backend{o: o, seats: make(chan struct{}, inFlight), client: &http.Client{
		Transport:     o.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// Name is the backend's name in the configuration.
func (b *Backend) Name() string { return b.o.Name }

// Do runs an action, or each operation of a batch in order.
//
// What the service refused, and what the plan refused in its place, is a
// Response with Success false. The error is a *fault.Error: PLUGIN_VIOLATION
// and other PLUGIN codes, NETWORK_ERROR where nothing was changed,
// OUTCOME_UNKNOWN where something may have been, INTERRUPTED,
// MALFORMED_RESPONSE, LIMIT_EXCEEDED. If the action changed something before
// it failed, the message says by which routes. The guard's error is given as it
// is, but for that, and ends a batch.
func (b *Backend) Do(ctx context.Context, c backend.Call) (*envelope.Response, error) {
	if err := planned(c); err != nil {
		return nil, err
	}
	if c.Action == risk.Batch {
		return b.batch(ctx, c)
	}
	p := newProgress(c, 0)
	res, err := b.run(ctx, p)
	if h := heldOf(err); h != nil {
		return nil, noted(h.err, p.done())
	}
	return settle(res, err)
}

// Warm opens connections to the hosts of a service ahead of Do, where the
// transport can do so. It does not wait for them.
func (b *Backend) Warm(ctx context.Context, service string) {
	if w, ok := b.o.Transport.(interface {
		Warm(ctx context.Context, host string)
	}); ok {
		for _, host := range b.o.Routes.TLSHosts(service) {
			w.Warm(ctx, host)
		}
	}
}

func planned(c backend.Call) error {
	if c.Planner == nil {
		return fault.New(fault.NotSupported, "%s %s: raw calls are for proxies; this backend runs a tool's plan", c.Service, show(c.Action)).
			WithHint("call the tool instead")
	}
	return nil
}
