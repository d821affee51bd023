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
	"sync"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// gate is what a request passes before the protocol sees it.
type gate struct {
	HTTPOptions
	token     [sha256.Size]byte
	calls     *counted
	running   atomic.Int64
	listening atomic.Int64
	// ending is done once the server takes nothing new.
	ending context.Context
	end    context.CancelFunc

	mu        sync.Mutex
	endpoints map[string]*endpoint // by user
}

// endpoint is where one user's requests go. The sessions are the endpoint's own:
// to all others they do not exist.
type endpoint struct {
	server   *sdk.Server
	protocol http.Handler
}

// theUser is who sends all requests to a server that knows no users.
const theUser = ""

func newGate(server *sdk.Server, o HTTPOptions) *gate {
	g := &gate{HTTPOptions: o, token: sha256.Sum256([]byte(o.Token)), calls: &counted{}, endpoints: map[string]*endpoint{}}
	g.ending, g.end = context.WithCancel(context.Background())
	if o.Users == nil {
		g.add(theUser, server)
	}
	return g
}

// add makes a user's endpoint; the gate is locked, or not in use yet.
func (g *gate) add(user string, server *sdk.Server) *endpoint {
	server.AddReceivingMiddleware(g.calls.count)
	o := &sdk.StreamableHTTPOptions{
		Stateless: g.Stateless, SessionTimeout: httpSessionTime, MaxRequestBodyBytes: maxHTTPBody,
		// The gate's own check of the host is the stricter one, and knows Hosts.
		DisableLocalhostProtection: true,
	}
	fixtureHTTP(o)
	e := &endpoint{server: server, protocol: sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, o)}
	g.endpoints[user] = e
	return e
}

// endpoint gives a user's, which is made at the first request.
func (g *gate) endpoint(ctx context.Context, user string) (*endpoint, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if e := g.endpoints[user]; e != nil {
		return e, nil
	}
	server, err := g.Users.Server(ctx, user)
	if err != nil {
		return nil, err
	}
	return g.add(user, server), nil
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
	case g.Public[r.URL.Path] != nil:
		g.Public[r.URL.Path].ServeHTTP(w, r)
	case r.URL.Path != HTTPPath:
		http.Error(w, "the protocol is served at "+HTTPPath, http.StatusNotFound)
	case g.ending.Err() != nil:
		busy(w, "the server is ending")
	default:
		g.serve(w, r)
	}
}

// serve takes a request to whoever sent it.
func (g *gate) serve(w http.ResponseWriter, r *http.Request) {
	user, err := g.who(r)
	if err != nil {
		challenge := g.Challenge
		if challenge == "" {
			challenge = `Bearer realm="wslite"`
		}
		w.Header().Set("WWW-Authenticate", challenge)
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	e, err := g.endpoint(r.Context(), user)
	if err != nil {
		http.Error(w, "the user of this token can't be served: whoever runs the server sees why", http.StatusServiceUnavailable)
		return
	}
	if r.Method == http.MethodGet {
		g.listen(w, r, e)
		return
	}
	g.answer(w, r, e)
}

// errNoToken is all that a client hears of a token that is not right.
var errNoToken = errors.New("a bearer token is needed, and this is none or not the right one")

// who gives the user that sends a request.
func (g *gate) who(r *http.Request) (string, error) {
	token, ok := bearer(r.Header.Values("Authorization"))
	switch {
	case g.Users != nil && ok:
		user, err := g.Users.Who(r.Context(), token)
		if err != nil || user == "" {
			return "", errNoToken
		}
		return user, nil
	case g.Users == nil && (g.Token == "" || ok && g.tokenRight(token)):
		return theUser, nil
	}
	return "", errNoToken
}

// bearer gives the token of a request that has exactly one.
func bearer(headers []string) (string, bool) {
	if len(headers) != 1 {
		return "", false
	}
	scheme, token, _ := strings.Cut(headers[0], " ")
	token = strings.TrimSpace(token)
	return token, strings.EqualFold(scheme, "bearer") && token != ""
}

// listen serves a stream, which ends with the server.
func (g *gate) listen(w http.ResponseWriter, r *http.Request, e *endpoint) {
	defer g.listening.Add(-1)
	if g.listening.Add(1) > maxHTTPListening {
		busy(w, "too many streams are open")
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(g.ending, cancel)()
	e.protocol.ServeHTTP(w, r.WithContext(ctx))
}

func (g *gate) answer(w http.ResponseWriter, r *http.Request, e *endpoint) {
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
	e.protocol.ServeHTTP(w, r)
}

// sessions is how many are open, of all users.
func (g *gate) sessions() (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, e := range g.endpoints {
		for range e.server.Sessions() {
			n++
		}
	}
	return n
}

func busy(w http.ResponseWriter, why string) {
	w.Header().Set("Retry-After", "5")
	http.Error(w, why+": try again later", http.StatusServiceUnavailable)
}

// tokenRight compares hashes, so that the time tells neither the token's
// characters nor its length.
func (g *gate) tokenRight(given string) bool {
	sum := sha256.Sum256([]byte(given))
	return subtle.ConstantTimeCompare(sum[:], g.token[:]) == 1
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
