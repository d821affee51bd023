package auth

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/fault"
)

// A11: that a token could not be had is not remembered; one that came is.
func TestA11_AFailureIsNotKept(t *testing.T) {
	m := newMachine(t)
	m.signIn("one")
	s := m.source("one")
	ask := func() (string, error) { return s.Token(context.Background(), "tasks", []string{scopeTasks}) }
	m.p.set(func() { m.p.refuse = func() (int, string) { return 503, "" } })
	if got, err := ask(); got != "" || fault.CodeOf(err) != fault.Network {
		t.Fatalf("%q %v", got, err)
	}
	m.p.set(func() { m.p.refuse = nil })
	before := m.p.count()
	for range 3 {
		if got, err := ask(); got != "at-one-1" || err != nil {
			t.Fatalf("%q %v", got, err)
		}
	}
	if n := m.p.count() - before; n != 1 {
		t.Errorf("%d renewals", n)
	}
}

// A78: a token that ends within a minute is renewed once for all who ask.
func TestA78_OneRenewalForTenCalls(t *testing.T) {
	m := newMachine(t)
	m.signIn("one")
	s := m.source("one")
	if _, err := s.Token(context.Background(), "tasks", []string{scopeTasks}); err != nil {
		t.Fatal(err)
	}
	m.add(time.Hour - 30*time.Second)
	m.p.set(func() { m.p.delay = 20 * time.Millisecond })
	before := m.p.count()
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			if got, err := s.Token(context.Background(), "tasks", []string{scopeTasks}); got != "at-one-2" || err != nil {
				t.Errorf("%q %v", got, err)
			}
		})
	}
	all.Wait()
	if n := m.p.count() - before; n != 1 {
		t.Errorf("%d renewals", n)
	}
}

// A79: what is stored for another account, or was got at another provider, is no
// credential, and nobody else's is taken instead.
func TestA79_TheCredentialOfSomebodyElse(t *testing.T) {
	t.Run("A79 another account", func(t *testing.T) {
		m := newMachine(t)
		one, two := m.signIn("one"), m.signIn("two")
		file := func(a Account) string { return filepath.Join(m.dir, "secrets", a.secretName()+".sealed") }
		stolen, err := os.ReadFile(file(two))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file(one), stolen, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := m.token("one"); got != "" || err == nil || m.p.count() != 0 {
			t.Errorf("%q %v, %d renewals", got, err, m.p.count())
		}
	})
	t.Run("A79 another provider", func(t *testing.T) {
		m := newMachine(t)
		m.signIn("one")
		if _, err := m.token("one"); err != nil {
			t.Fatal(err)
		}
		m.p = newProvider(t)
		if got, err := m.token("one"); got != "" || fault.CodeOf(err) != fault.Client || m.p.count() != 0 {
			t.Errorf("%q %v, %d renewals", got, err, m.p.count())
		}
	})
	t.Run("A79 nobody takes its place", func(t *testing.T) {
		m := newMachine(t)
		m.signIn("one")
		m.signIn("two")
		if _, err := m.manager().Logout(context.Background(), "one", true); err != nil {
			t.Fatal(err)
		}
		if _, err := m.manager().Source("one"); fault.CodeOf(err) != fault.NotSignedIn {
			t.Errorf("%v", err)
		}
	})
}

// A81: the place of one identity is not given to a second one.
func TestA81_ASecondPersonUnderOneAlias(t *testing.T) {
	m := newMachine(t)
	first, err := m.keep(Wish{Name: "work", Scopes: []string{scopeTasks}}, "ana", fresh(m, "1"))
	if err != nil {
		t.Fatal(err)
	}
	if k, err := m.keep(Wish{Name: "work", Scopes: []string{scopeTasks}}, "eve", fresh(m, "2")); fault.CodeOf(err) != fault.Conflict {
		t.Fatalf("%+v %v", k, err)
	}
	rec, err := m.manager().read(context.Background(), first.Account)
	if err != nil || rec.Access != "at-1" || rec.Refresh != "rt-1" {
		t.Errorf("the tokens changed: %v", err)
	}
	if got, err := m.token("work"); got != "at-1" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	// A subject and not an address tells who it is.
	m.p.set(func() { m.p.who = oauth.Person{Subject: "sub-ana", Email: "ana.new@example.com"} })
	mg := m.manager()
	p := &Prepared{Client: testClient, Endpoint: mg.endpoint(testClient), Ask: oauth.Ask{Scopes: []string{scopeTasks}}}
	k, err := mg.Keep(context.Background(), Wish{Name: "work", Scopes: []string{scopeTasks}}, p, fresh(m, "3"))
	if err != nil || k.Account.ID != first.Account.ID {
		t.Errorf("%+v %v", k, err)
	}
}
