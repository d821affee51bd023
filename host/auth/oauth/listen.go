package oauth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/wslite/wslite/host/fault"
)

// Listener is the small server on this machine to which the provider sends the
// browser back. It answers one path to GET, for its own name alone, and tells
// the page nothing but whether to go back to the terminal.
type Listener struct {
	server *http.Server
	done   chan struct{}
}

const (
	pageDone    = "Signed in at the provider. Close this window and go back to the terminal, which tells how it ended.\n"
	pageRefused = "Nobody was signed in. Close this window and go back to the terminal, which tells why.\n"
	pageStrange = "This address does not belong to a sign-in that is waiting.\n"
)

func (f *Flow) listen(ctx context.Context) (*Listener, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", f.way.listen)
	if err != nil {
		return nil, fault.Wrap(err, fault.Client, "can't listen on %s for the browser's way back", f.way.listen).
			WithHint("another program may use the port; end it, or use a client of the type \"Desktop app\", which takes any port")
	}
	if f.way.host == "" {
		f.way.host = l.Addr().String()
	}
	s := &Listener{done: make(chan struct{})}
	s.server = &http.Server{
		Handler:           f,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      10 * time.Second,
		MaxHeaderBytes:    32 << 10,
		// A stranger's broken request is no news for the terminal.
		ErrorLog: log.New(io.Discard, "", 0),
	}
	go func() {
		defer close(s.done)
		if err := s.server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			f.offer(callback{err: fault.Wrap(err, fault.Client, "the browser's way back was closed")})
		}
	}()
	return s, nil
}

// Close ends the server, after the page that is being sent.
func (l *Listener) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if l.server.Shutdown(ctx) != nil {
		l.server.Close()
	}
	<-l.done
}

// ServeHTTP answers the browser. Only a request with this sign-in's state ends
// the waiting, so nobody else on this machine can end it, and only once.
func (f *Flow) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page := func(status int, text string) {
		h := w.Header()
		h.Set("Content-Type", "text/plain; charset=utf-8")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		h.Set("Connection", "close")
		w.WriteHeader(status)
		fmt.Fprint(w, text)
	}
	switch {
	// A page elsewhere could reach this server under a name of its own.
	case r.Host != f.way.host:
		page(http.StatusMisdirectedRequest, pageStrange)
		return
	case r.URL.Path != f.way.path && !(f.way.path == "" && r.URL.Path == "/"):
		page(http.StatusNotFound, pageStrange)
		return
	case r.Method != http.MethodGet:
		w.Header().Set("Allow", http.MethodGet)
		page(http.StatusMethodNotAllowed, pageStrange)
		return
	}
	a, ok := f.check(r.URL.Query())
	if !ok || !f.once.CompareAndSwap(false, true) {
		page(http.StatusBadRequest, pageStrange)
		return
	}
	if a.err != nil {
		page(http.StatusOK, pageRefused)
	} else {
		page(http.StatusOK, pageDone)
	}
	f.offer(a)
}
