package rest_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/sdk/abi"
)

// rawServer answers each connection with f, which gets the bytes that came. It
// returns its address.
func rawServer(t *testing.T, f func(conn net.Conn, request string)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				f(conn, readRequest(conn))
			}()
		}
	}()
	return l.Addr().String()
}

// readRequest reads a request's head and as much body as it announces.
func readRequest(conn net.Conn) string {
	r := bufio.NewReader(conn)
	var b strings.Builder
	length := 0
	for {
		line, err := r.ReadString('\n')
		b.WriteString(line)
		if v, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			for _, c := range strings.TrimSpace(v) {
				length = length*10 + int(c-'0')
			}
		}
		if err != nil || line == "\r\n" {
			break
		}
	}
	body := make([]byte, length)
	n, _ := io.ReadFull(r, body)
	return b.String() + string(body[:n])
}

// local is a backend for a third party's service on this machine: plain HTTP,
// so that a test sees the very bytes.
func local(t *testing.T, addr string, change ...func(*rest.Options)) *bench {
	t.Helper()
	tab := routes(t,
		abi.Route{ID: "local.notes.get", Method: "GET", Host: addr, Path: "/notes/{id}"},
		abi.Route{ID: "local.notes.add", Method: "POST", Host: addr, Path: "/notes", Body: true},
		abi.Route{ID: "local.notes.drop", Method: "DELETE", Host: addr, Path: "/notes/{id}"})
	return newBench(t, rest.NewTransport(nil), append(change, func(o *rest.Options) {
		o.Routes = tab
		o.Risk = rules{
			"local.get":  {Class: "read", Routes: []string{"local.notes.get"}},
			"local.edit": {Class: "write", Routes: []string{"local.notes.get", "local.notes.add", "local.notes.drop"}},
		}
	})...)
}

func localCall(action string, reqs ...abi.Request) backend.Call {
	c := call("local", action, ask(reqs...))
	c.Class = "write"
	return c
}

var (
	noteGet = abi.Request{Route: "local.notes.get", Path: map[string]string{"id": "a b@c"}}
	// An empty body object is none: a GET with a body is refused by servers.
	noteEmpty = abi.Request{Route: "local.notes.get", Path: map[string]string{"id": "a b@c"}, Body: abi.Raw(`{}`)}
	noteAdd   = abi.Request{Route: "local.notes.add", Body: abi.Raw(`{"t":"ü<>"}`)}
	noteNone  = abi.Request{Route: "local.notes.add"}
	noteDrop  = abi.Request{Route: "local.notes.drop", Path: map[string]string{"id": "1"}}
)

const emptyOK = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"

func TestB76BytesOnTheWire(t *testing.T) {
	var mu sync.Mutex
	var got []string
	addr := rawServer(t, func(c net.Conn, request string) {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, request)
		io.WriteString(c, emptyOK)
	})
	if _, err := local(t, addr).Do(context.Background(), localCall("edit", noteEmpty, noteAdd, noteNone, noteDrop)); err != nil {
		t.Fatal(err)
	}
	head := "Host: " + addr + "\r\nUser-Agent: wslite (gzip)\r\n"
	want := []string{
		"GET /notes/a%20b%40c HTTP/1.1\r\n" + head + "Accept: application/json\r\nAccept-Encoding: gzip\r\n\r\n",
		"POST /notes HTTP/1.1\r\n" + head + "Content-Length: 12\r\nAccept: application/json\r\nContent-Type: application/json\r\nAccept-Encoding: gzip\r\n\r\n" + `{"t":"ü<>"}`,
		"POST /notes HTTP/1.1\r\n" + head + "Content-Length: 0\r\nAccept: application/json\r\nAccept-Encoding: gzip\r\n\r\n",
		"DELETE /notes/1 HTTP/1.1\r\n" + head + "Accept: application/json\r\nAccept-Encoding: gzip\r\n\r\n",
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.Equal(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

// A server that takes the request and cuts the connection: a change may have
// happened and is not sent again; a read is.
func TestServerCuts(t *testing.T) {
	var n atomic.Int32
	addr := rawServer(t, func(c net.Conn, request string) {
		switch n.Add(1) {
		case 1: // nothing at all
		case 2, 3:
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\":")
		default:
			io.WriteString(c, emptyOK)
		}
	})
	b := local(t, addr)
	for i := range int32(2) {
		_, err := b.Do(context.Background(), localCall("edit", noteAdd))
		if fault.CodeOf(err) != fault.OutcomeUnknown || n.Load() != i+1 {
			t.Fatalf("%v after %d requests", err, n.Load())
		}
	}
	if _, err := b.Do(context.Background(), localCall("edit", noteGet)); err != nil || n.Load() != 4 {
		t.Fatalf("%v after %d requests", err, n.Load())
	}
}

// A server that answers after the deadline.
func TestServerIsLate(t *testing.T) {
	release := make(chan struct{})
	var n atomic.Int32
	addr := rawServer(t, func(c net.Conn, request string) {
		n.Add(1)
		<-release
		io.WriteString(c, emptyOK)
	})
	defer close(release)
	b := local(t, addr, func(o *rest.Options) { o.Timeout = 50 * time.Millisecond })
	if _, err := b.Do(context.Background(), localCall("edit", noteAdd)); fault.CodeOf(err) != fault.OutcomeUnknown || n.Load() != 1 {
		t.Errorf("%v after %d requests", err, n.Load())
	}
	if _, err := b.Do(context.Background(), localCall("get", noteGet)); fault.CodeOf(err) != fault.Network || n.Load() != 2 {
		t.Errorf("%v after %d requests", err, n.Load())
	}
}

func TestNobodyListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	b := local(t, addr)
	_, err = b.Do(context.Background(), localCall("edit", noteAdd))
	if fault.CodeOf(err) != fault.Network || len(b.waits) != 2 || !strings.Contains(err.Error(), "refused") {
		t.Errorf("%v, waits %v", err, b.waits)
	}
}

// google is a TLS server that answers as every pinned host, and a transport
// that trusts it and connects there whatever name is asked for.
func google(t *testing.T, h http.HandlerFunc) (*httptest.Server, http.RoundTripper) {
	t.Helper()
	srv := httptest.NewUnstartedServer(h)
	srv.EnableHTTP2 = true
	srv.Config.ErrorLog = log.New(io.Discard, "", 0) // refused handshakes are expected
	srv.StartTLS()
	t.Cleanup(srv.Close)
	tr := srv.Client().Transport.(*http.Transport).Clone()
	tr.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, network, srv.Listener.Addr().String())
	}
	tr.TLSClientConfig.ServerName = "example.com"
	t.Cleanup(tr.CloseIdleConnections)
	return srv, tr
}

// Nothing follows a redirect, not even to the same host: token and body stay.
func TestRedirectsAreNotFollowed(t *testing.T) {
	var n atomic.Int32
	_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
		n.Add(1)
		if r.TLS == nil || r.Host != "tasks.googleapis.com" || r.Header.Get("Authorization") != "Bearer tok" {
			t.Errorf("%s %v", r.Host, r.Header)
		}
		http.Redirect(w, r, "https://tasks.googleapis.com/elsewhere", http.StatusTemporaryRedirect)
	})
	b := newBench(t, tr, func(o *rest.Options) {
		o.Token = func(context.Context, string, []string) (string, error) { return "tok", nil }
	})
	if _, err := b.Do(context.Background(), readTasks()); fault.CodeOf(err) != fault.MalformedResponse {
		t.Error(err)
	}
	if _, err := b.Do(context.Background(), createTask()); fault.CodeOf(err) != fault.OutcomeUnknown {
		t.Error(err)
	}
	if n.Load() != 2 {
		t.Errorf("%d requests", n.Load())
	}
}

// A certificate of someone else is a reason to stop, not to try again.
func TestWrongCertificate(t *testing.T) {
	_, tr := google(t, func(http.ResponseWriter, *http.Request) { t.Error("a request came through") })
	tr.(*http.Transport).TLSClientConfig.ServerName = ""
	b := newBench(t, tr)
	if _, err := b.Do(context.Background(), createTask()); fault.CodeOf(err) != fault.Network || len(b.waits) != 0 || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("%v %v", err, b.waits)
	}
}

// A compressed answer is bounded by what it becomes.
func TestCompressedAnswerIsBounded(t *testing.T) {
	b := newBench(t, nil, func(o *rest.Options) {
		_, o.Transport = google(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			gzipOf(w, strings.Repeat(" ", 5<<20)+`{}`)
		})
		o.Limits = limits.Default()
		o.Limits.ResponseBody = 1 << 20
	})
	if _, err := b.Do(context.Background(), readTasks()); fault.CodeOf(err) != fault.LimitExceeded {
		t.Error(err)
	}
}

func TestWarmConnectsAhead(t *testing.T) {
	var requests, conns atomic.Int32
	opened := make(chan struct{}, 10)
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { requests.Add(1) }))
	srv.EnableHTTP2 = true
	srv.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			conns.Add(1)
			opened <- struct{}{}
		}
	}
	srv.StartTLS()
	defer srv.Close()
	host := srv.Listener.Addr().String()
	tr := rest.NewTransport(&tls.Config{RootCAs: srv.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs})
	defer tr.CloseIdleConnections()

	ctx, cancel := context.WithCancel(context.Background())
	tr.Warm(ctx, host)
	tr.Warm(ctx, host) // one is enough
	cancel()           // the connection outlives the call that asked for it
	<-opened
	if requests.Load() != 0 {
		t.Error("Warm sent a request")
	}
	for range 2 {
		req, _ := http.NewRequest("GET", "https://"+host+"/", nil)
		res, err := tr.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.ProtoMajor != 2 {
			t.Errorf("HTTP/%d", res.ProtoMajor)
		}
	}
	if conns.Load() != 1 || requests.Load() != 2 {
		t.Errorf("%d connections, %d requests", conns.Load(), requests.Load())
	}
	// A host that can't be reached costs nothing but the attempt.
	srv.Close()
	tr.Warm(context.Background(), host)
	req, _ := http.NewRequest("GET", "https://"+host+"/", nil)
	if _, err := tr.RoundTrip(req); err == nil {
		t.Error("a closed server answered")
	}
	tr.Warm(ctx, host) // the context is done
}

// The backend warms the hosts of the service and no others.
func TestBackendWarms(t *testing.T) {
	w := &warmer{}
	newBench(t, w).Warm(context.Background(), "tasks")
	newBench(t, w).Warm(context.Background(), "nothing")
	if !slices.Equal(w.hosts, []string{"tasks.googleapis.com"}) {
		t.Errorf("%v", w.hosts)
	}
	newBench(t, newWire(t)).Warm(context.Background(), "tasks") // can't: no harm
}

type warmer struct{ hosts []string }

func (w *warmer) RoundTrip(*http.Request) (*http.Response, error) { panic("a request was sent") }
func (w *warmer) Warm(_ context.Context, host string)             { w.hosts = append(w.hosts, host) }
