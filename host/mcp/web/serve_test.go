package web

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/bearer"
	"github.com/wslite/wslite/host/fault"
)

// TestServeHTTPEndsInOrder holds that a call that runs is answered although the
// server was told to end, that a stream on which a client listens does not keep
// it, and that nothing new is taken.
func TestServeHTTPEndsInOrder(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	server := sdk.NewServer(&sdk.Implementation{Name: "t", Version: "1"}, nil)
	sdk.AddTool(server, &sdk.Tool{Name: "slow"}, func(ctx context.Context, _ *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, any, error) {
		close(begun)
		<-release
		if ctx.Err() != nil {
			t.Error("the call was cancelled")
		}
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "written"}}}, nil, nil
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String() + Path
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, l, server, Options{}) }()

	s, err := sdk.NewClient(&sdk.Implementation{Name: "t", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url}, nil)
	if err != nil {
		t.Fatal(err)
	}
	answered := make(chan string, 1)
	go func() {
		r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "slow"})
		if err != nil || len(r.Content) != 1 {
			answered <- "no answer"
			return
		}
		answered <- r.Content[0].(*sdk.TextContent).Text
	}()
	<-begun
	end()
	select {
	case <-ended:
		t.Fatal("the server ended before the call")
	default:
	}
	close(release)
	if got := <-answered; got != "written" {
		t.Errorf("the call got %q", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Post(url, "application/json", strings.NewReader("{}")); err == nil {
		t.Error("something new was taken")
	}
}

// TestHTTPGateIsBounded holds that what is too much is refused with 503.
func TestHTTPGateIsBounded(t *testing.T) {
	g := newGate(sdk.NewServer(&sdk.Implementation{Name: "t", Version: "1"}, nil), Options{})
	status := func(method string) int {
		r, w := httptest.NewRequest(method, "http://localhost"+Path, strings.NewReader("{}")), httptest.NewRecorder()
		g.ServeHTTP(w, r)
		return w.Code
	}
	g.running.Store(maxRunning)
	if got := status("POST"); got != http.StatusServiceUnavailable {
		t.Errorf("one request too many: %d", got)
	}
	g.running.Store(0)
	g.listening.Store(maxListening)
	if got := status("GET"); got != http.StatusServiceUnavailable {
		t.Errorf("one stream too many: %d", got)
	}
	if got := status("POST"); got == http.StatusServiceUnavailable || g.running.Load() != 0 {
		t.Errorf("streams are counted as requests: %d", got)
	}
	g.end()
	if got := status("POST"); got != http.StatusServiceUnavailable {
		t.Errorf("after the end: %d", got)
	}
}

// people are two users, each with a server of a name of its own.
type people struct{}

func (people) Who(_ context.Context, token string) (bearer.Identity, error) {
	user, ok := map[string]string{"token-of-ana": "ana", "token-of-bo": "bo"}[token]
	if !ok {
		return bearer.Identity{}, fault.New(fault.Unauthorized, "nobody's")
	}
	return bearer.Identity{User: user}, nil
}

func (people) Count() int { return 2 }

func (people) Server(_ context.Context, user string) (*sdk.Server, error) {
	return sdk.NewServer(&sdk.Implementation{Name: "server of " + user, Version: "1"}, nil), nil
}

// TestUsersHaveServersOfTheirOwn holds that a token leads to its user's server,
// and that a session is unknown to everybody else.
func TestUsersHaveServersOfTheirOwn(t *testing.T) {
	g := newGate(nil, Options{Users: people{}})
	send := func(token, session, body string) *httptest.ResponseRecorder {
		r, w := httptest.NewRequest("POST", "http://localhost"+Path, strings.NewReader(body)), httptest.NewRecorder()
		r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		if session != "" {
			r.Header.Set("Mcp-Session-Id", session)
		}
		g.ServeHTTP(w, r)
		return w
	}
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	const ping = `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	for _, token := range []string{"", "token-of-cy", "token-of-anna"} {
		if w := send(token, "", hello); w.Code != http.StatusUnauthorized {
			t.Errorf("%q: %d", token, w.Code)
		}
	}
	var sessions []string
	for _, who := range []string{"ana", "bo"} {
		w := send("token-of-"+who, "", hello)
		if w.Code != 200 || !strings.Contains(w.Body.String(), "server of "+who) {
			t.Errorf("%s: %d %s", who, w.Code, w.Body)
		}
		sessions = append(sessions, w.Header().Get("Mcp-Session-Id"))
	}
	if w := send("token-of-ana", sessions[0], ping); w.Code != 200 {
		t.Errorf("ana's own session: %d", w.Code)
	}
	if w := send("token-of-bo", sessions[0], ping); w.Code != http.StatusNotFound {
		t.Errorf("bo in ana's session: %d %s", w.Code, w.Body)
	}
}
