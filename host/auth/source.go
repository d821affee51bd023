package auth

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
)

// Source gives the access tokens of one account, and of no other. Any number
// of goroutines may use it.
type Source struct {
	m *Manager

	mu      sync.Mutex
	account Account
	// held is the token of the last renewal or reading.
	held record
	// seen is the list of accounts as it was when it last had the account.
	seen safefile.Stamp
	// dead is the sign-in that the provider refused for good, and why.
	dead    string
	deadErr error

	flight singleflight.Group
}

// Source gives the source of an account, named by its alias, its address or
// "env". The error says that no such account is signed in.
func (m *Manager) Source(account string) (*Source, error) {
	var a Account
	if account == Env {
		c, err := m.envChoice(account)
		if err != nil {
			return nil, err
		}
		a = c.Account
	} else {
		r, err := m.load()
		if err != nil {
			return nil, err
		}
		found := r.find(account)
		if found == nil {
			return nil, r.unknown(account)
		}
		a = *found
	}
	return m.SourceOf(a), nil
}

// SourceOf gives the source of an account that Choose found. It looks up no name
// again: that could belong to someone else by now.
func (m *Manager) SourceOf(a Account) *Source {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.sources[a.ID]; s != nil {
		return s
	}
	s := &Source{m: m, account: a}
	m.sources[a.ID] = s
	return s
}

// Account is the account of the source.
func (s *Source) Account() Account {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.account
}

// Token gives an access token for a call of a service to which any one of the
// scopes is enough; it is renewed where it is near its end. NOT_SIGNED_IN says
// that the account lacks them or was signed out, and what to run; UNAUTHORIZED
// that the provider refused for another lasting reason; NETWORK_ERROR that it
// could not be reached.
func (s *Source) Token(ctx context.Context, service string, scopes []string) (string, error) {
	return s.token(ctx, service, scopes, "")
}

// Renew is Token after a service refused the token stale: it gives another one.
// If one is held already, by this process or another, nothing is sent.
func (s *Source) Renew(ctx context.Context, service string, scopes []string, stale string) (string, error) {
	return s.token(ctx, service, scopes, stale)
}

func (s *Source) token(ctx context.Context, service string, scopes []string, stale string) (string, error) {
	if s.Account().Kind == Env {
		return s.envToken(stale)
	}
	if err := s.stillThere(); err != nil {
		return "", err
	}
	if err := s.granted(service, scopes); err != nil {
		return "", err
	}
	s.mu.Lock()
	held := s.held
	s.mu.Unlock()
	if held.fresh(s.m.o.Now()) && held.Access != stale {
		return held.Access, nil
	}
	return s.share(ctx, stale)
}

func (s *Source) envToken(stale string) (string, error) {
	t, err := s.m.envToken()
	if err == nil && t == stale {
		return "", fault.New(fault.NotSignedIn, "the token of %s was refused: it has ended or lacks the rights", EnvAccessToken).
			WithHint("set it to a fresh one; wslite can't renew it")
	}
	return t, err
}

// grace is how long a caller that was interrupted waits for a renewal that is
// on its way. If the process ended at once, a refresh token that works once
// would be spent, and the new one lost.
const grace = 3 * time.Second

// share lets all goroutines that need a token wait for the same renewal. It
// does not end with the caller that happened to come first.
func (s *Source) share(ctx context.Context, stale string) (string, error) {
	got := s.flight.DoChan(stale, func() (any, error) {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), lockPatience)
		defer cancel()
		return s.renew(limited, stale)
	})
	select {
	case r := <-got:
		return result(r)
	case <-ctx.Done():
	}
	t := time.NewTimer(grace)
	defer t.Stop()
	select {
	case <-got:
	case <-t.C:
	}
	return "", fault.Wrap(ctx.Err(), fault.Interrupted, "interrupted while the access token was renewed")
}

func result(r singleflight.Result) (string, error) {
	token, _ := r.Val.(string)
	return token, r.Err
}

// stillThere notices that another process signed the account out, or in anew: a
// server must not go on with a token that it holds. Signing in and out write the
// list of accounts, so that a look at its file is enough at most calls.
func (s *Source) stillThere() error {
	now := s.m.Stamp()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen.Same(now) {
		return nil
	}
	r, err := s.m.load()
	if err != nil {
		return err
	}
	a := r.byID(s.account.ID)
	if a == nil {
		s.held, s.seen = record{}, safefile.Stamp{}
		return signedOut(s.account)
	}
	// The stored token is read again: it may be of another sign-in.
	s.account, s.held, s.seen = *a, record{}, now
	return nil
}

func signedOut(a Account) error {
	return fault.New(fault.NotSignedIn, "the account %s was signed out", a.Alias).WithHint("%s", again(a))
}

// granted says whether the account may do what the scopes stand for. Another
// process may have added to the grant, so the list is read again before a no.
func (s *Source) granted(service string, scopes []string) error {
	if s.Account().Has(scopes) {
		return nil
	}
	r, err := s.m.load()
	if err != nil {
		return err
	}
	a := s.Account()
	now := r.byID(a.ID)
	if now == nil {
		return signedOut(a)
	}
	s.mu.Lock()
	more := !slices.Equal(s.account.Scopes, now.Scopes)
	s.account = *now
	if more { // the token that is held was given for less
		s.held = record{}
	}
	s.mu.Unlock()
	if now.Has(scopes) {
		return nil
	}
	hint := again(*now)
	if now.Kind != ADC {
		hint = strings.TrimSuffix(hint, "--account "+shell(now.Alias)) + "--services " + service + " --account " + shell(now.Alias)
	}
	return fault.New(fault.NotSignedIn, "the account %s has not granted what this call of %s needs", now.Alias, service).WithHint("%s", hint)
}
