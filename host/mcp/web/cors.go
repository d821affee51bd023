package web

import (
	"net/http"
	"slices"
	"strings"
)

// What a page of an allowed origin may send, and read besides the body.
const (
	pageMethods = "GET, POST, DELETE"
	pageSends   = "Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id"
	pageReads   = "Mcp-Session-Id, Retry-After, WWW-Authenticate"
)

// cors tells a browser that the page which sends a request may read the answer, and
// answers its question whether the page may send one; then there is nothing more to
// do. Browsers ask without a token. No page is sent cookies, so none needs them.
func (g *gate) cors(w http.ResponseWriter, r *http.Request) (answered bool) {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return false
	}
	h := w.Header()
	h.Add("Vary", "Origin")
	if !g.mayRead(origin) {
		return false
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", pageReads)
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h.Set("Access-Control-Allow-Methods", pageMethods)
	h.Set("Access-Control-Allow-Headers", pageSends)
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// mayRead says whose pages may read answers: those that somebody allowed by name,
// and those on this machine where they have to show a token. Where none is needed,
// any page that something here serves could otherwise use the account.
func (g *gate) mayRead(origin string) bool {
	named := slices.ContainsFunc(g.Origins, func(o string) bool { return strings.EqualFold(o, origin) })
	return named || g.Users != nil || g.Token != ""
}
