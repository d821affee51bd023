package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"syscall"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/mcp/web"
	"github.com/wslite/wslite/host/safefile"
)

// Bounds of a token that clients show: short ones can be guessed.
const (
	minToken = 24
	maxToken = 4096
)

// httpOptions are the flags of mcp for serving over HTTP.
type httpOptions struct {
	address, tokenFile string
	hosts, origins     []string
	stateless, users   bool
}

func httpFlags(cmd *cobra.Command, f *pflag.FlagSet, o *httpOptions) {
	f.StringVar(&o.address, "http", "", "serve over HTTP at `HOST:PORT`, path /mcp, instead of standard input and output")
	f.StringVar(&o.tokenFile, "token-file", "", "`FILE`, readable by you alone, with the token that clients must show; $"+EnvMCPToken+" otherwise")
	f.StringArrayVar(&o.hosts, "allow-host", nil, "a `NAME` that requests may be sent to besides localhost; may be repeated")
	f.StringArrayVar(&o.origins, "allow-origin", nil, "a web `ORIGIN` (https://name) whose pages may send requests; may be repeated")
	f.BoolVar(&o.stateless, "stateless", false, "with --http: no sessions; a person is then asked through drafts")
	f.BoolVar(&o.users, "users", false, "with --http: serve the users of the configuration, each with a token of their own (wslite mcp token)")
	cmd.RegisterFlagCompletionFunc("http", cobra.NoFileCompletions)
}

// check refuses flags of HTTP without it, and those that mean nothing.
func (o httpOptions) check() error {
	if o.address == "" && (o.tokenFile != "" || o.hosts != nil || o.origins != nil || o.stateless || o.users) {
		return fault.New(fault.Usage, "--token-file, --allow-host, --allow-origin, --stateless and --users are for a server over HTTP: add --http HOST:PORT")
	}
	for _, h := range o.hosts {
		if h == "" || strings.ContainsAny(h, "/:*[] ") && net.ParseIP(h) == nil {
			return fault.New(fault.Usage, "--allow-host wants a name without scheme and port, not %q", h)
		}
	}
	for _, origin := range o.origins {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Scheme+"://"+u.Host != origin {
			return fault.New(fault.Usage, "--allow-origin wants scheme://name or scheme://name:port, not %q", origin)
		}
	}
	return nil
}

// httpToken gives the token that clients must show; "" where none is set.
func (a *App) httpToken(o httpOptions) (string, error) {
	token, from := a.Getenv(EnvMCPToken), "$"+EnvMCPToken
	if o.tokenFile != "" {
		path, err := filepath.Abs(o.tokenFile)
		if err != nil {
			return "", fault.Wrap(err, fault.Usage, "--token-file %q: no such path", o.tokenFile)
		}
		b, err := safefile.ReadPrivate(path, maxToken)
		if err != nil {
			return "", fault.Wrap(err, fault.Usage, "--token-file: %v", err)
		}
		token, from = strings.TrimSpace(string(b)), "--token-file"
		if token == "" {
			return "", fault.New(fault.Usage, "--token-file: %q is empty", o.tokenFile)
		}
	}
	if token == "" {
		return "", nil
	}
	if len(token) < minToken || len(token) > maxToken || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", fault.New(fault.Usage, "the token of %s must have %d to %d visible ASCII characters without spaces: make one with openssl rand -hex 32", from, minToken, maxToken)
	}
	return token, nil
}

// serveHTTP serves one user until ctx ends.
func (a *App) serveHTTP(ctx context.Context, server *sdk.Server, o httpOptions) error {
	token, err := a.httpToken(o)
	if err != nil {
		return err
	}
	l, err := o.listen(token != "")
	if err != nil {
		return err
	}
	who := "clients must show the token"
	if token == "" {
		who = "any program on this machine may use it: set $" + EnvMCPToken + " to ask for a token"
	}
	a.tellServing(l, who)
	return web.Serve(ctx, l, server, web.Options{Token: token, Hosts: o.hosts, Origins: o.origins, Stateless: o.stateless})
}

// listen opens the port. guarded says that clients have to show a token.
func (o httpOptions) listen(guarded bool) (net.Listener, error) {
	at, err := net.ResolveTCPAddr("tcp", o.address)
	if err != nil {
		return nil, fault.Wrap(err, fault.Usage, "--http wants HOST:PORT, such as 127.0.0.1:8765, not %q", o.address)
	}
	// A port without a host stands for this machine alone, as in mcp config.
	if host, _, err := net.SplitHostPort(o.address); err == nil && host == "" {
		at.IP = net.IPv4(127, 0, 0, 1)
	}
	if !guarded && !at.IP.IsLoopback() {
		return nil, fault.New(fault.Usage, "--http %s can be reached from other machines, and without a token anybody could use your account: set $%s or --token-file, or listen at 127.0.0.1", o.address, EnvMCPToken)
	}
	l, err := net.ListenTCP("tcp", at)
	if err != nil {
		return nil, fault.Wrap(err, fault.Network, "can't listen at %s: %s", o.address, whyNoPort(err))
	}
	return l, nil
}

// whyNoPort says of a port that can't be opened why, and what to do.
func whyNoPort(err error) string {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return "another program has the port; take another one"
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return "this machine has no such address; take 127.0.0.1, or one of its own"
	case errors.Is(err, syscall.EACCES):
		return "the system doesn't let this user have the port; take one above 1023"
	}
	return "another program may have the port; take another one"
}

func (a *App) tellServing(l net.Listener, who string) {
	if !a.globals.Quiet {
		fmt.Fprintf(a.Err, "serving MCP at http://%s%s; %s\n", l.Addr(), web.Path, who)
	}
}
