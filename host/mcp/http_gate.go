package mcp

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// gate is what a request passes before the protocol sees it.
type gate struct {
	HTTPOptions
	token     [sha256.Size]byte
	server    *sdk.Server
	protocol  http.Handler
	calls     *counted
	running   atomic.Int64
	listening atomic.Int64
	// ending is done once the server takes nothing new.
	ending context.Context
	end    context.CancelFunc
}

func newGate(server *sdk.Server, o HTTPOptions) *gate {
	g := &gate{HTTPOptions: o, token: sha256.Sum256([]byte(o.Token)), server: server, calls: &counted{}}
	g.ending, g.end = context.WithCancel(context.Background())
	server.AddReceivingMiddleware(g.calls.count)
	g.protocol = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{
		Stateless: o.Stateless, SessionTimeout: httpSessionTime, MaxRequestBodyBytes: maxHTTPBody,
		// The gate's own check of the host is the stricter one, and knows Hosts.
		DisableLocalhostProtection: true,
	})
	return g
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	switch {
	// A page whose name was made to point at this machine still sends that name.
	case !g.hostAllowed(r.Host):
		http.Error(w, "this Host is not served here: see --allow-host", http.StatusForbidden)
	case !g.originAllowed(r.Header.Values("Origin")):
		http.Error(w, "pages of this Origin may send nothing here: see --allow-origin", http.StatusForbidden)
	case r.URL.Path != HTTPPath:
		http.Error(w, "the protocol is served at "+HTTPPath, http.StatusNotFound)
	case !g.tokenRight(r.Header.Values("Authorization")):
		w.Header().Set("WWW-Authenticate", `Bearer realm="wslite"`)
		http.Error(w, "a bearer token is needed, and this is none or not the right one", http.StatusUnauthorized)
	case g.ending.Err() != nil:
		busy(w, "the server is ending")
	case r.Method == http.MethodGet:
		g.listen(w, r)
	default:
		g.answer(w, r)
	}
}

// listen serves a stream, which ends with the server.
func (g *gate) listen(w http.ResponseWriter, r *http.Request) {
	defer g.listening.Add(-1)
	if g.listening.Add(1) > maxHTTPListening {
		busy(w, "too many streams are open")
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(g.ending, cancel)()
	g.protocol.ServeHTTP(w, r.WithContext(ctx))
}

func (g *gate) answer(w http.ResponseWriter, r *http.Request) {
	defer g.running.Add(-1)
	if g.running.Add(1) > maxHTTPRunning {
		busy(w, "too many requests are being answered")
		return
	}
	if !g.Stateless && r.Method == http.MethodPost && r.Header.Get("Mcp-Session-Id") == "" && g.sessions() >= maxHTTPSessions {
		busy(w, "too many sessions are open")
		return
	}
	// The time is for the body alone: a deadline on the whole request would end
	// calls that wait for a person.
	c := http.NewResponseController(w)
	c.SetReadDeadline(time.Now().Add(httpBodyTime))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxHTTPBody))
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		http.Error(w, "the request is larger than 16 MiB", http.StatusRequestEntityTooLarge)
		return
	} else if err != nil {
		http.Error(w, "the request did not come whole", http.StatusBadRequest)
		return
	}
	c.SetReadDeadline(time.Time{})
	r.Body = io.NopCloser(bytes.NewReader(body))
	g.protocol.ServeHTTP(w, r)
}

func (g *gate) sessions() (n int) {
	for range g.server.Sessions() {
		n++
	}
	return n
}

func busy(w http.ResponseWriter, why string) {
	w.Header().Set("Retry-After", "5")
	http.Error(w, why+": try again later", http.StatusServiceUnavailable)
}

// tokenRight compares hashes, so that the time tells neither the token's
// characters nor its length.
func (g *gate) tokenRight(headers []string) bool {
	if g.Token == "" {
		return true
	}
	if len(headers) != 1 {
		return false
	}
	scheme, given, _ := strings.Cut(headers[0], " ")
	sum := sha256.Sum256([]byte(strings.TrimSpace(given)))
	return strings.EqualFold(scheme, "bearer") && subtle.ConstantTimeCompare(sum[:], g.token[:]) == 1
}

func (g *gate) hostAllowed(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	return loopback(host) || slices.ContainsFunc(g.Hosts, func(h string) bool { return strings.EqualFold(h, host) })
}

// originAllowed lets requests through that come from no page at all.
func (g *gate) originAllowed(headers []string) bool {
	if len(headers) == 0 {
		return true
	}
	if len(headers) > 1 {
		return false
	}
	if slices.ContainsFunc(g.Origins, func(o string) bool { return strings.EqualFold(o, headers[0]) }) {
		return true
	}
	u, err := url.Parse(headers[0])
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && loopback(u.Hostname())
}

func loopback(host string) bool {
	return strings.EqualFold(host, "localhost") || net.ParseIP(host).IsLoopback()
}
