package cli

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/mcp"
)

const (
	// headerTime is how long a client may take for the header of a request.
	headerTime = 10 * time.Second
	// endTime is how long calls that are under way get at the end, so that what
	// became of them is recorded.
	endTime = 20 * time.Second
)

// listenMCP serves one user over HTTP, on this machine alone, until ctx ends.
func (a *App) listenMCP(ctx context.Context, server *sdk.Server, addr string, stateless bool) error {
	token := a.Getenv(EnvMCPToken)
	if len(token) < mcp.MinToken {
		return fault.New(fault.Client, "a server over HTTP needs a token: %s has none of at least %d characters", EnvMCPToken, mcp.MinToken).
			WithHint("set it to random ones, as openssl rand -hex 32 gives them, here and for the client")
	}
	host, _, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
		return fault.New(fault.Usage, "--http wants an address of this machine with a port, as 127.0.0.1:8765, not %q", addr).
			WithHint("it serves this machine alone")
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return fault.Wrap(err, fault.Client, "%s can't be listened on", addr).WithHint("choose another port; another program may have it")
	}
	a.note("serving MCP on http://%s%s", l.Addr(), mcp.Path)
	s := &http.Server{
		Handler: mcp.HTTP(server, mcp.HTTPOptions{Token: token, Stateless: stateless}), ReadHeaderTimeout: headerTime,
	}
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(done)
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
		defer cancel()
		if s.Shutdown(last) != nil {
			s.Close()
		}
	})
	err = s.Serve(l)
	if !stop() { // the end was asked for
		<-done
		return nil
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fault.Wrap(err, fault.Client, "the server on %s ended", addr)
}
