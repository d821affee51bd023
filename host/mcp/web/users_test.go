package web

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/bearer"
	"github.com/wslite/wslite/host/fault"
)

// town is any number of users whose tokens come and go. Each server has a tool
// that waits until its call is given up, or until it is released.
type town struct {
	t       *testing.T
	mu      sync.Mutex
	tokens  map[string]bearer.Identity
	broken  map[string]error // of Who, by token
	unmade  map[string]error // of Server, by user
	begun   chan string
	ended   chan error
	release chan struct{}
}

func newTown(t *testing.T, users ...string) *town {
	w := &town{t: t, tokens: map[string]bearer.Identity{}, broken: map[string]error{}, unmade: map[string]error{},
		begun: make(chan string, 8), ended: make(chan error, 8), release: make(chan struct{})}
	for _, u := range users {
		w.tokens["token-of-"+u] = bearer.Identity{User: u}
	}
	return w
}

func (w *town) set(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f()
}

func (w *town) Who(_ context.Context, token string) (bearer.Identity, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.broken[token]; err != nil {
		return bearer.Identity{}, err
	}
	id, ok := w.tokens[token]
	if !ok {
		return bearer.Identity{}, fault.New(fault.Unauthorized, "nobody's")
	}
	return id, nil
}

func (w *town) Count() int { return len(w.tokens) }

func (w *town) Server(_ context.Context, user string) (*sdk.Server, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.unmade[user]; err != nil {
		return nil, err
	}
	s := sdk.NewServer(&sdk.Implementation{Name: "server of " + user, Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "wait"}, func(ctx context.Context, _ *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, any, error) {
		w.begun <- user
		select {
		case <-ctx.Done():
		case <-w.release:
		}
		w.ended <- ctx.Err()
		return &sdk.CallToolResult{Content: []sdk.Content{}}, nil, nil
	})
	return s, nil
}

// request makes one with a user's token, in a session or in none.
func request(ctx context.Context, url, method, token, session, body string) *http.Request {
	r, _ := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Authorization": {"Bearer " + token}}
	if session != "" {
		r.Header.Set(sessionHeader, session)
	}
	return r
}

const (
	hello    = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	thanks   = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	pinged   = `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	callWait = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"wait","arguments":{}}}`
)

// guard ends a test that would hang.
func guard[T any](t *testing.T, c <-chan T, what string) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(30 * time.Second):
		t.Fatalf("%s did not happen", what)
	}
	return v
}

// stay is what a user has open: a session, a stream on it and a call in it.
type stay struct {
	session string
	stream  chan error // gets how the stream ended
}

func (w *town) move(url, token string) stay {
	w.t.Helper()
	send := func(session, body string) *http.Response {
		w.t.Helper()
		res, err := http.DefaultClient.Do(request(w.t.Context(), url, "POST", token, session, body))
		if err != nil {
			w.t.Fatal(err)
		}
		io.Copy(io.Discard, res.Body)
		res.Body.Close()
		return res
	}
	s := stay{session: send("", hello).Header.Get(sessionHeader), stream: make(chan error, 1)}
	send(s.session, thanks)
	res, err := http.DefaultClient.Do(request(w.t.Context(), url, "GET", token, s.session, ""))
	if err != nil || res.StatusCode != 200 {
		w.t.Fatalf("%+v, %v", res, err)
	}
	go func() {
		_, err := io.Copy(io.Discard, res.Body)
		res.Body.Close()
		s.stream <- err
	}()
	go func() {
		if res, err := http.DefaultClient.Do(request(w.t.Context(), url, "POST", token, s.session, callWait)); err == nil {
			io.Copy(io.Discard, res.Body)
			res.Body.Close()
		}
	}()
	guard(w.t, w.begun, "a call")
	return s
}

// TestTokenTakenBackEndsWhatIsOpen: with a token that was taken back its streams,
// its sessions and the calls in them end, and nobody else's.
func TestTokenTakenBackEndsWhatIsOpen(t *testing.T) {
	w := newTown(t, "ana", "bo")
	g := newGate(nil, Options{Users: w})
	srv := httptest.NewServer(g)
	t.Cleanup(srv.Close)
	url := srv.URL + Path
	ana, bo := w.move(url, "token-of-ana"), w.move(url, "token-of-bo")
	g.sweep(t.Context(), time.Now()) // everybody's token is right
	w.set(func() { w.broken["token-of-ana"] = fault.New(fault.Network, "nobody can tell") })
	g.sweep(t.Context(), time.Now())
	select {
	case err := <-ana.stream:
		t.Fatalf("a stream ended although nobody could tell: %v", err)
	case err := <-w.ended:
		t.Fatalf("a call ended although nobody could tell: %v", err)
	default:
	}
	w.set(func() { delete(w.broken, "token-of-ana"); delete(w.tokens, "token-of-ana") })
	g.sweep(t.Context(), time.Now())
	guard(t, ana.stream, "the end of ana's stream")
	if err := guard(t, w.ended, "the end of ana's call"); err != context.Canceled {
		t.Errorf("ana's call: %v", err)
	}
	// Another token of hers does not lead into the session of before.
	w.set(func() { w.tokens["ana-again"] = bearer.Identity{User: "ana"} })
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
		res, err := http.DefaultClient.Do(request(t.Context(), url, "POST", "ana-again", ana.session, pinged))
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode == http.StatusNotFound {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("ana's session is still there: %d", res.StatusCode)
		}
	}
	select {
	case err := <-bo.stream:
		t.Errorf("bo's stream ended: %v", err)
	case err := <-w.ended:
		t.Errorf("bo's call ended: %v", err)
	default:
	}
	close(w.release)
	if err := guard(t, w.ended, "the end of bo's call"); err != nil {
		t.Errorf("bo's call: %v", err)
	}
}

// TestTokenThatEndsLeavesTheSession: with a token that came to its end the streams
// end; calls and the session wait for the user's next token.
func TestTokenThatEndsLeavesTheSession(t *testing.T) {
	w := newTown(t, "ana")
	end := time.Now().Add(time.Hour)
	w.tokens["token-of-ana"] = bearer.Identity{User: "ana", Expires: end}
	g := newGate(nil, Options{Users: w})
	srv := httptest.NewServer(g)
	t.Cleanup(srv.Close)
	ana := w.move(srv.URL+Path, "token-of-ana")
	w.set(func() { w.tokens = map[string]bearer.Identity{"fresh": {User: "ana"}} })
	g.sweep(t.Context(), end)
	guard(t, ana.stream, "the end of the stream")
	res, err := http.DefaultClient.Do(request(t.Context(), srv.URL+Path, "POST", "fresh", ana.session, pinged))
	if err != nil || res.StatusCode != 200 {
		t.Fatalf("%+v, %v", res, err)
	}
	res.Body.Close()
	g.sweep(t.Context(), end.Add(time.Minute))
	select {
	case err := <-w.ended:
		t.Errorf("the call ended: %v", err)
	default:
	}
	close(w.release)
	guard(t, w.ended, "the end of the call")
}

// TestUsersHaveAShareEach: who uses up their own share of a bound takes nothing
// from others, and the shares together are within the bounds.
func TestUsersHaveAShareEach(t *testing.T) {
	w := newTown(t, "ana", "bo", "cy")
	g := newGate(nil, Options{Users: w})
	status := func(method, token string) int {
		rec := httptest.NewRecorder()
		ctx, cancel := context.WithCancel(t.Context())
		if method == "GET" {
			cancel()
		}
		defer cancel()
		g.ServeHTTP(rec, request(ctx, "http://localhost"+Path, method, token, "", hello))
		return rec.Code
	}
	for token := range w.tokens {
		if got := status("POST", token); got != 200 {
			t.Fatalf("%s: %d", token, got)
		}
	}
	ana := g.endpoints["ana"]
	ana.running.Store(g.share(maxRunning))
	ana.listening.Store(g.share(maxListening))
	for _, method := range []string{"POST", "GET"} {
		if got := status(method, "token-of-ana"); got != http.StatusServiceUnavailable {
			t.Errorf("ana's %s above her share: %d", method, got)
		}
		if got := status(method, "token-of-bo"); got == http.StatusServiceUnavailable {
			t.Errorf("bo's %s beside a greedy ana: %d", method, got)
		}
	}
	ana.running.Store(0)
	for range g.share(maxSessions) - 1 {
		status("POST", "token-of-ana")
	}
	if got := status("POST", "token-of-ana"); got != http.StatusServiceUnavailable {
		t.Errorf("ana's session above her share: %d", got)
	}
	if got := status("POST", "token-of-bo"); got != 200 {
		t.Errorf("bo's session beside a greedy ana: %d", got)
	}
	for n := 1; n < 200; n++ {
		g := newGate(nil, Options{Users: crowdOf(n)})
		share, all := g.share(maxRunning), g.bound(maxRunning)
		if share < leastShare || share*int64(n) > all || all >= max(maxRunning, leastShare*int64(n))+int64(n) {
			t.Errorf("%d users have %d each of %d", n, share, all)
		}
	}
}

type crowdOf int

func (n crowdOf) Who(context.Context, string) (bearer.Identity, error) { return bearer.Identity{}, nil }
func (n crowdOf) Server(context.Context, string) (*sdk.Server, error)  { return nil, nil }
func (n crowdOf) Count() int                                           { return int(n) }

// TestUserWhoseServerCantBeMade: that is told at each request, until it can be
// made, and is nobody else's trouble; whoever can't be told from others gets 503.
func TestUserWhoseServerCantBeMade(t *testing.T) {
	w := newTown(t, "ana", "bo")
	w.unmade["ana"] = fmt.Errorf("a reason with /paths/of/ours")
	w.broken["token-of-cy"] = fault.New(fault.Client, "the file with the tokens can't be read")
	g := newGate(nil, Options{Users: w})
	status := func(token string) int {
		rec := httptest.NewRecorder()
		g.ServeHTTP(rec, request(t.Context(), "http://localhost"+Path, "POST", token, "", hello))
		if strings.Contains(rec.Body.String(), "ours") || strings.Contains(rec.Body.String(), "file") {
			t.Errorf("%s: %s", token, rec.Body)
		}
		return rec.Code
	}
	for token, want := range map[string]int{"token-of-ana": 503, "token-of-bo": 200, "token-of-cy": 503, "token-of-dan": 401} {
		if got := status(token); got != want {
			t.Errorf("%s: %d, want %d", token, got, want)
		}
	}
	w.set(func() { delete(w.unmade, "ana") })
	if got := status("token-of-ana"); got != 200 {
		t.Errorf("ana, once it can be made: %d", got)
	}
}

// TestSweepAfterASessionEnded: a session that ended by itself is forgotten with its
// token, right or wrong.
func TestSweepAfterASessionEnded(t *testing.T) {
	w := newTown(t, "ana")
	g := newGate(nil, Options{Users: w})
	e, err := g.endpoint(t.Context(), "ana")
	if err != nil {
		t.Fatal(err)
	}
	e.held["ended"] = holder{bearer.Identity{User: "ana"}, "token-of-ana"}
	e.held["taken"] = holder{bearer.Identity{User: "ana"}, "taken back"}
	e.open[&opened{holder: holder{token: "taken back"}, cancel: func() {}}] = struct{}{}
	g.sweep(t.Context(), time.Now())
	if len(e.held) != 0 {
		t.Errorf("still held: %d", len(e.held))
	}
}
