package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	helloBody = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	pingBody  = `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	waitBody  = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"wait","arguments":{}}}`
)

// harbour is a server at a port, reached by plain requests. Its tool waits until
// it is released, or its call is given up.
type harbour struct {
	t              *testing.T
	address        string
	server         *sdk.Server
	begun, release chan struct{}
	gaveUp         chan bool // one for each call that ended
	end            context.CancelFunc
	ended          chan error
}

func newHarbour(t *testing.T, o Options) *harbour {
	t.Helper()
	h := &harbour{t: t, begun: make(chan struct{}, 8), release: make(chan struct{}), gaveUp: make(chan bool, 8), ended: make(chan error, 1)}
	h.server = sdk.NewServer(&sdk.Implementation{Name: "t", Version: "1"}, nil)
	sdk.AddTool(h.server, &sdk.Tool{Name: "wait"}, func(ctx context.Context, _ *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, any, error) {
		h.begun <- struct{}{}
		select {
		case <-h.release:
		case <-ctx.Done():
		}
		h.gaveUp <- ctx.Err() != nil
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "written"}}}, nil, nil
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h.address = l.Addr().String()
	ctx, end := context.WithCancel(context.Background())
	h.end = end
	go func() {
		h.ended <- Serve(ctx, l, h.server, o)
		close(h.ended)
	}()
	t.Cleanup(func() {
		end()
		if err := <-h.ended; err != nil {
			t.Error(err)
		}
	})
	return h
}

// send sends one request and gives its answer, whose body has been read.
func (h *harbour) send(method, session, body string, headers ...string) (*http.Response, string) {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), time.Minute) // a guard against hanging
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, "http://"+h.address+Path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	if session != "" {
		r.Header.Set(sessionHeader, session)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatalf("%s: %v", method, err)
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return answer, string(said)
}

// session opens one.
func (h *harbour) session() string {
	h.t.Helper()
	answer, said := h.send("POST", "", helloBody)
	if answer.StatusCode != 200 {
		h.t.Fatalf("no session: %d %s", answer.StatusCode, said)
	}
	return answer.Header.Get(sessionHeader)
}

// dial opens a connection that sends these bytes.
func (h *harbour) dial(bytes string) net.Conn {
	h.t.Helper()
	c, err := net.Dial("tcp", h.address)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(time.Minute)) // a guard against hanging
	if _, err := io.WriteString(c, bytes); err != nil {
		h.t.Fatal(err)
	}
	return c
}

func rawPost(body string, more ...string) string {
	return "POST " + Path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n" +
		strings.Join(more, "") + "\r\n" + body
}

// TestHTTPSessionsAreBounded: a session too many is refused, one that ended frees
// its place, and what comes without a session leaves none behind.
func TestHTTPSessionsAreBounded(t *testing.T) {
	h := newHarbour(t, Options{})
	for range 3 {
		h.send("POST", "", pingBody)
		h.send("POST", "", "garbage")
	}
	var first string
	for i := range maxSessions {
		if id := h.session(); i == 0 {
			first = id
		}
	}
	answer, said := h.send("POST", "", helloBody)
	if answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
		t.Errorf("one session too many: %d %s", answer.StatusCode, said)
	}
	if answer, said := h.send("POST", first, pingBody); answer.StatusCode != 200 {
		t.Errorf("an open session: %d %s", answer.StatusCode, said)
	}
	if answer, said := h.send("DELETE", first, ""); answer.StatusCode/100 != 2 {
		t.Errorf("the end of a session: %d %s", answer.StatusCode, said)
	}
	if answer, said := h.send("POST", first, pingBody); answer.StatusCode != http.StatusNotFound {
		t.Errorf("a session that ended: %d %s", answer.StatusCode, said)
	}
	h.session()
}

// TestHTTPWithoutEnd: neither headers nor bodies that come to no end hold a
// connection, whether the request would be let in or not.
func TestHTTPWithoutEnd(t *testing.T) {
	times := usualTimes
	times.header, times.body = 50*time.Millisecond, 50*time.Millisecond
	for name, c := range map[string]struct{ sent, status string }{
		"a header":              {"POST " + Path + " HTTP/1.1\r\nHost: localhost\r\nX: ", ""},
		"a body":                {rawPost("{", "Content-Length: 100\r\n", "Authorization: Bearer right\r\n"), " 400 "},
		"a body in chunks":      {rawPost("1\r\n{\r\n", "Transfer-Encoding: chunked\r\n", "Authorization: Bearer right\r\n"), " 400 "},
		"a body that is let in": {rawPost("{", "Content-Length: 100\r\n"), " 401 "},
		"a body for nobody":     {strings.Replace(rawPost("{", "Content-Length: 100\r\n"), "localhost", "evil.example", 1), " 403 "},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarbour(t, Options{Token: "right", times: times})
			said, err := io.ReadAll(h.dial(c.sent)) // until the server closes
			if err != nil || !strings.Contains(string(said), c.status) {
				t.Errorf("%v, %s", err, said)
			}
		})
	}
}

// TestHTTPTimeIsForTheBodyAlone: a call may take longer than its request, and so
// may a stream.
func TestHTTPTimeIsForTheBodyAlone(t *testing.T) {
	times := usualTimes
	times.body = 20 * time.Millisecond
	h := newHarbour(t, Options{times: times})
	s, err := sdk.NewClient(&sdk.Implementation{Name: "t", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: "http://" + h.address + Path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	go func() {
		<-h.begun
		time.Sleep(5 * times.body) // the call is longer than the request's time
		close(h.release)
	}()
	if res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "wait"}); err != nil || res.IsError {
		t.Errorf("%v, %v", res, err)
	}
	if <-h.gaveUp {
		t.Error("the call was given up")
	}
}

// TestHTTPHostileRequests: whatever a request holds gets an answer of its own
// kind, and the server goes on.
func TestHTTPHostileRequests(t *testing.T) {
	h := newHarbour(t, Options{})
	id := h.session()
	call := func(args string) string {
		return `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"none","arguments":` + args + `}}`
	}
	for name, c := range map[string]struct {
		body    string
		headers []string
		status  int
	}{
		"garbage":                {"\x00\xff garbage", nil, 400},
		"nothing":                {"", nil, 400},
		"a list":                 {"[" + pingBody + "]", nil, 400},
		"nested":                 {strings.Repeat("[", 8<<20), nil, 400},
		"nested objects":         {strings.Repeat(`{"a":`, 1<<20), nil, 400},
		"nested arguments":       {call(strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20)), nil, 400},
		"half":                   {pingBody[:20], nil, 400},
		"two":                    {pingBody + pingBody, nil, 400},
		"another version":        {pingBody, []string{"MCP-Protocol-Version", "1999-01-01"}, 400},
		"another type":           {pingBody, []string{"Content-Type", "text/plain"}, 415},
		"a form":                 {pingBody, []string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
		"nothing that it takes":  {pingBody, []string{"Accept", "text/html"}, 400},
		"another session":        {pingBody, []string{sessionHeader, "none"}, 404},
		"a session of bad signs": {pingBody, []string{sessionHeader, strings.Repeat("é", 1000)}, 404},
	} {
		answer, said := h.send("POST", id, c.body, c.headers...)
		if answer.StatusCode != c.status || len(said) > 1000 || strings.Contains(said, "goroutine") {
			t.Errorf("%s: %d, want %d: %.300s", name, answer.StatusCode, c.status, said)
		}
		if answer, said := h.send("POST", id, pingBody); answer.StatusCode != 200 {
			t.Fatalf("after %s the session is broken: %d %s", name, answer.StatusCode, said)
		}
	}
	if answer, _ := h.send("PUT", id, pingBody); answer.StatusCode != 405 {
		t.Errorf("PUT: %d", answer.StatusCode)
	}
}

// TestHTTPConnections: requests that come one behind the other on a connection,
// and in chunks, are answered in their order.
func TestHTTPConnections(t *testing.T) {
	h := newHarbour(t, Options{})
	session := sessionHeader + ": " + h.session() + "\r\n"
	c := h.dial(rawPost(pingBody, session, fmt.Sprintf("Content-Length: %d\r\n", len(pingBody))) +
		rawPost(fmt.Sprintf("5\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n", pingBody[:5], len(pingBody)-5, pingBody[5:]), session, "Transfer-Encoding: chunked\r\n"))
	r := bufio.NewReader(c)
	for i := range 2 {
		answer, err := http.ReadResponse(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		said, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != 200 || !strings.Contains(string(said), `"id":2`) {
			t.Errorf("answer %d: %d %s, %v", i, answer.StatusCode, said, err)
		}
	}
}

// TestHTTPClientHangsUp: a call whose client hangs up goes on, with a session and
// without: what it does is recorded, and a client that comes back can ask.
func TestHTTPClientHangsUp(t *testing.T) {
	for _, stateless := range []bool{false, true} {
		h := newHarbour(t, Options{Stateless: stateless})
		session := ""
		if !stateless {
			session = sessionHeader + ": " + h.session() + "\r\n"
		}
		c := h.dial(rawPost(waitBody, session, fmt.Sprintf("Content-Length: %d\r\n", len(waitBody))))
		<-h.begun
		c.Close()
		if answer, _ := h.send("POST", "", helloBody); answer.StatusCode != 200 { // time for the server to see it
			t.Error("nothing new is taken")
		}
		close(h.release)
		if <-h.gaveUp {
			t.Errorf("stateless %v: the call was given up", stateless)
		}
	}
}

// TestHTTPEndIsBounded: a call that does not end keeps the server only so long.
func TestHTTPEndIsBounded(t *testing.T) {
	times := usualTimes
	times.grace = 50 * time.Millisecond
	h := newHarbour(t, Options{times: times})
	session := sessionHeader + ": " + h.session() + "\r\n"
	h.dial(rawPost(waitBody, session, fmt.Sprintf("Content-Length: %d\r\n", len(waitBody))))
	<-h.begun
	h.end()
	if err := <-h.ended; err != nil {
		t.Error(err)
	}
	close(h.release)
}

// TestHTTPStreamComesBack: a client whose stream broke opens a new one; what was
// sent in between is not kept, and it is told so.
func TestHTTPStreamComesBack(t *testing.T) {
	h := newHarbour(t, Options{})
	id := h.session()
	answer, said := h.send("GET", id, "", "Accept", "text/event-stream", "Last-Event-ID", "x_1")
	if answer.StatusCode != 400 {
		t.Errorf("%d %s", answer.StatusCode, said)
	}
	if answer, said := h.send("POST", id, pingBody); answer.StatusCode != 200 {
		t.Errorf("%d %s", answer.StatusCode, said)
	}
}
