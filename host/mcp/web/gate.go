package web

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/bearer"
	"github.com/wslite/wslite/host/fault"
)

// gate is what a request passes before the protocol sees it.
type gate struct {
	Options
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

// theUser is who sends all requests to a server that knows no users.
const theUser = ""

func newGate(server *sdk.Server, o Options) *gate {
	if o.times == (times{}) {
		o.times = usualTimes
	}
	g := &gate{Options: o, token: sha256.Sum256([]byte(o.Token)), calls: &counted{}, endpoints: map[string]*endpoint{}}
	g.ending, g.end = context.WithCancel(context.Background())
	if o.Users == nil {
		g.endpoints[theUser] = newEndpoint()
		g.endpoints[theUser].serve(g, server)
	}
	return g
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	// Also of a request that is refused the body is read, up to a point, so that
	// the connection can serve another: a client that sends no end of it, with or
	// without a token, must not hold the connection.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(g.times.body)) // a recorder of a test has none
	switch {
	// A page whose name was made to point at this machine still sends that name.
	case !g.hostAllowed(r.Host):
		http.Error(w, "this Host is not served here: see --allow-host", http.StatusForbidden)
	case !g.originAllowed(r.Header.Values("Origin")):
		http.Error(w, "pages of this Origin may send nothing here: see --allow-origin", http.StatusForbidden)
	case g.Public[r.URL.Path] != nil:
		g.Public[r.URL.Path].ServeHTTP(w, r)
	case r.URL.Path != Path:
		http.Error(w, "the protocol is served at "+Path, http.StatusNotFound)
	case g.cors(w, r):
	case g.ending.Err() != nil:
		busy(w, "the server is ending")
	default:
		g.serve(w, r)
	}
}

// serve takes a request to whoever sent it.
func (g *gate) serve(w http.ResponseWriter, r *http.Request) {
	who, err := g.who(r)
	switch {
	case errors.Is(err, errNoToken):
		g.challenge(w, invalid(r))
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	case errors.Is(err, bearer.ErrScope):
		g.challenge(w, "insufficient_scope")
		http.Error(w, "the token was not given for what is asked for here", http.StatusForbidden)
		return
	case saysNo(err):
		http.Error(w, "the token is right, and opens nothing here", http.StatusForbidden)
		return
	case err != nil:
		busy(w, "nobody can tell now whose token this is")
		return
	}
	e, err := g.endpoint(r.Context(), who.User)
	if err != nil {
		http.Error(w, "the user of this token can't be served: whoever runs the server sees why", http.StatusServiceUnavailable)
		return
	}
	r, leave := g.enter(e, who, r)
	defer leave()
	g.pass(w, r, e)
	g.keep(e, who, w, r)
}

// errNoToken is all that a client hears of a token that is not right.
var errNoToken = errors.New("a bearer token is needed, and this is none or not the right one")

// challenge tells what token is needed, and by one of RFC 6750's words what is
// wrong with the one that was shown; "" where none was.
func (g *gate) challenge(w http.ResponseWriter, wrong string) {
	c := g.Challenge
	if c == "" {
		c = `Bearer realm="wslite"`
	}
	if wrong != "" {
		c += `, error="` + wrong + `"`
	}
	w.Header().Set("WWW-Authenticate", c)
}

func invalid(r *http.Request) string {
	if r.Header.Get("Authorization") == "" {
		return ""
	}
	return "invalid_token"
}

// saysNo says that an error is a no, and not that nobody can tell now.
func saysNo(err error) bool {
	code := fault.CodeOf(err)
	return err != nil && (code == fault.Unauthorized || code == fault.ActionNotAllowed)
}

// who gives the user that sends a request. The error is errNoToken where the token
// is nobody's; see Users.Who for the others.
func (g *gate) who(r *http.Request) (holder, error) {
	token, ok := bearerOf(r.Header.Values("Authorization"))
	switch {
	case g.Users != nil && ok:
		id, err := g.Users.Who(r.Context(), token)
		if err != nil && fault.CodeOf(err) != fault.Unauthorized {
			return holder{}, err
		}
		if err != nil || id.User == "" {
			return holder{}, errNoToken
		}
		return holder{id, token}, nil
	case g.Users == nil && (g.Token == "" || ok && g.tokenRight(token)):
		return holder{Identity: bearer.Identity{User: theUser}}, nil
	}
	return holder{}, errNoToken
}

// bearerOf gives the token of a request that has exactly one.
func bearerOf(headers []string) (string, bool) {
	if len(headers) != 1 {
		return "", false
	}
	scheme, token, _ := strings.Cut(headers[0], " ")
	token = strings.TrimSpace(token)
	return token, strings.EqualFold(scheme, "bearer") && token != ""
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
