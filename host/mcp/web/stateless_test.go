package web

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/bearer"
)

// alone serves a town whose requests have no sessions.
func (w *town) alone(t *testing.T) (*gate, string) {
	g := newGate(nil, Options{Users: w, Stateless: true})
	srv := httptest.NewServer(g)
	t.Cleanup(srv.Close)
	return g, srv.URL + Path
}

// TestTokenTakenBackEndsCallsWithoutSessions: without sessions, too, a call that
// began with a token which was taken back ends, and nobody else's.
func TestTokenTakenBackEndsCallsWithoutSessions(t *testing.T) {
	w := newTown(t, "ana", "bo")
	g, url := w.alone(t)
	for _, who := range []string{"ana", "bo"} {
		go func() {
			if res, err := http.DefaultClient.Do(request(context.Background(), url, "POST", "token-of-"+who, "", callWait)); err == nil {
				io.Copy(io.Discard, res.Body)
				res.Body.Close()
			}
		}()
		guard(t, w.begun, "a call")
	}
	g.sweep(t.Context(), time.Now()) // everybody's token is right
	w.set(func() { delete(w.tokens, "token-of-ana") })
	g.sweep(t.Context(), time.Now())
	if err := guard(t, w.ended, "the end of ana's call"); err != context.Canceled {
		t.Errorf("ana's call: %v", err)
	}
	close(w.release)
	if err := guard(t, w.ended, "the end of bo's call"); err != nil {
		t.Errorf("bo's call: %v", err)
	}
}

// TestACallWithoutSessionOutlivesItsClient: whoever hangs up gives nothing up.
func TestACallWithoutSessionOutlivesItsClient(t *testing.T) {
	w := newTown(t, "ana")
	_, url := w.alone(t)
	ctx, hangUp := context.WithCancel(t.Context())
	gone := make(chan error, 1)
	go func() {
		_, err := http.DefaultClient.Do(request(ctx, url, "POST", "token-of-ana", "", callWait))
		gone <- err
	}()
	guard(t, w.begun, "a call")
	hangUp()
	guard(t, gone, "the client's end")
	select {
	case err := <-w.ended:
		t.Fatalf("the call ended with its client: %v", err)
	case <-time.After(50 * time.Millisecond): // it may end later, and wrongly, and then the next line tells
	}
	close(w.release)
	if err := guard(t, w.ended, "the end of the call"); err != nil {
		t.Errorf("the call: %v", err)
	}
}

const listening = `{"jsonrpc":"2.0","id":4,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":{` +
	`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`

// TestStreamsOfTheLaterProtocol: a client that listens by a request takes the place
// of a stream and not of a request, and ends as a stream does: with its token, and
// with the server.
func TestStreamsOfTheLaterProtocol(t *testing.T) {
	for _, end := range []string{"token", "server"} {
		t.Run(end, func(t *testing.T) {
			w := newTown(t, "ana")
			expires := time.Now().Add(time.Hour)
			w.tokens["token-of-ana"] = bearer.Identity{User: "ana", Expires: expires}
			g, url := w.alone(t)
			r := request(t.Context(), url, "POST", "token-of-ana", "", listening)
			r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
			r.Header.Set("Mcp-Method", "subscriptions/listen")
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			said := bufio.NewReader(res.Body)
			for { // until it is told that it listens
				line, err := said.ReadString('\n')
				if err != nil {
					t.Fatalf("%d: %v", res.StatusCode, err)
				}
				if strings.Contains(line, "acknowledged") {
					break
				}
			}
			if e := g.endpoints["ana"]; e.listening.Load() != 1 || e.running.Load() != 0 || g.running.Load() != 0 {
				t.Errorf("%d streams, %d requests", e.listening.Load(), e.running.Load())
			}
			if end == "server" {
				g.end()
			} else {
				w.set(func() { clear(w.tokens) })
				g.sweep(t.Context(), expires)
			}
			ended := make(chan error, 1)
			go func() {
				_, err := io.Copy(io.Discard, said)
				ended <- err
			}()
			guard(t, ended, "the end of the stream")
		})
	}
}

// TestNoCallCountsAsAStream: what a header claims counts only where the protocol
// compares it with the request.
func TestNoCallCountsAsAStream(t *testing.T) {
	for version, want := range map[string]bool{"": false, "2025-11-25": false, "2026-07-28": true} {
		r := request(t.Context(), "http://localhost"+Path, "POST", "x", "", callWait)
		r.Header.Set("Mcp-Method", "subscriptions/listen")
		r.Header.Set("Mcp-Protocol-Version", version)
		if got := streams(r); got != want {
			t.Errorf("%q: %v", version, got)
		}
	}
}
