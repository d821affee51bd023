package jwt

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// wellKnown is where RFC 9728 puts the metadata of a resource; the resource's own
// path follows.
const wellKnown = "/.well-known/oauth-protected-resource"

// Resource is what clients are told of a server that takes tokens.
type Resource struct {
	// URL is the server's address as clients know it.
	URL string
	// Name is what people are shown.
	Name string
	// AuthorizationServers are issuers that give tokens for it.
	AuthorizationServers []string
	// Scopes are those that a token needs.
	Scopes []string
}

// Challenge is the value of WWW-Authenticate for a client that has no right token.
func (r Resource) Challenge() string {
	c := `Bearer resource_metadata="` + r.metadataURL() + `"`
	if len(r.Scopes) > 0 {
		c += `, scope="` + strings.Join(r.Scopes, " ") + `"`
	}
	return c
}

func (r Resource) metadataURL() string {
	u, err := url.Parse(r.URL)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host + wellKnown + strings.TrimSuffix(u.EscapedPath(), "/")
}

// Metadata are the paths at which the metadata is served, without a token: with the
// path of the resource, with served, the one at which the protocol is served, where
// a proxy in front changes it, and with none for clients that know no better.
func (r Resource) Metadata(served string) map[string]http.Handler {
	paths := []string{wellKnown, wellKnown + served}
	if u, err := url.Parse(r.metadataURL()); err == nil && u.Path != "" {
		paths = append(paths, u.Path)
	}
	out := map[string]http.Handler{}
	for _, p := range paths {
		out[p] = r.handler()
	}
	return out
}

// handler serves the document. Any page that gets this far may read it: it holds
// nothing but what the challenge tells everybody, no credentials come with the
// request, and pages of origins that are not allowed are turned away before.
func (r Resource) handler() http.Handler {
	document, err := json.Marshal(oauthex.ProtectedResourceMetadata{
		Resource: r.URL, ResourceName: r.Name, AuthorizationServers: r.AuthorizationServers,
		ScopesSupported: r.Scopes, BearerMethodsSupported: []string{"header"},
	})
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		switch {
		case req.Method == http.MethodOptions:
			h.Set("Access-Control-Allow-Methods", "GET, HEAD")
			h.Set("Access-Control-Allow-Headers", "Accept, Content-Type, MCP-Protocol-Version")
			h.Set("Access-Control-Max-Age", "3600")
			w.WriteHeader(http.StatusNoContent)
		case req.Method != http.MethodGet && req.Method != http.MethodHead:
			h.Set("Allow", "GET, HEAD, OPTIONS")
			http.Error(w, "metadata can be read, and nothing else", http.StatusMethodNotAllowed)
		case err != nil:
			http.Error(w, "there is no metadata", http.StatusInternalServerError)
		default:
			h.Set("Content-Type", "application/json")
			// A server that is moved to another issuer is found again in this time.
			h.Set("Cache-Control", "public, max-age=300")
			w.Write(document)
		}
	})
}
