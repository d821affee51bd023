package web

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/bearer"
	"github.com/wslite/wslite/host/fault"
)

// TestACallEndsWithItsOwnToken: a call ends with the token that it came with, also
// where the session is another token's by now and its client has hung up; what came
// with the other one goes on.
func TestACallEndsWithItsOwnToken(t *testing.T) {
	w := newTown(t, "ana")
	w.tokens["another-of-ana"] = bearer.Identity{User: "ana"}
	g := newGate(nil, Options{Users: w})
	srv := httptest.NewServer(g)
	t.Cleanup(srv.Close)
	url := srv.URL + Path
	ana := w.move(url, "token-of-ana") // with a call
	ctx, hangUp := context.WithCancel(t.Context())
	gone := make(chan error, 1)
	go func() {
		_, err := http.DefaultClient.Do(request(ctx, url, "POST", "another-of-ana", ana.session, strings.Replace(callWait, `"id":3`, `"id":4`, 1)))
		gone <- err
	}()
	guard(t, w.begun, "a call with the other token")
	hangUp()
	guard(t, gone, "the client's end")
	res, err := http.DefaultClient.Do(request(t.Context(), url, "POST", "token-of-ana", ana.session, pinged))
	if err != nil || res.StatusCode != 200 {
		t.Fatalf("%+v, %v", res, err)
	}
	io.Copy(io.Discard, res.Body)
	res.Body.Close()
	w.set(func() { delete(w.tokens, "another-of-ana") })
	g.sweep(t.Context(), time.Now())
	if err := guard(t, w.ended, "the end of the call"); err != context.Canceled {
		t.Errorf("the call of the token that was taken back: %v", err)
	}
	close(w.release)
	if err := guard(t, w.ended, "the end of the other call"); err != nil {
		t.Errorf("the call of the token that is right: %v", err)
	}
	g.sweep(t.Context(), time.Now())
	e := g.endpoints["ana"]
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, known := e.seen["another-of-ana"]; known {
		t.Error("a token with which nothing is open is kept")
	}
}

// slowTown says of one token only when nobody waits any more that nobody can tell.
type slowTown struct{ *town }

func (w slowTown) Who(ctx context.Context, token string) (bearer.Identity, error) {
	if token == "token-of-slow" && ctx.Value(inSweep{}) != nil {
		<-ctx.Done()
		return bearer.Identity{}, fault.New(fault.Network, "nobody answers")
	}
	return w.town.Who(ctx, token)
}

func (w slowTown) Server(ctx context.Context, user string) (*sdk.Server, error) {
	return w.town.Server(ctx, user)
}

type inSweep struct{}

// TestNobodyWaitsForASlowIssuer: where it can't be told for long whether one token
// is right, others that were taken back end all the same.
func TestNobodyWaitsForASlowIssuer(t *testing.T) {
	w := newTown(t, "ana", "slow")
	g := newGate(nil, Options{Users: slowTown{w}})
	srv := httptest.NewServer(g)
	t.Cleanup(srv.Close)
	url := srv.URL + Path
	ana, slow := w.move(url, "token-of-ana"), w.move(url, "token-of-slow")
	w.set(func() { delete(w.tokens, "token-of-ana") })
	swept := make(chan struct{})
	go func() {
		g.sweep(context.WithValue(context.Background(), inSweep{}, true), time.Now())
		close(swept)
	}()
	guard(t, swept, "the end of a sweep")
	guard(t, ana.stream, "the end of ana's stream")
	guard(t, w.ended, "the end of ana's call")
	select {
	case err := <-slow.stream:
		t.Errorf("a stream ended although nobody could tell: %v", err)
	default:
	}
	close(w.release)
	guard(t, w.ended, "the end of the other call")
}

// lateTown takes its time to say that a token is no longer right.
type lateTown struct{ *town }

func (w lateTown) Who(ctx context.Context, token string) (bearer.Identity, error) {
	if ctx.Value(inSweep{}) != nil {
		time.Sleep(20 * time.Millisecond)
		return bearer.Identity{}, fault.New(fault.Unauthorized, "the token has ended")
	}
	return w.town.Who(ctx, token)
}

// TestATokenThatEndsWhileItIsAskedAbout was not taken back: its session and calls
// stay.
func TestATokenThatEndsWhileItIsAskedAbout(t *testing.T) {
	w := newTown(t, "ana")
	end := time.Now().Add(time.Hour)
	w.tokens["token-of-ana"] = bearer.Identity{User: "ana", Expires: end}
	g := newGate(nil, Options{Users: lateTown{w}})
	srv := httptest.NewServer(g)
	t.Cleanup(srv.Close)
	ana := w.move(srv.URL+Path, "token-of-ana")
	g.sweep(context.WithValue(t.Context(), inSweep{}, true), end.Add(-time.Millisecond))
	guard(t, ana.stream, "the end of the stream")
	e := g.endpoints["ana"]
	e.mu.Lock()
	_, held := e.held[ana.session]
	e.mu.Unlock()
	if !held {
		t.Error("the session ended with a token that came to its end by itself")
	}
	select {
	case err := <-w.ended:
		t.Errorf("the call ended: %v", err)
	default:
	}
	close(w.release)
	guard(t, w.ended, "the end of the call")
}
