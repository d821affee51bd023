package mcpoauth

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// agent is an MCP client that knows the server's address and nothing else: where to
// sign in it learns from the server, and a person does that.
func agent(t *testing.T, s *server, p *person) (*mcp.ClientSession, error) {
	t.Helper()
	h, err := auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
		PreregisteredClient: &oauthex.ClientCredentials{ClientID: client}, RedirectURL: redirect,
		AuthorizationCodeFetcher: func(_ context.Context, a *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
			back, err := p.goes(a.URL)
			if err != nil {
				return nil, err
			}
			return &auth.AuthorizationResult{Code: back.Get("code"), State: back.Get("state"), Iss: back.Get("iss")}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1"}, nil).
		Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.url, OAuthHandler: h}, nil)
	if err == nil {
		t.Cleanup(func() { session.Close() })
	}
	return session, err
}

// call gives what a tool says.
func call(t *testing.T, c *mcp.ClientSession, tool, args string) string {
	t.Helper()
	r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil || r.IsError || len(r.Content) == 0 {
		t.Fatalf("%s: %+v, %v", tool, r, err)
	}
	return r.Content[0].(*mcp.TextContent).Text
}

// TestProvider has one provider and one server for all that follows.
func TestProvider(t *testing.T) {
	issuer, stop := provider(t)
	s := serve(t, issuer)
	t.Run("tokens", func(t *testing.T) { testTokens(t, s, issuer) })
	t.Run("sign-in", func(t *testing.T) { testSignIn(t, s, stop) })
	if log := s.said(); strings.Contains(log, "eyJ") || strings.Contains(log, "Bearer") {
		t.Errorf("a verbose server shows a token: %s", log)
	}
}

// testSignIn: clients that are sent to the provider by the server's 401 come back
// with tokens that open what is their person's, and nothing of another.
func testSignIn(t *testing.T, s *server, stop func()) {
	ana, err := agent(t, s, newPerson("ana-there"))
	if err != nil {
		t.Fatal(err)
	}
	bo, err := agent(t, s, newPerson("bo-there"))
	if err != nil {
		t.Fatal(err)
	}
	call(t, ana, "tasks_create_tasklist", `{"title":"Of Ana alone"}`)
	if got := call(t, ana, "tasks_list_tasklists", `{}`); !strings.Contains(got, "Of Ana alone") {
		t.Errorf("ana's lists: %s", got)
	}
	if got := call(t, bo, "tasks_list_tasklists", `{}`); strings.Contains(got, "Of Ana") {
		t.Errorf("bo's lists: %s", got)
	}
	if _, err := agent(t, s, newPerson("eve-there")); err == nil {
		t.Error("somebody who has no place in the configuration got in")
	}

	// The tokens at hand outlive their issuer; new ones can't be had.
	stop()
	if got := call(t, ana, "tasks_list_tasklists", `{}`); !strings.Contains(got, "Of Ana alone") {
		t.Errorf("without the provider: %s", got)
	}
}

// testTokens: of all that the provider gives to a person who may use
// the server, the access token for this server alone opens it.
func testTokens(t *testing.T, s *server, issuer string) {
	ana, eve := newPerson("ana-there"), newPerson("eve-there")
	right := ana.token(t, issuer, s.url, "openid", "wslite")
	other := ana.token(t, issuer, "https://other.example/mcp", "wslite")
	narrow := ana.token(t, issuer, s.url, "mail")
	opaque := ana.token(t, issuer, "", "openid")
	id, _ := opaque.Extra("id_token").(string)
	if strings.Count(right.AccessToken, ".") != 2 || strings.Count(opaque.AccessToken, ".") != 0 || strings.Count(id, ".") != 2 {
		t.Fatalf("the provider gives other tokens than were thought of")
	}
	for _, c := range []struct {
		name, token string
		status      int
		says        string
	}{
		{"none", "", 401, ""},
		{"for this server", right.AccessToken, 200, ""},
		{"for another server", other.AccessToken, 401, "invalid_token"},
		{"for the provider itself", opaque.AccessToken, 401, "invalid_token"},
		{"an ID token", id, 401, "invalid_token"},
		{"without the scope", narrow.AccessToken, 403, "insufficient_scope"},
		{"a stranger's", eve.token(t, issuer, s.url, "wslite").AccessToken, 403, ""},
		{"with another signature", right.AccessToken[:strings.LastIndex(right.AccessToken, ".")] + other.AccessToken[strings.LastIndex(other.AccessToken, "."):], 401, "invalid_token"},
	} {
		status, challenge := s.hello(t, c.token)
		if status != c.status || !strings.Contains(challenge, c.says) || (c.says != "" || c.token == "") != strings.Contains(challenge, `resource_metadata="http://127.0.0.1:`) {
			t.Errorf("%s: %d, %q", c.name, status, challenge)
		}
	}
}
