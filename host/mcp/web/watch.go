package web

import (
	"context"
	"maps"
	"net/http"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/bearer"
)

// watchTime is how often is asked whether the tokens of what is open are still
// right.
const watchTime = 2 * time.Second

// lapsedTime is how long what is open may go on after its token ended by itself: as
// long as a person has to answer a question.
const lapsedTime = 10 * time.Minute

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

// enter notes that a request is open; leave takes it out again.
func (g *gate) enter(e *endpoint, who holder, r *http.Request) (_ *http.Request, leave func()) {
	if g.Users == nil {
		return r, func() {}
	}
	ctx, cancel := context.WithCancel(r.Context())
	o := &opened{holder: who, stream: streams(r), cancel: cancel}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open[o], e.seen[who.token] = struct{}{}, who
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

// follow is middleware that can end calls, by the token with which they came: the
// session, where there is one, may be another token's by now, and its client gone.
func (e *endpoint) follow(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		x := req.GetExtra()
		if x == nil {
			return next(ctx, method, req)
		}
		token, _ := bearerOf(x.Header.Values("Authorization"))
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		e.mu.Lock()
		if e.runs[token] == nil {
			e.runs[token] = map[*context.CancelFunc]struct{}{}
		}
		e.runs[token][&cancel] = struct{}{}
		e.mu.Unlock()
		defer func() {
			e.mu.Lock()
			defer e.mu.Unlock()
			if delete(e.runs[token], &cancel); len(e.runs[token]) == 0 {
				delete(e.runs, token)
			}
		}()
		return next(ctx, method, req)
	}
}

// watch ends what is open with tokens that are no longer right, until the server
// ends.
func (g *gate) watch() {
	tick := time.NewTicker(watchTime)
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

// sweep asks once for each token of what is open. What takes longer, as with an
// issuer that does not answer, is asked again the next time: others wait for it.
func (g *gate) sweep(ctx context.Context, now time.Time) {
	ctx, done := context.WithTimeout(ctx, watchTime)
	defer done()
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
	began := time.Now()
	e.mu.Lock()
	tokens, held := map[string]holder{}, maps.Clone(e.held)
	for o := range e.open {
		tokens[o.token] = o.holder
	}
	for token := range e.runs {
		if s, ok := e.seen[token]; ok {
			tokens[token] = s
		}
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
	now = now.Add(time.Since(began)) // what ended while others were asked about has ended, and was not taken back
	e.mu.Lock()
	defer e.mu.Unlock()
	for token := range wrong {
		if !tokens[token].lapsed(now) {
			for cancel := range e.runs[token] {
				(*cancel)()
			}
		}
	}
	for o := range e.open {
		if wrong[o.token] && (o.stream || !o.lapsed(now) || now.Sub(o.Expires) > lapsedTime) {
			o.cancel()
		}
	}
	for id := range held {
		switch s := e.held[id]; { // another token may hold it by now
		case live[id] == nil:
			delete(e.held, id)
		case wrong[s.token] && !s.lapsed(now):
			delete(e.held, id)
			go live[id].Close() // it waits for the calls
		}
	}
	e.forget()
}

// forget drops what was known of tokens with which nothing is open; e is locked.
func (e *endpoint) forget() {
	used := map[string]bool{}
	for o := range e.open {
		used[o.token] = true
	}
	for _, s := range e.held {
		used[s.token] = true
	}
	for token := range e.seen {
		if !used[token] && e.runs[token] == nil {
			delete(e.seen, token)
		}
	}
}

// lapsed says that a token came to its end by itself.
func (s holder) lapsed(now time.Time) bool { return !s.Expires.IsZero() && !now.Before(s.Expires) }
