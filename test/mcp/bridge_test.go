//go:build unix && mcpsuite

package mcp

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// bridge gives a program that speaks over a pipe an address: the suite knows
// nothing else. Each session is a process of its own. It adds nothing and listens on
// this machine alone.
type bridge struct {
	t        *testing.T
	w        *world
	mu       sync.Mutex
	sessions map[string]*bridged
}

type bridged struct {
	front *sdk.StreamableServerTransport
	end   context.CancelFunc
}

func (w *world) overPipe(t *testing.T) (url string) {
	b := &bridge{t: t, w: w, sessions: map[string]*bridged{}}
	srv := httptest.NewServer(b)
	t.Cleanup(func() {
		for _, s := range b.sessions {
			s.end()
		}
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv.URL + "/mcp"
}

const sessionHeader = "Mcp-Session-Id"

func (b *bridge) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	id := r.Header.Get(sessionHeader)
	s := b.sessions[id]
	var err error
	if s == nil && id == "" && r.Method == http.MethodPost {
		s, err = b.begin()
	}
	if s != nil && r.Method == http.MethodDelete {
		delete(b.sessions, id)
		s.end()
	}
	b.mu.Unlock()
	switch {
	case err != nil:
		http.Error(rw, err.Error(), http.StatusInternalServerError)
	case s == nil:
		http.Error(rw, "no such session", http.StatusNotFound)
	case r.Method == http.MethodDelete:
		rw.WriteHeader(http.StatusNoContent)
	default:
		s.front.ServeHTTP(rw, r)
	}
}

// begin starts a process and joins both ends; the bridge is locked.
func (b *bridge) begin() (*bridged, error) {
	ctx, end := context.WithCancel(context.Background())
	cmd := exec.Command(b.w.program, "-q", "--local", "mcp")
	cmd.Env = b.w.env()
	back, err := (&sdk.CommandTransport{Command: cmd}).Connect(ctx)
	if err != nil {
		end()
		return nil, err
	}
	front := &sdk.StreamableServerTransport{SessionID: rand.Text()}
	conn, err := front.Connect(ctx)
	if err != nil {
		end()
		return nil, err
	}
	go pass(ctx, conn, back)
	go pass(ctx, back, conn)
	context.AfterFunc(ctx, func() {
		_ = conn.Close()
		_ = back.Close()
	})
	s := &bridged{front, end}
	b.sessions[front.SessionID] = s
	return s, nil
}

// pass hands on what comes. What the server says by itself goes to the stream that
// its client opens after the session has begun, so it may have to wait for it.
func pass(ctx context.Context, from, to sdk.Connection) {
	for {
		m, err := from.Read(ctx)
		if err != nil {
			return
		}
		for to.Write(ctx, m) != nil && ctx.Err() == nil {
			time.Sleep(10 * time.Millisecond)
		}
	}
}
