package local

import (
	"context"
	"errors"
	"io"
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
		Handler:           loopbackOnly(steadyBodies(w.handler, maxSilence)),
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

// maxSilence is how long a request's body may bring nothing. All of it may take
// as long as it needs.
const maxSilence = time.Minute

// steadyBodies ends the reading of a body that brings nothing for so long, which
// ends the connection: a client that died without a word would hold it for ever.
func steadyBodies(next http.Handler, silence time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil && r.Body != http.NoBody {
			s := &steadyBody{r.Body, http.NewResponseController(w), silence}
			s.expect() // also for what the server itself reads of a body that nobody wants
			r.Body = s
		}
		next.ServeHTTP(w, r)
	})
}

type steadyBody struct {
	io.ReadCloser
	conn    *http.ResponseController
	silence time.Duration
}

// expect sets the time by which the next bytes must come.
func (s *steadyBody) expect() { s.conn.SetReadDeadline(time.Now().Add(s.silence)) }

func (s *steadyBody) Read(p []byte) (int, error) {
	s.expect()
	return s.ReadCloser.Read(p) // behind its end the server takes the time limit off itself
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
