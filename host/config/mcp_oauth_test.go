package config

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOAuth(t *testing.T) {
	m := newMachine(t)
	if c := m.load(); c.MCP.OAuth != nil {
		t.Errorf("without a word of anybody: %+v", c.MCP.OAuth)
	}
	m.write("[mcp.oauth]\nissuer = \"https://login.example/t1\"\n")
	want := &OAuth{Issuer: "https://login.example/t1", AuthorizationServers: []string{"https://login.example/t1"}, SubjectClaim: SubjectSub}
	if diff := cmp.Diff(want, m.load().MCP.OAuth); diff != "" {
		t.Error(diff)
	}
	m.write("[mcp.oauth]\nissuer = \"http://127.0.0.1:9/\"\nresource = \"http://localhost:8765/mcp\"\nscopes = [\"a\", \"b:c\"]\n" +
		"subject_claim = \"email\"\njwks_url = \"http://127.0.0.1:9/k?v=1\"\nauthorization_servers = [\"https://front.example\"]\n")
	want = &OAuth{
		Issuer: "http://127.0.0.1:9/", Resource: "http://localhost:8765/mcp", Scopes: []string{"a", "b:c"},
		AuthorizationServers: []string{"https://front.example"}, JWKSURL: "http://127.0.0.1:9/k?v=1", SubjectClaim: SubjectEmail,
	}
	if diff := cmp.Diff(want, m.load().MCP.OAuth); diff != "" {
		t.Error(diff)
	}
}

func TestOAuthIsCheckedOnLoad(t *testing.T) {
	m := newMachine(t)
	const issuer = "issuer = \"https://login.example\"\n"
	for bad, says := range map[string]string{
		"resource = \"https://x.example/mcp\"":                      "needs issuer",
		"issuer = \"http://login.example\"":                         "https://",
		"issuer = \"login.example\"":                                "no web address",
		"issuer = \"https://me:pw@login.example\"":                  "user name",
		"issuer = \"https://login.example/?tenant=1\"":              "no query",
		"issuer = \"https://login.example/?\"":                      "no query",
		issuer + "resource = \"http://x.example/mcp\"":              "https://",
		issuer + "resource = \"https://x.example/mcp#a\"":           "fragment",
		issuer + "resource = \"https://x.example/mcp?a=1\"":         "address of a server has no query",
		issuer + "resource = \"https://X.example/mcp\"":             "small letters",
		issuer + "resource = \"https://x.example/m\\\"cp\"":         "small letters",
		issuer + "scopes = []":                                      "empty",
		issuer + "scopes = [\"a b\"]":                               "a scope",
		issuer + "scopes = [\"a\\\"\"]":                             "a scope",
		issuer + "scopes = \"a\"":                                   "list",
		issuer + "jwks_url = \"http://127.0.0.1/k\"":                "as the issuer does",
		issuer + "jwks_url = \"ftp://login.example/k\"":             "https://",
		issuer + "authorization_servers = [\"http://f.example\"]":   "https://",
		issuer + "authorization_servers = []":                       "empty",
		issuer + "subject_claim = \"mail\"":                         "claim of a subject",
		issuer + "audience = \"x\"":                                 "unknown key",
		issuer + "client_secret = \"of-somebody-who-means-well\"\n": "secrets never live",
	} {
		m.write("[mcp.oauth]\n" + bad + "\n")
		_, err := Load(m.options())
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", bad, err)
		} else if strings.Contains(err.Error(), "pw@") || strings.Contains(err.Error(), "means-well") {
			t.Errorf("a value is quoted: %v", err)
		}
	}
}
