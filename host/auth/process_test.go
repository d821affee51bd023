package auth

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/auth/secret"
)

// The variables that make a copy of the test binary ask for a token.
const (
	childDir = "WSLITE_TEST_TOKEN_DIR"
	childURL = "WSLITE_TEST_TOKEN_URL"
)

// TestMain lets the test binary be one of several processes that share a
// store.
func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		os.Exit(askForToken(dir, os.Getenv(childURL)))
	}
	os.Exit(m.Run())
}

func askForToken(dir, url string) int {
	mg := NewManager(Options{
		Dir: dir, Store: secret.File, Getenv: func(string) string { return "" },
		Provider: oauth.Provider{AuthURL: url + "/auth", TokenURL: url + "/token"}, Transport: http.DefaultTransport,
	})
	s, err := mg.Source("one")
	if err == nil {
		var token string
		if token, err = s.Token(context.Background(), "tasks", []string{scopeTasks}); err == nil {
			fmt.Println(token)
			return 0
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// B26: two, then eight processes start with an access token that has ended, at
// a provider whose refresh tokens work once. One renewal goes over the wire,
// and all calls succeed with its token.
func TestB26ProcessesShareARenewal(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{2, 8} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			m := newMachine(t)
			m.clock.now = time.Now()
			m.signIn("one")
			m.p.set(func() { m.p.delay = 50 * time.Millisecond })
			var wg sync.WaitGroup
			for range n {
				cmd := exec.Command(exe)
				cmd.Env = append(os.Environ(), childDir+"="+m.dir, childURL+"="+m.p.URL)
				var out, errs bytes.Buffer
				cmd.Stdout, cmd.Stderr = &out, &errs
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				wg.Go(func() {
					if err := cmd.Wait(); err != nil || strings.TrimSpace(out.String()) != "at-one-1" {
						t.Errorf("%v: %q %s", err, out.String(), errs.String())
					}
				})
			}
			wg.Wait()
			if m.p.count() != 1 {
				t.Errorf("%d renewals went over the wire", m.p.count())
			}
		})
	}
}
