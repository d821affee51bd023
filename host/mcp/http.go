package mcp

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// Path is where a server over HTTP answers.
	Path = "/mcp"
	// MinToken is the shortest token that is taken, in bytes: shorter ones can be
	// guessed.
	MinToken = 20
	// maxRequest bounds one request: what a plugin may get is a part of it.
	maxRequest = 4 << 20
	// idleSession is how long a session lives without a request.
	idleSession = 30 * time.Minute
)

// HTTPOptions is how a server is served over HTTP.
type HTTPOptions struct {
	// Token is what every request has to bear; at least MinToken bytes.
	Token string
	// Stateless keeps no sessions: each request stands by itself.
	Stateless bool
}

// HTTP serves one user's sessions over streamable HTTP at Path. It is for this
// machine: a request for a host that is not the loopback one, or from a page of
// elsewhere, is refused, since a browser that was led here by a name that
// changed its address would bring just those.
func HTTP(s *sdk.Server, o HTTPOptions) http.Handler {
	want := sha256.Sum256([]byte(o.Token))
	serve := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, &sdk.StreamableHTTPOptions{
		Stateless: o.Stateless, SessionTimeout: idleSession, MaxRequestBodyBytes: maxRequest,
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !loopback(r.Host) || !ownOrigin(r.Header.Values("Origin")):
			http.Error(w, "This server is for programs of this machine.", http.StatusForbidden)
		case !bears(r.Header.Values("Authorization"), want):
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "The token is missing or another.", http.StatusUnauthorized)
		case r.URL.Path != Path:
			http.NotFound(w, r)
		default:
			serve.ServeHTTP(w, r)
		}
	})
}

// bears compares hashes, so that the time it takes tells nothing of the token,
// its length included.
func bears(headers []string, want [sha256.Size]byte) bool {
	if len(headers) != 1 {
		return false
	}
	scheme, token, ok := strings.Cut(headers[0], " ")
	got := sha256.Sum256([]byte(token))
	return ok && strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

// loopback says whether a host, with or without a port, is this machine's own.
func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// ownOrigin says whether a request comes from no page, or from one of this
// machine.
func ownOrigin(origins []string) bool {
	for _, o := range origins {
		u, err := url.Parse(o)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || !loopback(u.Host) {
			return false
		}
	}
	return true
}
