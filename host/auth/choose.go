package auth

import (
	"strings"

	"github.com/wslite/wslite/host/fault"
)

// Choice is the account of a call and why it was taken.
type Choice struct {
	Account Account
	// By is "--account", a variable, "profile", or "default".
	By string
}

// Choose finds the account of a call: the one of the flag, else of
// WSLITE_ACCOUNT, else of the profile, else the token of WSLITE_ACCESS_TOKEN,
// else the default account. A name that means nobody is an error; nothing
// stands in for it. The token of the environment belongs to nobody in
// particular, so a name goes before it.
func (m *Manager) Choose(flag, profile string) (Choice, error) {
	r, err := m.load()
	if err != nil {
		return Choice{}, err
	}
	for _, n := range []struct{ word, by string }{
		{flag, "--account"}, {m.o.Getenv(EnvAccount), EnvAccount}, {profile, "profile"},
	} {
		if n.word == "" {
			continue
		}
		if n.word == Env {
			return m.envChoice(n.by)
		}
		a := r.find(n.word)
		if a == nil {
			err := r.unknown(n.word)
			err.Message += " (named by " + n.by + ")"
			return Choice{}, err
		}
		return Choice{*a, n.by}, nil
	}
	if m.o.Getenv(EnvAccessToken) != "" {
		return m.envChoice(EnvAccessToken)
	}
	if a := r.byID(r.Default); a != nil {
		return Choice{*a, "default"}, nil
	}
	if len(r.Accounts) > 0 {
		return Choice{}, fault.New(fault.NotSignedIn, "no account is named, and there is no default one").
			WithHint("name one with --account, or run: wslite auth switch ALIAS; wslite auth list shows them")
	}
	return Choice{}, fault.New(fault.NotSignedIn, "nobody is signed in").
		WithHint("run: wslite auth login; --local needs no account")
}

// Usable says whether Choose would find an account where none is named.
func (m *Manager) Usable() bool {
	if m.o.Getenv(EnvAccessToken) != "" || m.o.Getenv(EnvAccount) != "" {
		return true
	}
	r, err := m.load()
	return err != nil || len(r.Accounts) > 0 // a list that can't be read must be heard of
}

func (m *Manager) envChoice(by string) (Choice, error) {
	if _, err := m.envToken(); err != nil {
		return Choice{}, err
	}
	return Choice{Account{Alias: Env, Kind: Env, Store: "environment"}, by}, nil
}

// envToken reads WSLITE_ACCESS_TOKEN. A line end that came with it from a file
// is dropped.
func (m *Manager) envToken() (string, error) {
	t := strings.TrimSpace(strings.TrimPrefix(m.o.Getenv(EnvAccessToken), "\ufeff"))
	switch {
	case t == "":
		return "", fault.New(fault.NotSignedIn, "the account %q is the token of %s, which is not set", Env, EnvAccessToken).
			WithHint("set it, or name another account")
	case strings.ContainsFunc(t, func(c rune) bool { return c <= ' ' || c > '~' }):
		return "", fault.New(fault.NotSignedIn, "%s holds characters that no token has", EnvAccessToken).
			WithHint("set it to an access token alone, without \"Bearer\"")
	}
	return t, nil
}
