package auth

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/fault"
)

// renew gives a token that is not stale: the stored one, else a new one. Only
// the holder of the account's lock asks the provider; whoever waited for the
// lock finds the token that the holder stored.
func (s *Source) renew(ctx context.Context, stale string) (string, error) {
	a := s.Account()
	// Also a token that is still good is for the services of its own provider.
	if a.Provider != s.m.o.Provider.TokenURL {
		return "", fault.New(fault.Client, "the account %s signed in at another provider than the one that is configured", a.Alias).
			WithHint("set [auth.provider] as it was, or sign in again under another alias")
	}
	if token, err := s.stored(ctx, a, stale); token != "" || err != nil {
		return token, err
	}
	unlock, err := s.m.lock(ctx, a.secretName())
	if err != nil {
		return "", err
	}
	defer unlock()
	rec, err := s.m.read(ctx, a)
	if err != nil {
		return "", err
	}
	if rec.fresh(s.m.o.Now()) && rec.Access != stale {
		return s.keep(rec), nil
	}
	if err := s.buried(rec); err != nil {
		return "", err
	}
	s.m.o.Trace("renewing the access token of the account %s", a.Alias)
	switch a.Kind {
	case Service:
		return s.assert(ctx, a, rec)
	case ADC:
		return s.fromFile(ctx, a, rec)
	}
	return s.refresh(ctx, a, rec)
}

// stored gives the stored token where it can be used; "" where it can't.
func (s *Source) stored(ctx context.Context, a Account, stale string) (string, error) {
	rec, err := s.m.read(ctx, a)
	if err != nil || !rec.fresh(s.m.o.Now()) || rec.Access == stale {
		return "", err
	}
	return s.keep(rec), nil
}

func (s *Source) keep(rec *record) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = record{Access: rec.Access, Expiry: rec.Expiry, Obtained: rec.Obtained}
	return rec.Access
}

// buried gives the refusal again, without asking, until the account signs in
// anew.
func (s *Source) buried(rec *record) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.deadErr != nil && s.dead == rec.sign() {
		return s.deadErr
	}
	return nil
}

// final remembers a refusal that lasts; any other error passes through.
func (s *Source) final(rec *record, err error) error {
	if c := fault.CodeOf(err); c != fault.NotSignedIn && c != fault.Unauthorized {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dead, s.deadErr, s.held = rec.sign(), err, record{}
	return err
}

// refresh asks the provider for a new access token and stores what came
// before anybody uses it.
func (s *Source) refresh(ctx context.Context, a Account, rec *record) (string, error) {
	if rec.Refresh == "" {
		return "", fault.New(fault.NotSignedIn, "the sign-in of %s has ended, and the provider gave nothing to renew it with", a.Alias).
			WithHint("%s --force", again(a))
	}
	// Written before anything is sent: a store that can't be written must be
	// found while the refresh token is still good.
	cutOff := !rec.Pending.IsZero()
	rec.Pending = s.m.o.Now()
	if err := s.m.write(ctx, a, rec); err != nil {
		return "", err
	}
	t, err := s.m.endpoint(rec.Client).Renew(ctx, rec.Refresh)
	if err != nil {
		return "", s.final(rec, refused(a, rec.Client, err, cutOff))
	}
	rotated := t.Refresh != "" && t.Refresh != rec.Refresh
	return s.store(ctx, a, rec, t, rotated)
}

// store keeps a token that was given. If it can't be stored, the call may
// still go on with it, unless the refresh token changed with it: then the next
// run would fail, so this one says why.
func (s *Source) store(ctx context.Context, a Account, rec *record, t *oauth.Token, rotated bool) (string, error) {
	rec.take(t, s.m.o.Now())
	if err := s.m.write(ctx, a, rec); err != nil {
		if rotated {
			e := fault.Wrap(err, fault.CodeOf(err), "the provider gave a new refresh token for %s, and it could not be stored: %s", a.Alias, messageOf(err))
			return "", e.WithHint("when the store works again, %s", again(a))
		}
		s.m.o.Trace("the access token of %s could not be stored; it is used for this run alone", a.Alias)
	}
	if t.Scopes != nil {
		if err := s.narrow(ctx, a, canonical(t.Scopes)); err != nil {
			return "", err
		}
	}
	return s.keep(rec), nil
}

// narrow notes what the provider says is granted, where it changed.
func (s *Source) narrow(ctx context.Context, a Account, scopes []string) error {
	if slices.Equal(scopes, a.Scopes) {
		return nil
	}
	err := s.m.change(ctx, func(r *registry) error {
		if now := r.byID(a.ID); now != nil {
			now.Scopes = scopes
		}
		return nil
	})
	s.mu.Lock()
	s.account.Scopes = scopes
	s.mu.Unlock()
	return err
}

// assert gets a token for a service account. Nothing is spent by it, so it is
// stored afterwards only.
func (s *Source) assert(ctx context.Context, a Account, rec *record) (string, error) {
	if rec.Key == nil {
		return "", fault.New(fault.NotSignedIn, "the key of the account %s is gone", a.Alias).WithHint("%s", again(a))
	}
	t, err := s.m.endpoint(oauth.Client{}).Assert(ctx, *rec.Key, a.delegate(*rec.Key), withoutIdentity(a.Scopes))
	if err != nil {
		return "", s.final(rec, refusedKey(a, *rec.Key, err))
	}
	t.Refresh, t.Scopes = "", nil
	return s.store(ctx, a, rec, t, false)
}

// delegate is the user in whose name a service account acts; "" is itself.
func (a Account) delegate(k oauth.ServiceKey) string {
	if strings.EqualFold(a.Address, k.Email) {
		return ""
	}
	return a.Address
}

// refused says what a provider's refusal means and what to run.
func refused(a Account, c oauth.Client, err error, cutOff bool) error {
	code := oauth.CodeOf(err)
	wrap := func(fc fault.Code, format string, args ...any) *fault.Error {
		return fault.Wrap(err, fc, format, args...).WithHint("%s", again(a))
	}
	switch code {
	case "":
		var r *oauth.Refusal
		if errors.As(err, &r) && fault.Of(err) == nil {
			return wrap(fault.Unauthorized, "the sign-in provider refused to renew the token of %s (it answered %d)", a.Alias, r.Status)
		}
		return err
	case "invalid_grant":
		if cutOff {
			return wrap(fault.NotSignedIn, "the sign-in of %s is no longer valid; an earlier run was cut off while it renewed the token", a.Alias)
		}
		return wrap(fault.NotSignedIn, "the sign-in of %s was revoked or has ended", a.Alias)
	case "unauthorized_client":
		return wrap(fault.NotSignedIn, "the OAuth client %s and the token of %s do not belong together (unauthorized_client)", c.Name(), a.Alias)
	case "invalid_client", "deleted_client", "disabled_client":
		return wrap(fault.NotSignedIn, "the provider no longer takes the OAuth client %s (%s): it was deleted, or its secret changed", c.Name(), code).
			WithHint("run: wslite auth credentials FILE, then %s", strings.TrimPrefix(again(a), "run: "))
	}
	if fault.CodeOf(err) == fault.Network {
		return err
	}
	return wrap(fault.Unauthorized, "the sign-in provider refused to renew the token of %s (%s)", a.Alias, oauth.Mask(err.Error()))
}

// refusedKey is refused for a service account.
func refusedKey(a Account, k oauth.ServiceKey, err error) error {
	switch oauth.CodeOf(err) {
	case "unauthorized_client", "access_denied":
		return fault.Wrap(err, fault.NotSignedIn, "the service account %s may not act for %s with these scopes", k.Email, a.Address).
			WithHint("let an administrator add the account's client id and the scopes of wslite auth status below domain-wide delegation")
	case "invalid_grant":
		return fault.Wrap(err, fault.NotSignedIn, "the provider does not take the key of %s for %s: the key was deleted, the user does not exist, or this machine's clock is wrong", k.Email, a.Address).
			WithHint("%s", again(a))
	}
	return refused(a, oauth.Client{ID: k.Email}, err, false)
}

func messageOf(err error) string {
	if f := fault.Of(err); f != nil {
		return f.Message
	}
	return "for an unknown reason"
}
