package auth

import (
	"context"
	"time"
)

// State is how an account stands, as far as this machine knows.
type State struct {
	// Expiry is when the access token that is held ends; zero where none is.
	Expiry time.Time
	// Fresh says that it can be used now.
	Fresh bool
	// Renews says that a new one can be asked for.
	Renews bool
}

// State reads how an account stands. It sends nothing.
func (m *Manager) State(ctx context.Context, a Account) (State, error) {
	if a.Kind == Env {
		_, err := m.envToken()
		return State{Fresh: err == nil}, err
	}
	rec, err := m.read(ctx, a)
	if err != nil {
		return State{}, err
	}
	return State{
		Expiry: rec.Expiry, Fresh: rec.fresh(m.o.Now()),
		Renews: rec.Refresh != "" || rec.Key != nil || a.Kind == ADC,
	}, nil
}

// Try gets a token for an account, at the provider where it must. It is the
// proof that the account works.
func (m *Manager) Try(ctx context.Context, a Account) error {
	s, err := m.Source(a.Alias)
	if err != nil {
		return err
	}
	_, err = s.Token(ctx, "auth", a.Scopes)
	return err
}
