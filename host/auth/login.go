package auth

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// Wish is what a person asks of a sign-in.
type Wish struct {
	// Name is the account as named on the command line: one that is signed in,
	// a new alias, or an address. Empty takes the address that signs in.
	Name string
	// Scopes are those that the services need, without those that tell who
	// signs in.
	Scopes []string
	// Force asks for consent again, and lets an alias go to someone else.
	Force bool
}

// Prepared is a sign-in that is ready to be sent to the provider.
type Prepared struct {
	Client oauth.Client
	// Endpoint sends to the provider.
	Endpoint *oauth.Endpoint
	Ask      oauth.Ask
	// Had are the scopes that the account has already; Ask adds to them.
	Had []string
}

// Prepare finds out what to ask the provider for: what is wished and what the
// account has, since a provider need not add up grants by itself.
func (m *Manager) Prepare(ctx context.Context, w Wish) (*Prepared, error) {
	if w.Name != "" {
		if err := CheckAlias(w.Name); err != nil {
			return nil, err
		}
	}
	c, _, err := m.Client(ctx)
	if err != nil {
		return nil, err
	}
	r, err := m.load()
	if err != nil {
		return nil, err
	}
	p := &Prepared{Client: c, Endpoint: m.endpoint(c)}
	held := false
	if a := r.find(w.Name); a != nil && w.Name != "" && a.Kind == User && a.Provider == m.o.Provider.TokenURL {
		p.Ask.LoginHint, p.Had = a.Address, a.Scopes
		rec, err := m.read(ctx, *a)
		held = err == nil && rec.Refresh != "" && rec.Client.ID == c.ID
	} else if strings.Contains(w.Name, "@") {
		p.Ask.LoginHint = w.Name
	}
	p.Ask.Scopes = union(canonical(append(identity(m.o.Provider), w.Scopes...)), p.Had)
	covered := len(p.Ask.Scopes) == len(p.Had)
	// A refresh token is held only for what was granted with it.
	p.Ask.Consent = w.Force || !held || !covered
	return p, nil
}

// Kept is a sign-in that was stored.
type Kept struct {
	Account Account
	// Refused are scopes that were asked for and not granted: a person can
	// untick them.
	Refused []string
	// Ends says that nothing came to renew the sign-in with.
	Ends bool
	// Default says that the account is now the default one.
	Default bool
}

// Keep stores what the provider gave: it asks who signed in, and refuses where
// that is not who was named.
func (m *Manager) Keep(ctx context.Context, w Wish, p *Prepared, t *oauth.Token) (*Kept, error) {
	who, err := p.Endpoint.Whose(ctx, t)
	if err != nil {
		return nil, err
	}
	scopes := p.Ask.Scopes
	if t.Scopes != nil {
		scopes = canonical(t.Scopes)
	}
	a := Account{
		Address: text.Cut(text.Line(who.Email), 320), Subject: text.Cut(text.Line(who.Subject), 320), Kind: User,
		Scopes: scopes, ClientID: p.Client.ID,
	}
	k := &Kept{}
	for _, s := range p.Ask.Scopes {
		if !slices.Contains(scopes, s) && len(withoutIdentity([]string{s})) > 0 {
			k.Refused = append(k.Refused, s)
		}
	}
	rec := &record{Client: p.Client}
	rec.take(t, m.o.Now())
	return k, m.add(ctx, w, a, rec, k)
}

// add stores an account: its secrets first, so that an account in the list
// always has some.
func (m *Manager) add(ctx context.Context, w Wish, a Account, rec *record, k *Kept) error {
	r, err := m.load()
	if err != nil {
		return err
	}
	a.Provider, a.SignedIn = m.o.Provider.TokenURL, m.o.Now().UTC()
	old, err := r.place(&a, w)
	if err != nil {
		return err
	}
	s, err := m.store(ctx, m.o.Store)
	if err != nil {
		return err
	}
	a.Store = s.Kind()
	unlock, err := m.lock(ctx, a.secretName())
	if err != nil {
		return err
	}
	defer unlock()
	if old != nil && rec.Refresh == "" && old.Subject == a.Subject && old.ClientID == a.ClientID {
		if before, err := m.read(ctx, *old); err == nil {
			rec.Refresh = before.Refresh
		}
	}
	if err := m.write(ctx, a, rec); err != nil {
		return err
	}
	k.Ends = a.Kind == User && rec.Refresh == ""
	err = m.change(ctx, func(r *registry) error {
		// Another sign-in may have come between.
		old, err := r.place(&a, w)
		if err != nil {
			return err
		}
		if old != nil && old.ID != a.ID {
			if r.Default == old.ID { // it goes by the alias that was the default
				r.Default = a.ID
			}
			gone := old.ID
			r.Accounts = slices.DeleteFunc(r.Accounts, func(x Account) bool { return x.ID == gone })
		}
		if now := r.byID(a.ID); now != nil {
			*now = a
		} else if len(r.Accounts) >= maxAccounts {
			return fault.New(fault.LimitExceeded, "%d accounts are signed in, which is the limit", maxAccounts)
		} else {
			r.Accounts = append(r.Accounts, a)
		}
		if r.byID(r.Default) == nil {
			r.Default = a.ID
		}
		k.Account, k.Default = a, r.Default == a.ID
		return nil
	})
	m.forget(a.ID)
	if err == nil && old != nil && (old.ID != a.ID || old.Store != a.Store) {
		m.dropSecret(ctx, *old)
		m.forget(old.ID)
	}
	return err
}

func newID() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// forget drops what this process holds of an account.
func (m *Manager) forget(id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.sources, id)
}

// dropSecret removes an account's secrets from a store that it no longer uses.
// What can't be removed is told, and stops nothing.
func (m *Manager) dropSecret(ctx context.Context, a Account) {
	s, err := m.store(ctx, a.Store)
	if err == nil {
		err = s.Delete(ctx, a.secretName())
	}
	if err != nil {
		m.o.Trace("the earlier tokens of %s could not be removed from the %s store", a.Alias, a.Store)
	}
}
