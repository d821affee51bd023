package cli

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/wslite/wslite/host/fault"
)

// serverURL is where a client finds the server that listens at an address: HOST:PORT
// as of wslite mcp --http, or the URL of a proxy in front of it.
func serverURL(address string) (string, error) {
	if strings.Contains(address, "://") {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			// What was given may hold a name and a password, so it isn't repeated.
			return "", fault.New(fault.Usage, "--http wants an http or https address without user, query and fragment, such as https://wslite.corp.example/mcp")
		}
		if u.Path == "" || u.Path == "/" {
			u.Path = "/mcp"
		}
		return u.String(), nil
	}
	host, port, err := net.SplitHostPort(address)
	if n, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || n == 0 || strings.ContainsAny(host, "/?#@ ") {
		return "", fault.New(fault.Usage, "--http wants HOST:PORT, such as 127.0.0.1:8765, or a URL, not %q", address)
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1" // all addresses of this machine; a client needs one of them
	}
	return "http://" + net.JoinHostPort(host, port) + "/mcp", nil
}

// httpNotes tell what an entry for a server over HTTP leaves to do.
func (a *App) httpNotes(flags *pflag.FlagSet, o configOptions, e serverEntry) (notes []string) {
	u, err := url.Parse(e.url)
	if err != nil {
		return nil
	}
	args := offered(flags)
	switch {
	case !strings.Contains(o.address, "://"):
		line := "  wslite"
		for _, word := range append(append(a.choosing(), "mcp", "--http", o.address), args...) {
			line += " " + shellWord(word)
		}
		notes = append(notes, "the client doesn't start this server; it is started, and offers what is chosen then, with", line)
	case len(args) > 0 || len(a.choosing()) > 0:
		notes = append(notes, strings.Join(append(a.choosing(), args...), " ")+" is for whoever starts the server (wslite mcp --http): an address holds none of it")
	}
	if !e.oauth && o.client != "vscode" {
		notes = append(notes, "set "+EnvMCPToken+" where the client runs: the server's token, or your own of a server with --users. For a server without one take the token out")
	}
	if c, err := a.config(); err == nil && !e.oauth && c.MCP.OAuth != nil {
		notes = append(notes, "[mcp.oauth] is set: a client that signs in there needs no token, and --oauth leaves it out")
	}
	if ip, err := netip.ParseAddr(u.Hostname()); u.Scheme == "http" && u.Hostname() != "localhost" && (err != nil || !ip.IsLoopback()) {
		notes = append(notes, "this address is plain HTTP: beyond this machine put a proxy with a certificate in front, and give its https address")
	}
	return notes
}
