package mcp

import (
	"context"
	"maps"
	"net/http"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/bearer"
)

// httpWatchTime is how often is asked whether the tokens of what is open are still
// right.
const httpWatchTime = 2 * time.Second

// sessionHeader names a session in a request, and in the answer that began it.
const sessionHeader = "Mcp-Session-Id"

// holder is a token that was shown, and whom it stood for. It is never logged.
type holder struct {
	bearer.Identity
	token string
}

// opened is a request that is being answered, or a stream.
type opened struct {
	holder
	stream bool
	cancel context.CancelFunc
}

// openedKey is the key of the context under which a request without a session
// finds what was noted of it.
type openedKey struct{}

// enter notes that a request is open; leave takes it out again.
func (g *gate) enter(e *endpoint, who holder, r *http.Request) (_ *http.Request, leave func()) {
	if g.Users == nil {
		return r, func() {}
	}
	ctx, cancel := context.WithCancel(r.Context())
	o := &opened{holder: who, stream: streams(r), cancel: cancel}
	ctx = context.WithValue(ctx, openedKey{}, o)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open[o] = struct{}{}
	if id := r.Header.Get(sessionHeader); id != "" {
		if _, known := e.held[id]; known { // the newest token holds a session
			e.held[id] = who
		}
	}
	return r.WithContext(ctx), func() {
		cancel()
		e.mu.Lock()
		defer e.mu.Unlock()
		delete(e.open, o)
	}
}

// keep notes with which token a session began.
func (g *gate) keep(e *endpoint, who holder, w http.ResponseWriter, r *http.Request) {
	id := w.Header().Get(sessionHeader)
	if g.Users == nil || id == "" || r.Header.Get(sessionHeader) != "" {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.held[id] = who
}

// runOf is what a call is ended with: its session, or where that is the request's
// alone, the request. A client that hangs up ends neither.
func runOf(ctx context.Context, s *sdk.ServerSession) any {
	if o, ok := ctx.Value(openedKey{}).(*opened); ok && s.ID() == "" {
		return o
	}
	return s
}

// follow is middleware that can end calls.
func (e *endpoint) follow(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		s, ok := req.GetSession().(*sdk.ServerSession)
		if !ok {
			return next(ctx, method, req)
		}
		run := runOf(ctx, s)
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		e.mu.Lock()
		if e.runs[run] == nil {
			e.runs[run] = map[*context.CancelFunc]struct{}{}
		}
		e.runs[run][&cancel] = struct{}{}
		e.mu.Unlock()
		defer func() {
			e.mu.Lock()
			defer e.mu.Unlock()
			if delete(e.runs[run], &cancel); len(e.runs[run]) == 0 {
				delete(e.runs, run)
			}
		}()
		return next(ctx, method, req)
	}
}

// watch ends what is open with tokens that are no longer right, until the server
// ends.
func (g *gate) watch() {
	tick := time.NewTicker(httpWatchTime)
	defer tick.Stop()
	for {
		select {
		case <-g.ending.Done():
			return
		case <-tick.C:
			g.sweep(g.ending, time.Now())
		}
	}
}

// sweep asks once for each token of what is open.
func (g *gate) sweep(ctx context.Context, now time.Time) {
	g.mu.Lock()
	var all []*endpoint
	for _, e := range g.endpoints {
		all = append(all, e)
	}
	g.mu.Unlock()
	for _, e := range all {
		e.sweep(now, func(s holder) bool {
			id, err := g.Users.Who(ctx, s.token)
			return err == nil && id.User == s.User || err != nil && !saysNo(err)
		})
	}
}

// sweep ends what is open with a token that is not right any more. One that came
// to its end by itself ends the streams; what is being answered has as long as a
// question may take, and a session waits for a new token of its user. One that was
// taken back ends all of it.
func (e *endpoint) sweep(now time.Time, right func(holder) bool) {
	made := e.now.Load()
	if made == nil {
		return
	}
	e.mu.Lock()
	tokens, held := map[string]holder{}, maps.Clone(e.held)
	for o := range e.open {
		tokens[o.token] = o.holder
	}
	e.mu.Unlock()
	// Asked for after what is held was noted: a session that is held and not among
	// these has ended, and none that has just begun is taken for one of them.
	live := map[string]*sdk.ServerSession{}
	for s := range made.server.Sessions() {
		live[s.ID()] = s
	}
	for id, s := range held {
		if live[id] != nil {
			tokens[s.token] = s
		}
	}

	wrong := map[string]bool{}
	for token, s := range tokens {
		if !right(s) {
			wrong[token] = true
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for o := range e.open {
		if wrong[o.token] && (o.stream || !o.lapsed(now) || now.Sub(o.Expires) > DefaultAskTime) {
			o.cancel()
			e.endRuns(o)
		}
	}
	for id := range held {
		switch s := e.held[id]; { // another token may hold it by now
		case live[id] == nil:
			delete(e.held, id)
		case wrong[s.token] && !s.lapsed(now):
			delete(e.held, id)
			e.endRuns(live[id])
			go live[id].Close() // it waits for the calls
		}
	}
}

// endRuns ends the calls of a session, or of a request that has none; e is locked.
func (e *endpoint) endRuns(run any) {
	for cancel := range e.runs[run] {
		(*cancel)()
	}
}

// lapsed says that a token came to its end by itself.
func (s holder) lapsed(now time.Time) bool { return !s.Expires.IsZero() && !now.Before(s.Expires) }
