package appsscript

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

// The causes of a CLIENT_ERROR for variables that are not set.
var (
	ErrNoURL   = errors.New("no proxy address")
	ErrNoToken = errors.New("no proxy token")
)

// URLName is the variable that holds the address of a service's proxy.
func URLName(service string) string { return prefix(service) + "URL" }

// TokenName is the variable for a token; ending is one of risk.Candidates.
func TokenName(service, ending string) string { return prefix(service) + ending }

func prefix(service string) string {
	return "GOOGLE_WORKSPACE_" + strings.ToUpper(service) + "_PROXY_"
}

// Choice says which variable gives the token of a call. It holds no value.
type Choice struct {
	Service, Action string
	Class           risk.Class
	// Chosen is the variable, "" where none is set.
	Chosen string
	// Candidates are the variables that were looked at, best first.
	Candidates []string
}

// Choose finds the variable for a call of a class. An empty variable counts as
// unset, a blank one as set: the peer's rule.
func Choose(getenv func(string) string, service string, class risk.Class, forbidAdmin bool) Choice {
	c := Choice{Service: service, Class: class}
	for _, ending := range risk.Candidates(class) {
		if forbidAdmin && ending == "ADMIN_TOKEN" {
			continue
		}
		name := TokenName(service, ending)
		c.Candidates = append(c.Candidates, name)
		if c.Chosen == "" && getenv(name) != "" {
			c.Chosen = name
		}
	}
	return c
}

func (b *Backend) token(c backend.Call) (string, error) {
	choice := Choose(b.opts.Getenv, c.Service, risk.Class(c.Class), b.opts.ForbidAdmin)
	choice.Action = c.Action
	if b.opts.Verbose != nil {
		b.opts.Verbose(choice)
	}
	if choice.Chosen == "" {
		return "", fault.Wrap(ErrNoToken, fault.Client, "no token for a call of class %s: none of %s is set",
			word(c.Class), word(strings.Join(choice.Candidates, ", "))).
			WithHint("set one of them to the token of the %s proxy", word(c.Service))
	}
	return b.opts.Getenv(choice.Chosen), nil
}

// address reads and checks where a service's proxy is.
func (b *Backend) address(service string) (*url.URL, error) {
	return Address(b.opts.Getenv, service)
}

// Address reads the address of a service's proxy. The error is CLIENT_ERROR: it
// is not set (ErrNoURL in its chain), or it is none that a token may be sent to.
func Address(getenv func(string) string, service string) (*url.URL, error) {
	name := word(URLName(service))
	value := strings.TrimSpace(getenv(URLName(service)))
	if value == "" {
		return nil, fault.Wrap(ErrNoURL, fault.Client, "the address of the %s proxy is not known: %s is not set", word(service), name).
			WithHint("sign in with your Google account: wslite auth login; or set it to your proxy's address, which ends in /exec; --local needs neither")
	}
	u, err := url.Parse(value)
	switch {
	// The text of err would repeat the address, which may hold a secret.
	case err != nil || u.Host == "":
		return nil, fault.New(fault.Client, "%s is no web address", name).
			WithHint("set it to the web app's address, which ends in /exec")
	case u.User != nil:
		return nil, fault.New(fault.Client, "%s holds a user name or password", name).WithHint("take it out of the address")
	case !encrypted(u):
		return nil, fault.New(fault.Client, "%s must begin with https://, or the token could be read on the way", name).
			WithHint("http:// is allowed for this machine alone (127.0.0.1, localhost)")
	}
	return u, nil
}

// encrypted tells whether a token may be sent to an address: over TLS, or to
// this very machine.
func encrypted(u *url.URL) bool {
	return u.Scheme == "https" || u.Scheme == "http" && loopback(u)
}

func loopback(u *url.URL) bool {
	ip := net.ParseIP(u.Hostname())
	return ip != nil && ip.IsLoopback() || strings.EqualFold(u.Hostname(), "localhost")
}

// word shows a name that the user typed: as it is, or quoted where it holds
// anything that could steer a terminal.
func word(s string) string {
	if q := fmt.Sprintf("%q", s); q != `"`+s+`"` {
		return q
	}
	return s
}
