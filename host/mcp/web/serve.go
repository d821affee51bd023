// Package web serves MCP servers over HTTP: who may come in, as whom, how much at
// once, and how it ends.
//
// It knows tokens, users and connections, and nothing of tools: what a request asks
// is the business of the server behind it. Start reading at Serve, then gate.go.
package web

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/bearer"
	"github.com/wslite/wslite/host/fault"
)

// Path is where the protocol is served.
const Path = "/mcp"

// Bounds of the HTTP server.
const (
	// maxBody is how many bytes a request may have.
	maxBody = 16 << 20
	// maxHeader is how many bytes its headers may have.
	maxHeader = 64 << 10
	// maxSessions is how many sessions may be open.
	maxSessions = 64
	// maxRunning is how many requests may be answered at once, without the
	// streams on which clients listen.
	maxRunning = 64
	// maxListening is how many such streams may be open.
	maxListening = 128
)

// times are how long a server waits for what.
type times struct {
	header, body time.Duration // of a request
	keep         time.Duration // for the next request of a connection
	session      time.Duration // for the next request of a session
	grace        time.Duration // for calls that run, after the server was told to end
}

var usualTimes = times{
	header: 10 * time.Second, body: time.Minute, keep: 2 * time.Minute, session: 30 * time.Minute, grace: 30 * time.Second,
}

// Users tell apart those whom one server serves: each has a server of its own,
// with its own account, policy and records.
type Users interface {
	// Who gives the user whom a bearer token stands for. It is asked for each
	// request, by many goroutines at once, and again while something is open that
	// began with the token: one that was taken back ends it. UNAUTHORIZED says
	// that the token is nobody's, ACTION_NOT_ALLOWED that it is right and opens
	// nothing here (for want of a scope if it is a bearer.ErrScope), any other error
	// that nobody can tell now; none holds the token.
	Who(ctx context.Context, token string) (bearer.Identity, error)
	// Server gives a user's server; it is asked once for each user, and again after
	// an error.
	Server(ctx context.Context, user string) (*sdk.Server, error)
	// Count is how many users there may be: they share the server's bounds.
	Count() int
}

// Options say who may use a server over HTTP.
type Options struct {
	// Token is what a client has to show; "" asks for none. It does not count
	// where there are Users.
	Token string
	// Users, where set, say whose request each is.
	Users Users
	// Challenge is what a client without the right token is told in the header
	// WWW-Authenticate, after which is said what is wrong with one that was shown;
	// "" is that a bearer token is needed.
	Challenge string
	// Public are paths that are served without a token, as metadata about where to
	// get one.
	Public map[string]http.Handler
	// Hosts are names, without port, that requests may be sent to besides those of
	// loopback.
	Hosts []string
	// Origins are web origins (scheme://host[:port]) whose pages may send requests,
	// besides those on loopback.
	Origins []string
	// Stateless serves each request by itself: no sessions, no questions to a
	// person.
	Stateless bool

	// times are how long it waits; the zero value is usualTimes.
	times times
}

// Serve serves until ctx ends. It then takes nothing new and lets the calls
// that run come to their end, whether their clients still wait or not, for half a
// minute. It closes the listener. Where there are Users, server may be nil.
// Errors: fault.Network if the listener breaks.
func Serve(ctx context.Context, l net.Listener, server *sdk.Server, o Options) error {
	h := newGate(server, o)
	o = h.Options
	srv := &http.Server{
		Handler: h, ReadHeaderTimeout: o.times.header, IdleTimeout: o.times.keep, MaxHeaderBytes: maxHeader,
		// Lines of net/http quote what clients send.
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
		// A call that runs outlives the signal that ends the server.
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	if o.Users != nil {
		go h.watch()
	}
	broken := make(chan error, 1)
	go func() { broken <- srv.Serve(l) }()
	select {
	case err := <-broken:
		h.end()
		return fault.Wrap(err, fault.Network, "the server at %s can take no more connections: start it again", l.Addr())
	case <-ctx.Done():
	}
	h.end()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), o.times.grace)
	defer cancel()
	h.calls.wait(grace)
	if srv.Shutdown(grace) != nil {
		srv.Close()
	}
	return nil
}

// counted is how many calls run.
type counted struct{ n atomic.Int64 }

// count is middleware that counts calls of tools. A call goes on where its client
// has hung up, so that counting requests would not do.
func (c *counted) count(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		if method == "tools/call" {
			c.n.Add(1)
			defer c.n.Add(-1)
		}
		return next(ctx, method, req)
	}
}

// wait returns when none runs, or when ctx ends.
func (c *counted) wait(ctx context.Context) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for c.n.Load() > 0 {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
