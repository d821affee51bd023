package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/bearer"
	"github.com/wslite/wslite/host/fault"
)

// verdicts are what is said of each token; all others are nobody's.
type verdicts map[string]error

func (v verdicts) Who(_ context.Context, token string) (bearer.Identity, error) {
	err, ok := v[token]
	if !ok {
		err = fault.New(fault.Unauthorized, "nobody's")
	}
	return bearer.Identity{User: "ana"}, err
}

func (verdicts) Server(context.Context, string) (*sdk.Server, error) {
	return sdk.NewServer(&sdk.Implementation{Name: "t", Version: "1"}, nil), nil
}

func (verdicts) Count() int { return 1 }

// TestChallenges: a client hears what token is needed, and what is wrong with the
// one that it showed; a 403 that no other token mends has no challenge.
func TestChallenges(t *testing.T) {
	users := verdicts{
		"right":  nil,
		"narrow": fault.Wrap(bearer.ErrScope, fault.ActionNotAllowed, "it lacks a scope"),
		"alien":  fault.New(fault.ActionNotAllowed, "of nobody here"),
		"later":  fault.New(fault.Network, "no keys"),
	}
	const ask = `Bearer resource_metadata="https://x.example/m"`
	for _, c := range []struct {
		authorization, challenge, want string
		status                         int
	}{
		{"", ask, ask, 401},
		{"", "", `Bearer realm="wslite"`, 401},
		{"Bearer wrong", ask, ask + `, error="invalid_token"`, 401},
		{"Bearer wrong", "", `Bearer realm="wslite", error="invalid_token"`, 401},
		{"Bearer narrow", ask, ask + `, error="insufficient_scope"`, 403},
		{"Bearer alien", ask, "", 403},
		{"Bearer later", ask, "", 503},
		{"Bearer right", ask, "", 200},
	} {
		r := request(t.Context(), "http://localhost"+Path, http.MethodPost, "", "", hello)
		r.Header.Del("Authorization")
		if c.authorization != "" {
			r.Header.Set("Authorization", c.authorization)
		}
		w := httptest.NewRecorder()
		newGate(nil, Options{Users: users, Challenge: c.challenge}).ServeHTTP(w, r)
		if got := w.Header().Get("WWW-Authenticate"); w.Code != c.status || got != c.want {
			t.Errorf("%q: %d, %q", c.authorization, w.Code, got)
		}
	}
}
