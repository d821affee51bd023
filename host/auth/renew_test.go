package auth

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/fault"
)

// B24: an access token that ended is renewed in silence, stored, and the other
// account is untouched.
func TestB24ExpiredTokenIsRenewed(t *testing.T) {
	m := newMachine(t)
	m.signIn("one")
	m.signIn("two")
	before, err := m.manager().read(context.Background(), m.source("one").Account())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time it is the stored one
		if got, err := m.token("two"); got != "at-two-1" || err != nil {
			t.Fatalf("%s %v", got, err)
		}
	}
	after, err := m.manager().read(context.Background(), m.source("one").Account())
	if err != nil || !reflect.DeepEqual(before, after) || m.p.count() != 1 {
		t.Errorf("the other account changed, or %d renewals: %v", m.p.count(), err)
	}
	// A token is renewed a minute before its end, in the same process too.
	s := m.source("two")
	for _, c := range []struct {
		wait time.Duration
		want string
	}{{58 * time.Minute, "at-two-1"}, {time.Minute + time.Second, "at-two-2"}, {0, "at-two-2"}} {
		m.add(c.wait)
		if got, err := s.Token(context.Background(), "tasks", []string{scopeTasks}); got != c.want || err != nil {
			t.Errorf("after %v: %s %v, want %s", c.wait, got, err, c.want)
		}
	}
}

// B25: a refresh token that was replaced is stored before the call returns;
// the old one stays where none came.
func TestB25RotatedRefreshTokenIsStored(t *testing.T) {
	for name, keeps := range map[string]bool{"rotated": false, "kept": true} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t)
			a := m.signIn("one")
			m.p.set(func() { m.p.keeps = keeps })
			for i := 1; i <= 3; i++ { // a new process each time
				if got, err := m.token("one"); got != fmt.Sprintf("at-one-%d", i) || err != nil {
					t.Fatalf("%s %v", got, err)
				}
				rec, err := m.manager().read(context.Background(), a)
				if _, ok := m.p.valid[rec.Refresh]; err != nil || !ok || !rec.Pending.IsZero() {
					t.Fatalf("stored: %v, valid %v, pending %v", err, ok, rec.Pending)
				}
				m.add(2 * time.Hour)
			}
		})
	}
}

// Goroutines of one process share one renewal; so do several processes, see
// process_test.go.
func TestB26GoroutinesShareARenewal(t *testing.T) {
	m := newMachine(t)
	m.signIn("one")
	m.p.set(func() { m.p.delay = 20 * time.Millisecond })
	s := m.source("one")
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if got, err := s.Token(context.Background(), "tasks", []string{scopeTasks}); got != "at-one-1" || err != nil {
				t.Errorf("%s %v", got, err)
			}
		})
	}
	wg.Wait()
	if m.p.count() != 1 {
		t.Errorf("%d renewals", m.p.count())
	}
	// After a 401 all that saw it get the same new one.
	for range 20 {
		wg.Go(func() {
			if got, err := s.Renew(context.Background(), "tasks", []string{scopeTasks}, "at-one-1"); got != "at-one-2" || err != nil {
				t.Errorf("%s %v", got, err)
			}
		})
	}
	wg.Wait()
	if m.p.count() != 2 {
		t.Errorf("%d renewals", m.p.count())
	}
}

// B75: what is refused for good is asked once, says what to run, and no old
// token hides it.
func TestB75PermanentRefusals(t *testing.T) {
	for code, want := range map[string]struct {
		is         fault.Code
		says, hint string
	}{
		"invalid_grant":       {fault.NotSignedIn, "revoked or has ended", "run: wslite auth login --account one"},
		"unauthorized_client": {fault.NotSignedIn, "do not belong together", "run: wslite auth login --account one"},
		"invalid_client":      {fault.NotSignedIn, "no longer takes the OAuth client client-1", "wslite auth credentials FILE"},
		"invalid_request":     {fault.Unauthorized, "invalid_request", ""},
	} {
		m := newMachine(t)
		a := m.signIn("one")
		m.p.set(func() { m.p.refuse = func() (int, string) { return 400, code } })
		s := m.source("one")
		for range 3 {
			got, err := s.Token(context.Background(), "tasks", []string{scopeTasks})
			f := fault.Of(err)
			if got != "" || f == nil || f.Code != want.is || !strings.Contains(f.Message, want.says) || !strings.Contains(f.Hint, want.hint) {
				t.Errorf("%s: %q %v", code, got, err)
			}
			if strings.Contains(fmt.Sprint(err), "rt-one") || strings.Contains(fmt.Sprint(err), "client-secret") {
				t.Errorf("%s shows a secret: %v", code, err)
			}
		}
		if m.p.count() != 1 {
			t.Errorf("%s: asked %d times", code, m.p.count())
		}
		if fault.ExitOf(func() error { _, err := m.token("one"); return err }()) != map[fault.Code]int{fault.NotSignedIn: 5, fault.Unauthorized: 1}[want.is] {
			t.Errorf("%s: wrong exit code", code)
		}
		// After a new sign-in by another process it works again.
		m.p.set(func() { m.p.refuse = nil })
		m.add(time.Second)
		m.signIn("one")
		if got, err := s.Token(context.Background(), "tasks", []string{scopeTasks}); got != "at-one-1" || err != nil {
			t.Errorf("%s: signed in again: %q %v (%s)", code, got, err, a.ID)
		}
	}
}

func TestProviderDown(t *testing.T) {
	m := newMachine(t)
	a := m.signIn("one")
	m.p.set(func() { m.p.refuse = func() (int, string) { return 503, "" } })
	if got, err := m.token("one"); got != "" || fault.CodeOf(err) != fault.Network || m.p.count() != 3 {
		t.Errorf("%q %v, asked %d times", got, err, m.p.count())
	}
	m.p.set(func() { m.p.refuse = nil })
	if got, err := m.token("one"); got != "at-one-1" || err != nil {
		t.Errorf("afterwards: %q %v", got, err)
	}
	m.add(2 * time.Hour)
	m.p.Close()
	if got, err := m.token("one"); got != "" || fault.CodeOf(err) != fault.Network {
		t.Errorf("%q %v", got, err)
	}
	if rec, err := m.manager().read(context.Background(), a); err != nil || rec.Refresh != "rt-one-1" {
		t.Errorf("the refresh token is lost: %v", err)
	}
}

// A store that can't be written is found before the refresh token is spent.
func TestUnwritableStoreSpendsNothing(t *testing.T) {
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		// Root writes everywhere: a directory in the place of the file stops it.
		m := newMachine(t)
		a := m.signIn("one")
		m.p.set(func() { m.p.afterOK = func() { t.Error("the refresh token was spent") } })
		s := m.source("one")
		blocked := filepath.Join(m.dir, "secrets", a.secretName()+".sealed")
		rec, err := s.m.read(context.Background(), a)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.Remove(blocked), os.MkdirAll(filepath.Join(blocked, "x"), 0o700)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.refresh(context.Background(), a, rec); fault.CodeOf(err) != fault.Client {
			t.Errorf("%v", err)
		}
		return
	}
	m := newMachine(t)
	m.signIn("one")
	m.p.set(func() { m.p.afterOK = func() { t.Error("the refresh token was spent") } })
	dir := filepath.Join(m.dir, "secrets")
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o700)
	if _, err := m.token("one"); fault.CodeOf(err) != fault.Client {
		t.Errorf("%v", err)
	}
}

// A renewal on its way is finished and stored though its caller is gone.
func TestInterruptedCallerLosesNothing(t *testing.T) {
	m := newMachine(t)
	a := m.signIn("one")
	m.p.set(func() { m.p.delay = 100 * time.Millisecond })
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	if _, err := m.source("one").Token(ctx, "tasks", []string{scopeTasks}); fault.CodeOf(err) != fault.Interrupted {
		t.Errorf("%v", err)
	}
	rec, err := m.manager().read(context.Background(), a)
	if err != nil || rec.Refresh != "rt-one-1" || rec.Access != "at-one-1" {
		t.Errorf("%v", err)
	}
}

// A crash between wire and store is told as what it was.
func TestCutOffRenewalIsTold(t *testing.T) {
	m := newMachine(t)
	a := m.signIn("one")
	mg := m.manager()
	rec, err := mg.read(context.Background(), a)
	if err != nil {
		t.Fatal(err)
	}
	rec.Pending, rec.Refresh = m.Now(), "rt-gone"
	if err := mg.write(context.Background(), a, rec); err != nil {
		t.Fatal(err)
	}
	if _, err := m.token("one"); fault.CodeOf(err) != fault.NotSignedIn || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("%v", err)
	}
}

// A clock that is set back does not keep a dead token alive, and one that is
// set forward only costs a renewal.
func TestClockJumps(t *testing.T) {
	m := newMachine(t)
	m.signIn("one")
	for i, jump := range []time.Duration{0, -48 * time.Hour, 72 * time.Hour} {
		m.add(jump)
		if got, err := m.token("one"); got != fmt.Sprintf("at-one-%d", i+1) || err != nil {
			t.Errorf("%v: %s %v", jump, got, err)
		}
	}
	m.add(-30 * time.Second) // a small correction is no jump
	if got, err := m.token("one"); got != "at-one-3" || err != nil {
		t.Errorf("%s %v", got, err)
	}
	// A token that lives shorter than the margin is still used.
	m.p.set(func() { m.p.life = 40 })
	m.add(2 * time.Hour)
	for range 2 {
		if got, err := m.token("one"); got != "at-one-4" || err != nil {
			t.Errorf("%s %v", got, err)
		}
	}
	m.p.set(func() { m.p.life = 0 }) // no end is named
	m.add(time.Hour)
	for _, want := range []string{"at-one-5", "at-one-5", "at-one-6"} {
		if got, err := m.token("one"); got != want || err != nil {
			t.Errorf("%s %v, want %s", got, err, want)
		}
		if want == "at-one-5" {
			m.add(2 * time.Minute)
		}
	}
}

// What the provider no longer grants is not used, and the message names the
// one command that helps.
func TestLackingScopes(t *testing.T) {
	m := newMachine(t)
	m.signIn("one")
	s := m.source("one")
	_, err := s.Token(context.Background(), "gmail", []string{"https://mail.google.com/", scopeMail})
	f := fault.Of(err)
	if f == nil || f.Code != fault.NotSignedIn || f.Hint != "run: wslite auth login --services gmail --account one" || m.p.count() != 0 {
		t.Errorf("%v", err)
	}
	// Another process adds to the grant: this one sees it.
	m.signIn("one", scopeTasks, scopeMail)
	if got, err := s.Token(context.Background(), "gmail", []string{scopeMail}); got != "at-one-1" || err != nil {
		t.Errorf("%s %v", got, err)
	}
	// The answer to a renewal says that a scope was taken away.
	m.p.set(func() { m.p.scope = scopeTasks + " https://www.googleapis.com/auth/userinfo.email openid" })
	m.add(2 * time.Hour)
	if _, err := s.Token(context.Background(), "tasks", []string{scopeTasks}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Token(context.Background(), "gmail", []string{scopeMail}); fault.CodeOf(err) != fault.NotSignedIn {
		t.Errorf("%v", err)
	}
	all, _, err := m.manager().Accounts()
	if err != nil || strings.Join(all[0].Scopes, " ") != "email "+scopeTasks+" openid" {
		t.Errorf("%v %v", all, err)
	}
}

// Secrets of one provider are not sent to another.
func TestOtherProvider(t *testing.T) {
	m := newMachine(t)
	m.signIn("one")
	m.p = newProvider(t)
	if _, err := m.token("one"); fault.CodeOf(err) != fault.Client || m.p.count() != 0 {
		t.Errorf("%v", err)
	}
	if _, err := m.manager().Logout(context.Background(), "one", false); fault.CodeOf(err) != fault.Client || len(m.p.revoked) != 0 {
		t.Errorf("%v", err)
	}
}

// Calls that need more than is granted read the list again, each by itself,
// while others take the token that is held.
func TestGrantIsReadByManyAtOnce(t *testing.T) {
	m := newMachine(t)
	m.signIn("one", scopeTasks)
	s := m.source("one")
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			if i == 20 {
				m.p.set(func() { m.p.valid["rt-more-0"] = "one" })
				if _, err := m.keep(Wish{Name: "one", Scopes: []string{scopeTasks, scopeMail}}, "one",
					&oauth.Token{Access: "at-one-more", Refresh: "rt-more-0", Expiry: m.Now().Add(time.Hour)}); err != nil {
					t.Error(err)
				}
			}
			if _, err := s.Token(context.Background(), "gmail", []string{scopeMail}); err != nil && fault.CodeOf(err) != fault.NotSignedIn {
				t.Error(err)
			}
			if got, err := s.Token(context.Background(), "tasks", []string{scopeTasks}); err != nil || !strings.HasPrefix(got, "at-one-") {
				t.Errorf("%q %v", got, err)
			}
		})
	}
	wg.Wait()
	if _, err := s.Token(context.Background(), "gmail", []string{scopeMail}); err != nil {
		t.Errorf("what was added counts: %v", err)
	}
}
