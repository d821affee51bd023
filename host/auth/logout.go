package auth

import (
	"context"
	"errors"

	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/fault"
)

// PermissionsPage is where people see and end grants at Google by hand.
const PermissionsPage = "https://myaccount.google.com/permissions"

// Left is what became of a sign-out.
type Left struct {
	Account Account
	// Revoked says that the provider ended the grant.
	Revoked bool
	// Why says why it was not revoked; empty where it was.
	Why string
	// Default is the alias of the default account that remains; may be empty.
	Default string
}

// Logout revokes an account's grant and removes its secrets. If the provider
// does not revoke, everything stays as it was, so that one can try again; with
// forget nothing is asked of the provider and only what is stored here goes.
func (m *Manager) Logout(ctx context.Context, word string, forget bool) (*Left, error) {
	r, err := m.load()
	if err != nil {
		return nil, err
	}
	found := r.find(word)
	if found == nil {
		return nil, r.unknown(word)
	}
	a := *found
	unlock, err := m.lock(ctx, a.secretName())
	if err != nil {
		return nil, err
	}
	defer unlock()
	left := &Left{Account: a}
	if left.Revoked, left.Why, err = m.revoke(ctx, a, forget); err != nil {
		return nil, err
	}
	s, err := m.store(ctx, a.Store)
	if err != nil {
		return nil, err
	}
	if err := s.Delete(ctx, a.secretName()); err != nil {
		return nil, err
	}
	m.forget(a.ID)
	return left, m.change(ctx, func(r *registry) error {
		var stay []Account
		for _, x := range r.Accounts {
			if x.ID != a.ID {
				stay = append(stay, x)
			}
		}
		if r.Accounts = stay; stay == nil {
			r.Accounts = []Account{}
		}
		// Nobody takes the place of the default account unasked.
		if r.Default == a.ID {
			r.Default = ""
		}
		if d := r.byID(r.Default); d != nil {
			left.Default = d.Alias
		}
		return nil
	})
}

func (m *Manager) revoke(ctx context.Context, a Account, forget bool) (bool, string, error) {
	switch {
	case a.Kind == Service:
		return false, "a service account's key stays valid until it is deleted in Google's console", nil
	case a.Kind == ADC:
		return false, "gcloud's own sign-in stays; gcloud auth application-default revoke ends it", nil
	case forget:
		return false, "as asked; the grant stays valid at the provider", nil
	case a.Provider != m.o.Provider.TokenURL:
		return false, "", fault.New(fault.Client, "the account %s signed in at another provider than the one that is configured; its tokens are not sent there", a.Alias).
			WithHint("set [auth.provider] as it was, or add --forget to remove the tokens here alone")
	}
	rec, err := m.read(ctx, a)
	if err != nil {
		if fault.CodeOf(err) == fault.NotSignedIn {
			return false, "no tokens were left to revoke", nil
		}
		return false, "", err
	}
	token := rec.Refresh
	if token == "" {
		token = rec.Access
	}
	err = m.endpoint(rec.Client).Revoke(ctx, token)
	switch {
	case err == nil:
		return true, "", nil
	case errors.Is(err, oauth.ErrNoRevocation):
		return false, "the provider has no address to revoke grants at", nil
	}
	e := fault.Wrap(err, fault.CodeOf(err), "%s is still signed in: %s", a.Alias, messageOf(err))
	return false, "", e.WithHint("try again; or add --forget to remove the tokens here alone, and end the grant at %s", PermissionsPage)
}
