package config

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestAuth(t *testing.T) {
	m := newMachine(t)
	c := m.load()
	if c.Auth.Store != "auto" || c.Auth.Provider != nil || c.Auth.Dir != filepath.Join(c.StateDir, "auth") || c.Profile.Chosen {
		t.Errorf("%+v %+v", c.Auth, c.Profile)
	}
	c, err := load(t, "[profile.default]\nbackend = \"google\"\naccount = \"work\"\n[auth]\nstore = \"file\"\n"+
		"[auth.provider]\nauth_url = \"https://p.example/a\"\ntoken_url = \"http://127.0.0.1:9/t\"\nclient_auth = \"header\"\n")
	if err != nil {
		t.Fatal(err)
	}
	if c.Profile != (Profile{Name: "default", Backend: Google, Chosen: true, Account: "work"}) || c.Auth.Store != "file" {
		t.Errorf("%+v %+v", c.Auth, c.Profile)
	}
	// What is not named is not there, and never Google's.
	if p := c.Auth.Provider; *p != (Provider{AuthURL: "https://p.example/a", TokenURL: "http://127.0.0.1:9/t", HeaderAuth: true}) {
		t.Errorf("%+v", p)
	}
	o := newMachine(t).options()
	o.Local = true
	if c, err := Load(o); err != nil || !c.Profile.Chosen || c.Profile.Backend != Local {
		t.Errorf("%+v %v", c.Profile, err)
	}
	for content, want := range map[string]string{
		"[auth]\nstore = \"vault\"":                                       `unknown store for secrets "vault"`,
		"[auth.provider]\nauth_url = \"https://p.example/\"":              "needs both auth_url and token_url",
		"[auth.provider]\nclient_auth = \"body\"":                         "needs both auth_url and token_url",
		"[auth.provider]\ntoken_url = \"http://p.example/\"":              "must begin with https://",
		"[auth.provider]\ntoken_url = \"http://127.0.0.1.example/\"":      "must begin with https://",
		"[auth.provider]\ntoken_url = \"https://u:p4ss@p.example/\"":      "no user name",
		"[auth.provider]\ntoken_url = \"nonsense\"":                       "no web address",
		"[auth.provider]\nclient_auth = \"cookie\"":                       "unknown way",
		"[auth]\nclient_secret = \"s3cr3tvalue\"":                         "secrets never live in this file",
		"[auth.provider]\nauth_url = \"https://a/\"\nscope_url = \"x\"\n": "unknown key",
	} {
		_, err := load(t, content)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "p4ss") || strings.Contains(err.Error(), "s3cr3tvalue") {
			t.Errorf("%q: %v", content, err)
		}
	}
}
