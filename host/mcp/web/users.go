package web

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// leastShare is what each user has of every bound, however many there are.
const leastShare = 4

// endpoint is where one user's requests go. The sessions are the endpoint's own:
// to all others they do not exist.
type endpoint struct {
	making sync.Mutex
	now    atomic.Pointer[served] // nil until it is made

	// What the user has of the gate's bounds.
	running, listening atomic.Int64

	// What is open, and with which token; kept only where there are users.
	mu   sync.Mutex
	open map[*opened]struct{}
	held map[string]holder                           // by session
	runs map[string]map[*context.CancelFunc]struct{} // calls that run, by token
	seen map[string]holder                           // by token, of all of these
}

// served is a server, and the protocol over HTTP before it.
type served struct {
	server   *sdk.Server
	protocol http.Handler
}

func newEndpoint() *endpoint {
	return &endpoint{
		open: map[*opened]struct{}{}, held: map[string]holder{}, seen: map[string]holder{},
		runs: map[string]map[*context.CancelFunc]struct{}{},
	}
}

// endpoint gives a user's, which is made at the first request. Others do not wait
// for it.
func (g *gate) endpoint(ctx context.Context, user string) (*endpoint, error) {
	g.mu.Lock()
	e := g.endpoints[user]
	if e == nil {
		e = newEndpoint()
		g.endpoints[user] = e
	}
	g.mu.Unlock()
	if e.now.Load() != nil {
		return e, nil
	}
	e.making.Lock()
	defer e.making.Unlock()
	if e.now.Load() != nil {
		return e, nil
	}
	server, err := g.Users.Server(context.WithoutCancel(ctx), user)
	if err != nil {
		return nil, err
	}
	e.serve(g, server)
	return e, nil
}

// serve puts a server behind the endpoint.
func (e *endpoint) serve(g *gate, server *sdk.Server) {
	server.AddReceivingMiddleware(g.calls.count)
	if g.Users != nil {
		server.AddReceivingMiddleware(e.follow)
	}
	o := &sdk.StreamableHTTPOptions{
		Stateless: g.Stateless, SessionTimeout: g.times.session, MaxRequestBodyBytes: maxBody,
		// The gate's own check of the host is the stricter one, and knows Hosts.
		DisableLocalhostProtection: true,
	}
	fixtureHTTP(o)
	e.now.Store(&served{server, sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, o)})
}

// share is what one user has of a bound: no user can use up what the others need.
func (g *gate) share(all int64) int64 {
	if g.Users == nil {
		return all
	}
	n := int64(max(g.Users.Count(), 1))
	return max((all+n-1)/n, leastShare)
}

// bound is what all users have together: more than the bound where there are so
// many that it gives them too little each.
func (g *gate) bound(all int64) int64 {
	if g.Users == nil {
		return all
	}
	return max(all, g.share(all)*int64(g.Users.Count()))
}

// sessions is how many the user has open.
func (e *endpoint) sessions() (n int) {
	for range e.now.Load().server.Sessions() {
		n++
	}
	return n
}
