package local

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/wslite/wslite/host/fault"
)

// Serve answers HTTP for other programs' tests on a loopback address until the
// context ends. Only requests that name a loopback host are answered, so that
// no web page can reach the workspace through a name that it points here.
func (w *Workspace) Serve(ctx context.Context, l net.Listener) error {
	if addr, ok := l.Addr().(*net.TCPAddr); !ok || !addr.IP.IsLoopback() {
		return fault.New(fault.Usage, "The workspace is served on loopback addresses only, not on %s.", l.Addr())
	}
	s := &http.Server{
		Handler:           loopbackOnly(w.handler),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		BaseContext:       func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	stop := context.AfterFunc(ctx, func() {
		// What is being answered may end; it is a matter of milliseconds.
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if s.Shutdown(grace) != nil {
			s.Close()
		}
	})
	defer stop()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fault.Wrap(err, fault.Client, "The workspace can't be served on %s.", l.Addr())
	}
	return nil
}

// loopbackOnly refuses a Host that is not this machine's own name.
func loopbackOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		host = strings.Trim(host, "[]")
		if ip := net.ParseIP(host); !strings.EqualFold(host, "localhost") && (ip == nil || !ip.IsLoopback()) {
			http.Error(w, "This server answers requests to localhost only.", http.StatusMisdirectedRequest)
			return
		}
		if r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != "" && r.Header.Get("Sec-Fetch-Site") != "none" {
			http.Error(w, "This server does not answer web pages.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
