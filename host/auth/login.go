package auth

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
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
	if old != nil && old.Store != a.Store {
		m.dropSecret(ctx, *old)
	}
	err = m.change(ctx, func(r *registry) error {
		// Another sign-in may have come between.
		if _, err := r.place(&a, w); err != nil {
			return err
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
	return err
}

// place gives a new sign-in its alias and ID: those of the account that it
// renews, or new ones. It refuses where an alias would change hands.
func (r *registry) place(a *Account, w Wish) (*Account, error) {
	var same, named *Account
	for i, x := range r.Accounts {
		if x.Provider == a.Provider && x.Kind == a.Kind && x.Subject == a.Subject && (a.Subject != "" || strings.EqualFold(x.Address, a.Address)) {
			same = &r.Accounts[i]
		}
	}
	if w.Name != "" {
		named = r.find(w.Name)
	}
	who := a.Address
	if who == "" {
		who = a.Alias
	}
	switch {
	case named != nil && named != same && !w.Force:
		return nil, fault.New(fault.Conflict, "the account %s is %s, but %s signed in; nothing was stored", named.Alias, named.Address, who).
			WithHint("choose %s in the browser, or another alias with --account", named.Address)
	case named == nil && strings.Contains(w.Name, "@") && a.Address != "" && !strings.EqualFold(w.Name, a.Address) && !w.Force:
		return nil, fault.New(fault.Conflict, "%s was named, but %s signed in; nothing was stored", w.Name, who).
			WithHint("choose %s in the browser", w.Name)
	}
	old := same
	if named != nil {
		old = named
	}
	alias := w.Name
	if named != nil {
		alias = named.Alias
	}
	if alias == "" && same != nil {
		alias = same.Alias
	}
	if alias == "" {
		alias = a.Address
	}
	if alias == "" {
		alias = a.Alias
	}
	if err := CheckAlias(alias); err != nil {
		return nil, fault.New(fault.Usage, "this sign-in needs an alias of its own").WithHint("name it with --account ALIAS")
	}
	if taken := r.find(alias); taken != nil && old != nil && taken.ID != old.ID || taken != nil && old == nil && taken.Alias == alias && taken.ID != a.ID {
		return nil, fault.New(fault.Conflict, "the alias %s belongs to another account", alias).WithHint("choose another with --account")
	}
	a.Alias = alias
	switch {
	case old != nil:
		a.ID = old.ID
	case a.ID == "":
		a.ID = newID()
	}
	return old, nil
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

// RefusedScopes explains a provider's no to a sign-in; other errors pass
// through.
func RefusedScopes(err error, asked []string) error {
	switch oauth.CodeOf(err) {
	case "":
		var r *oauth.Refusal
		if !errors.As(err, &r) || fault.Of(err) != nil {
			return err
		}
	case "access_denied":
		return fault.Wrap(err, fault.NotSignedIn, "the sign-in was refused at the provider; nobody was signed in").
			WithHint("run the command again and agree, or ask for less: --services NAME, --read-only; in a test project add the address to its test users")
	case "invalid_scope":
		named := []string{}
		for _, s := range asked {
			if mentions(err.Error(), s) {
				named = append(named, s)
			}
		}
		if len(named) == 0 {
			named = asked
		}
		return fault.Wrap(err, fault.NotSignedIn, "the provider does not grant the scope %s to this client", strings.Join(named, ", ")).
			WithHint("ask for less: --services NAME for one service, --read-only, or --scopes; enable the service's API in the client's project")
	case "expired_token":
		return fault.Wrap(err, fault.NotSignedIn, "nobody agreed before the code ended; nobody was signed in").WithHint("run the command again")
	case "invalid_grant":
		return fault.Wrap(err, fault.NotSignedIn, "the provider did not take the code: it has ended or was used before").WithHint("run the command again")
	case "invalid_client", "unauthorized_client", "deleted_client":
		return fault.Wrap(err, fault.NotSignedIn, "the provider does not take this OAuth client (%s)", oauth.CodeOf(err)).
			WithHint("download the client's JSON file again and run: wslite auth credentials FILE")
	}
	return fault.Wrap(err, fault.NotSignedIn, "the provider refused the sign-in (%s)", oauth.Mask(err.Error()))
}

// mentions says whether a provider's text names a scope as a whole word.
func mentions(s, scope string) bool {
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" ,;'\"[](){}<>", r) }) {
		if strings.TrimRight(w, ".:") == scope {
			return true
		}
	}
	return false
}
