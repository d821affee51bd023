package rest

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"
)

const (
	// dialTimeout bounds connecting and the TLS handshake.
	dialTimeout = 10 * time.Second
	// warmFor is how long a connection that was opened ahead is kept; servers
	// close silent ones after about that long.
	warmFor = 20 * time.Second
)

// Transport sends to real services: TLS 1.2 or better, HTTP/2 where offered,
// the proxy of the environment. It can open a connection before the first
// request, while a plugin is still being loaded. Any number of goroutines may
// use it.
type Transport struct {
	base *http.Transport
	dial tls.Dialer

	mu    sync.Mutex
	ready map[string]*early // by address
}

// early is a connection that is being, or was, opened ahead.
type early struct {
	done chan struct{}
	conn net.Conn // nil after done: it failed
}

// NewTransport makes a Transport. A nil config means the system's roots.
func NewTransport(config *tls.Config) *Transport {
	if config == nil {
		config = &tls.Config{}
	}
	config = config.Clone()
	config.MinVersion = max(config.MinVersion, tls.VersionTLS12)
	config.NextProtos = []string{"h2", "http/1.1"}
	t := &Transport{
		dial:  tls.Dialer{NetDialer: &net.Dialer{Timeout: dialTimeout}, Config: config},
		ready: map[string]*early{},
	}
	t.base = &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         t.dial.NetDialer.DialContext,
		DialTLSContext:      t.dialTLS,
		TLSClientConfig:     config.Clone(), // http.Transport writes to its own
		TLSHandshakeTimeout: dialTimeout,
		ForceAttemptHTTP2:   true,
		MaxIdleConnsPerHost: parallelReads,
		// Google's headers have some 2 KiB; an endless one must not fill memory.
		MaxResponseHeaderBytes: 256 << 10,
		IdleConnTimeout:        90 * time.Second,
	}
	return t
}

// RoundTrip sends one request.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) { return t.base.RoundTrip(r) }

// CloseIdleConnections closes what waits for a next request.
func (t *Transport) CloseIdleConnections() { t.base.CloseIdleConnections() }

// Warm begins to connect to a host and returns. The next request to the host
// uses the connection; if none comes it is closed. It sends no request, and
// does nothing where a proxy stands between.
func (t *Transport) Warm(ctx context.Context, host string) {
	target := &url.URL{Scheme: "https", Host: host}
	if p, err := t.base.Proxy(&http.Request{URL: target}); p != nil || err != nil {
		return
	}
	addr := host
	if target.Port() == "" {
		addr = net.JoinHostPort(target.Hostname(), "443")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if ctx.Err() != nil || t.ready[addr] != nil {
		return
	}
	e := &early{done: make(chan struct{})}
	t.ready[addr] = e
	go func() {
		// The caller's context may end with the call that asked; the
		// connection is for a later one.
		dialCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), dialTimeout)
		defer cancel()
		conn, err := t.dial.DialContext(dialCtx, "tcp", addr)
		if err == nil {
			e.conn = conn
		}
		close(e.done)
		time.AfterFunc(warmFor, func() {
			if t.take(addr, e) != nil && e.conn != nil {
				e.conn.Close()
			}
		})
	}()
}

// take removes the connection opened ahead for an address; only e where e is
// given. Whoever gets it owns it.
func (t *Transport) take(addr string, e *early) *early {
	t.mu.Lock()
	defer t.mu.Unlock()
	got := t.ready[addr]
	if got == nil || e != nil && got != e {
		return nil
	}
	delete(t.ready, addr)
	return got
}

func (t *Transport) dialTLS(ctx context.Context, network, addr string) (net.Conn, error) {
	if e := t.take(addr, nil); e != nil {
		select {
		case <-e.done:
			if e.conn != nil {
				return e.conn, nil
			}
		case <-ctx.Done():
			go func() {
				if <-e.done; e.conn != nil {
					e.conn.Close()
				}
			}()
			return nil, ctx.Err()
		}
	}
	return t.dial.DialContext(ctx, network, addr)
}
