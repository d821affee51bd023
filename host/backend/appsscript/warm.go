package appsscript

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// fresh is how long a connection that was opened ahead may wait for its
// request. Servers drop silent connections, and a request on one that is gone
// would fail although nothing is wrong.
const fresh = 10 * time.Second

// maxIdle is how many connections to a host may wait for their next request, where
// it takes one request at a time on each: as many as a server has calls at once.
// With fewer a busy server would open one for most of its calls.
const maxIdle = 64

// warmer is a transport whose first connection to an address can be opened
// ahead. net/http has no call for it: an idle connection exists there only
// after a request. So the transport dials through the warmer, which hands over
// a connection that is already under way.
type warmer struct {
	transport *http.Transport
	tls       *tls.Config
	dialer    net.Dialer

	mu      sync.Mutex
	started map[string]bool   // by key: opened ahead once, not again
	waiting map[string]*ahead // by key: not taken yet
}

// ahead is a connection under way. done is closed when conn or err is set.
type ahead struct {
	done   chan struct{}
	cancel context.CancelFunc
	conn   net.Conn
	err    error
	ready  time.Time
}

func newWarmer(config *tls.Config) *warmer {
	if config == nil {
		config = &tls.Config{}
	}
	w := &warmer{tls: config, started: map[string]bool{}, waiting: map[string]*ahead{}}
	w.dialer.Timeout = Timeout
	w.transport = &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		TLSClientConfig:     config.Clone(), // net/http changes it
		ForceAttemptHTTP2:   true,
		MaxIdleConnsPerHost: maxIdle,
		IdleConnTimeout:     90 * time.Second,
		TLSHandshakeTimeout: Timeout,
		DialContext: func(ctx context.Context, _, addr string) (net.Conn, error) {
			return w.dial(ctx, "http", addr)
		},
		DialTLSContext: func(ctx context.Context, _, addr string) (net.Conn, error) {
			return w.dial(ctx, "https", addr)
		},
	}
	return w
}

// start opens the connection for an address, unless one was before.
func (w *warmer) start(ctx context.Context, u *url.URL) {
	if proxy, err := w.transport.Proxy(&http.Request{URL: u}); err != nil || proxy != nil {
		return // the transport would dial the proxy
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	addr := net.JoinHostPort(u.Hostname(), port)
	key := u.Scheme + " " + addr
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.started[key] {
		return
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	a := &ahead{done: make(chan struct{}), cancel: cancel}
	w.started[key], w.waiting[key] = true, a
	go func() {
		defer close(a.done)
		a.conn, a.err = w.connect(ctx, u.Scheme, addr)
		a.ready = time.Now()
	}()
}

// dial gives the transport its connection: the one under way, else a new one.
func (w *warmer) dial(ctx context.Context, scheme, addr string) (net.Conn, error) {
	key := scheme + " " + addr
	w.mu.Lock()
	a := w.waiting[key]
	delete(w.waiting, key)
	w.started[key] = true
	w.mu.Unlock()
	if a != nil {
		select {
		case <-ctx.Done():
			a.drop()
			return nil, ctx.Err()
		case <-a.done:
		}
		if a.err == nil && time.Since(a.ready) < fresh {
			a.cancel() // releases the context; it no longer bears on conn
			return a.conn, nil
		}
		a.drop()
	}
	return w.connect(ctx, scheme, addr)
}

func (w *warmer) connect(ctx context.Context, scheme, addr string) (net.Conn, error) {
	conn, err := w.dialer.DialContext(ctx, "tcp", addr)
	if err != nil || scheme != "https" {
		return conn, err
	}
	config := w.tls.Clone()
	config.NextProtos = []string{"h2", "http/1.1"}
	if config.ServerName == "" {
		config.ServerName, _, _ = net.SplitHostPort(addr)
	}
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	secured := tls.Client(conn, config)
	if err := secured.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return secured, nil
}

// drop gives up a connection, now or when it is there.
func (a *ahead) drop() {
	a.cancel()
	go func() {
		<-a.done
		if a.conn != nil {
			a.conn.Close()
		}
	}()
}

func (w *warmer) close() {
	w.mu.Lock()
	for _, a := range w.waiting {
		a.drop()
	}
	clear(w.waiting)
	w.mu.Unlock()
	w.transport.CloseIdleConnections()
}
