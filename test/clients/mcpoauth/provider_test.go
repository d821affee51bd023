// Package mcpoauth signs in at an OpenID provider that is not ours (oidc-provider,
// in Node), as MCP's clients do, and uses the tokens at the released program's
// server over HTTP. It installs the provider into the user's cache directory, never
// runs install scripts, and reaches nothing but this machine after that.
package mcpoauth

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"github.com/wslite/wslite/internal/npmtest"
)

// client is the one that the provider knows; redirect is where its browser ends.
const (
	client   = "agent"
	redirect = "http://127.0.0.1:1/callback"
)

// provider runs the provider and gives its issuer, and what ends it.
func provider(t *testing.T) (issuer string, stop func()) {
	t.Helper()
	modules := npmtest.Install(t, "mcpoauth", "the OpenID provider")
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	cmd := exec.CommandContext(ctx, "node", "provider.mjs")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "NODE_PATH=" + modules, "NODE_NO_WARNINGS=1"}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs strings.Builder
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := false
	stop = func() {
		if !ended {
			ended = true
			in.Close()
			cmd.Wait()
			cancel()
		}
	}
	t.Cleanup(stop)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "http://127.0.0.1:") {
			go io.Copy(io.Discard, out)
			return lines.Text(), stop
		}
	}
	stop()
	t.Fatalf("the provider did not start: %s", errs.String())
	return "", nil
}

// person is somebody at a browser, who signs in by a name and says yes.
type person struct {
	name string
	http *http.Client
}

func newPerson(name string) *person {
	jar, _ := cookiejar.New(nil)
	return &person{name, &http.Client{Jar: jar, Timeout: time.Minute, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if strings.HasPrefix(r.URL.String(), redirect) {
			return http.ErrUseLastResponse
		}
		return nil
	}}}
}

var (
	action = regexp.MustCompile(`<form[^>]* action="([^"]+)"`)
	prompt = regexp.MustCompile(`name="prompt" value="(\w+)"`)
)

// goes follows an address through the provider's pages, to the one of the client.
func (p *person) goes(page string) (url.Values, error) {
	res, err := p.http.Get(page)
	for range 8 {
		if err != nil {
			return nil, err
		}
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if at := res.Header.Get("Location"); strings.HasPrefix(at, redirect) {
			u, err := url.Parse(at)
			if err != nil {
				return nil, err
			}
			return u.Query(), nil
		}
		to, what := action.FindSubmatch(body), prompt.FindSubmatch(body)
		if to == nil || what == nil {
			return nil, errors.New("a page without a form: " + string(body))
		}
		res, err = p.http.PostForm(string(to[1]), url.Values{"prompt": {string(what[1])}, "login": {p.name}, "password": {"any"}})
	}
	return nil, errors.New("the provider's pages have no end")
}

// token signs somebody in without any library of MCP, for a resource and scopes.
func (p *person) token(t *testing.T, issuer, resource string, scopes ...string) *oauth2.Token {
	t.Helper()
	c := oauth2.Config{
		ClientID: client, RedirectURL: redirect, Scopes: scopes,
		Endpoint: oauth2.Endpoint{AuthURL: issuer + "/auth", TokenURL: issuer + "/token", AuthStyle: oauth2.AuthStyleInParams},
	}
	verifier := oauth2.GenerateVerifier()
	o := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(verifier)}
	e := []oauth2.AuthCodeOption{oauth2.VerifierOption(verifier)}
	if resource != "" {
		o, e = append(o, oauth2.SetAuthURLParam("resource", resource)), append(e, oauth2.SetAuthURLParam("resource", resource))
	}
	back, err := p.goes(c.AuthCodeURL("state", o...))
	if err != nil || back.Get("code") == "" {
		t.Fatalf("%s: %v %v", p.name, back.Get("error_description"), err)
	}
	token, err := c.Exchange(t.Context(), back.Get("code"), e...)
	if err != nil {
		t.Fatal(err)
	}
	return token
}
