package postgres

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wslite/wslite/host/store/pgtest"
)

// cut says when a connection through the proxy breaks.
type cut int32

const (
	never cut = iota
	// beforeCommit: the server never hears of the commit.
	beforeCommit
	// afterCommit: the server commits, and its answer is lost.
	afterCommit
	// always: no connection is let through.
	always
)

// proxy stands between a store and its server and breaks connections.
type proxy struct {
	dsn    string
	target string
	mode   atomic.Int32
	// then is the mode after the next cut.
	then atomic.Int32
	cuts atomic.Int32
	// between, where not nil, runs once after the server has lost the
	// connection and before the client has.
	between atomic.Pointer[func()]
}

func (p *proxy) set(now, then cut) { p.then.Store(int32(then)); p.mode.Store(int32(now)) }

func newProxy(t *testing.T, s *pgtest.Server) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	p := &proxy{target: fmt.Sprintf("%s:%d", s.Host, s.Port)}
	p.dsn = fmt.Sprintf("postgres://%s:%s@%s/%s?sslmode=disable", s.User, s.Password, l.Addr(), s.Database)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(conn)
		}
	}()
	return p
}

func (p *proxy) serve(client net.Conn) {
	defer client.Close()
	if cut(p.mode.Load()) == always {
		return
	}
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	defer server.Close()
	var once sync.Once
	// cutting is set before the server's side is closed, over is closed after
	// between.
	var cutting atomic.Bool
	over := make(chan struct{})
	end := func() { once.Do(func() { client.Close(); server.Close() }) }
	// Set once the commit went through: the answer is swallowed.
	var silent atomic.Bool
	go func() {
		defer end()
		buf := make([]byte, 64<<10)
		for {
			n, err := server.Read(buf)
			if err != nil {
				if cutting.Load() {
					<-over
				}
				return
			}
			if silent.Load() {
				p.cuts.Add(1)
				p.mode.Store(p.then.Load())
				return
			}
			if _, err := client.Write(buf[:n]); err != nil {
				return
			}
		}
	}()
	defer end()
	buf := make([]byte, 64<<10)
	for {
		n, err := client.Read(buf)
		if err != nil {
			return
		}
		if bytes.Contains(buf[:n], []byte("commit\x00")) {
			switch cut(p.mode.Load()) {
			case beforeCommit:
				p.cuts.Add(1)
				p.mode.Store(p.then.Load())
				defer close(over)
				cutting.Store(true)
				server.Close()
				if f := p.between.Swap(nil); f != nil {
					(*f)()
				}
				return
			case afterCommit:
				silent.Store(true)
			}
		}
		if _, err := io.Copy(server, bytes.NewReader(buf[:n])); err != nil {
			return
		}
		if silent.Load() {
			// The other direction ends the connection when the answer comes.
			io.Copy(io.Discard, client)
			return
		}
	}
}
