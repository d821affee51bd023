// Package appsscript runs actions on a workspace-lite proxy: an Apps Script
// web app per service that takes {token, action, params} in one POST.
//
// It owns the variables that name the proxies and their tokens, the exchange
// over HTTP, what the guard gets to see of a call, and what a lost answer means.
// It never asks for a confirmation (the pipeline did), never retries, and no token, URL or body appears in what
// it returns or reports. Start reading at Backend.Do.
package appsscript

import (
	"context"
	"net/http"
	"os"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/internal/crash"
)

// Timeout bounds one call, redirects and the whole answer included. It is the
// peer's; a script itself may run for six minutes, which is why the outcome of
// a mutation is unknown after it.
const Timeout = 30 * time.Second

// Options configure a Backend.
type Options struct {
	// Getenv reads the environment; nil means the process's.
	Getenv func(string) string
	// Client sends the requests; nil means one of our own, which can open
	// connections ahead. Its redirect rule and time-out are replaced.
	Client *http.Client
	// Limits bounds request and answer.
	Limits limits.Limits
	// Verbose hears which variable gives the token of a call. It gets no
	// values; nil means nobody listens.
	Verbose func(Choice)
	// ForbidAdmin leaves the admin token out of every choice.
	ForbidAdmin bool
}

// Backend is safe for use by many goroutines.
type Backend struct {
	opts    Options
	client  http.Client
	warm    *warmer // nil where the client is the caller's
	timeout time.Duration
}

var _ backend.Backend = (*Backend)(nil)

// New makes a backend. Variables are read at each call, not here.
func New(o Options) *Backend {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	b := &Backend{opts: o, timeout: Timeout}
	if o.Client != nil {
		b.client = *o.Client
	} else {
		b.warm = newWarmer(nil)
		b.client.Transport = b.warm.transport
	}
	b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	b.client.Jar = nil
	b.client.Timeout = 0
	return b
}

// Name is "appsscript".
func (b *Backend) Name() string { return "appsscript" }

// Preview gives no requests: the one that Do sends is the call itself.
func (b *Backend) Preview(context.Context, backend.Call) ([]backend.Planned, error) { return nil, nil }

// Do posts the call once and gives the proxy's checked answer.
//
// Errors: CLIENT_ERROR where a variable is missing or wrong or the proxy
// refuses the request, LIMIT_EXCEEDED for a request or an answer that is too
// large, NETWORK_ERROR, UPSTREAM_ERROR, MALFORMED_RESPONSE, INTERRUPTED. Where
// the request had left whole and may have changed something, all that leave
// open whether it did become OUTCOME_UNKNOWN. The guard's error is given as it
// is.
func (b *Backend) Do(ctx context.Context, c backend.Call) (*envelope.Response, error) {
	address, err := b.address(c.Service)
	if err != nil {
		return nil, err
	}
	token, err := b.token(c)
	if err != nil {
		return nil, err
	}
	body, err := encode(token, c, b.opts.Limits.RequestBody)
	if err != nil {
		return nil, err
	}
	if mayChange(c) && c.Guard != nil {
		if err := c.Guard(ctx, effect(c, int64(len(body)-len(token)))); err != nil {
			return nil, err
		}
	}
	x := &exchange{client: &b.client, limit: b.opts.Limits.ResponseBody}
	limited, cancel := context.WithTimeout(ctx, b.timeout)
	defer cancel()
	if mayChange(c) {
		crash.Point("dispatch")
	}
	answer, failed := x.post(limited, address, body)
	if mayChange(c) && failed == nil {
		crash.Point("answered")
	}
	if failed != nil {
		return mask(token, nil, settle(ctx, c, x.sent.Load(), failed))
	}
	r, err := envelope.Parse(answer)
	if err != nil {
		return nil, settle(ctx, c, true, open(err))
	}
	return mask(token, r, nil)
}

// Warm opens the connection for a service's proxy in the background, once per
// address, so that it is there when Do needs it. It sends nothing.
func (b *Backend) Warm(ctx context.Context, service string) {
	if b.warm == nil {
		return
	}
	if address, err := b.address(service); err == nil {
		b.warm.start(ctx, address)
	}
}

// Close drops connections that were opened ahead and not used, and idle ones.
func (b *Backend) Close() {
	if b.warm != nil {
		b.warm.close()
	}
}
