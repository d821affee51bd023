package cli

import (
	"context"

	"github.com/wslite/wslite/host/auth"
	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/auth/scope"
	"github.com/wslite/wslite/host/backend/appsscript"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
)

// tokens gives the bearer tokens of one account; *auth.Source does.
type tokens interface {
	Token(ctx context.Context, service string, scopes []string) (string, error)
	Renew(ctx context.Context, service string, scopes []string, stale string) (string, error)
}

// openAccounts makes the manager of accounts; nothing is read or sent yet.
func (a *App) openAccounts() (*auth.Manager, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	p := oauth.Google()
	if x := c.Auth.Provider; x != nil {
		p = oauth.Provider{
			AuthURL: x.AuthURL, TokenURL: x.TokenURL, DeviceURL: x.DeviceURL,
			RevokeURL: x.RevokeURL, UserInfoURL: x.UserInfoURL, HeaderAuth: x.HeaderAuth,
		}
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	o := auth.Options{
		Dir: c.Auth.Dir, Store: c.Auth.Store, Getenv: a.Getenv, Provider: p, Transport: a.network(), Now: a.Now,
		UserConfigDir: a.UserConfigDir, UserHomeDir: a.UserHomeDir,
	}
	if a.globals.Verbose {
		o.Trace = a.tell
	}
	return auth.NewManager(o), nil
}

// backendOf says where the calls of a service run. The profile decides. Where
// nobody chose a backend, a service whose proxy is set up runs over it; the
// others go to Google if an account is signed in. An account that is named is
// never passed over in silence: what can't act as it refuses.
func (a *App) backendOf(c *config.Config, service string) (string, error) {
	flag, env := a.globals.Account != "", a.Getenv(auth.EnvAccount) != ""
	switch on := c.Profile.Backend; {
	case on == config.Google:
		return on, a.signInHelps(service)
	case on == config.Local:
		if flag {
			return "", fault.New(fault.Usage, "--account has no effect on the local workspace: it knows no accounts").
				WithHint("leave out --account or --local")
		}
		// A dry run, too, would end in the plugin, which knows no way out.
		if err := a.planned(service, "the local workspace"); err != nil {
			return "", err
		}
		return on, nil
	case c.Profile.Chosen && flag:
		return "", fault.New(fault.Usage, "--account has no effect on the profile %s: its proxies act for whoever deployed them", c.Profile.Name).
			WithHint("use a profile with backend = %q", config.Google)
	case c.Profile.Chosen && env:
		return "", fault.New(fault.Client, "%s names an account, and the profile %s runs over proxies, which act for whoever deployed them", auth.EnvAccount, c.Profile.Name).
			WithHint("unset it, or use a profile with backend = %q", config.Google)
	case c.Profile.Chosen:
		return on, nil
	case flag || env:
		return config.Google, a.signInHelps(service)
	case a.Getenv(appsscript.URLName(service)) != "":
		return on, nil
	}
	m, err := a.accounts()
	if err != nil {
		return "", err
	}
	if !m.Usable() || a.signInHelps(service) != nil {
		return config.AppsScript, nil
	}
	if a.globals.Verbose {
		a.tell("%s is not set, and there is an account: %s runs on the backend google", appsscript.URLName(service), service)
	}
	return config.Google, nil
}

// signInHelps refuses a service that has no REST routes yet, so that nobody is
// sent to sign in for nothing.
func (a *App) signInHelps(service string) error { return a.planned(service, "the backend google") }

// planned refuses a service whose actions have no plans yet, and says what runs
// them.
func (a *App) planned(service, where string) error {
	rules, err := a.risk()
	if err != nil {
		return err
	}
	routes, err := a.routes()
	if err != nil {
		return err
	}
	_, err = scope.For(rules, routes, []string{service}, scope.All)
	if fault.CodeOf(err) == fault.NotSupported {
		return fault.New(fault.NotSupported, "%s does not serve %s yet", where, service).
			WithHint("use its Apps Script proxy: a profile with backend = %q, and %s", config.AppsScript, appsscript.URLName(service))
	}
	if fault.CodeOf(err) == fault.Usage {
		return nil // no service of ours: the catalog says so
	}
	return err
}

// whose finds the account of the calls. An account that was named and is not
// there ends the call at once. If nobody is signed in, that is said when a
// token is wanted: a dry run needs none.
func (a *App) whose(c *config.Config) (tokens, error) {
	m, err := a.accounts()
	if err != nil {
		return nil, err
	}
	choice, err := m.Choose(a.globals.Account, c.Profile.Account)
	if err != nil {
		if a.globals.Account != "" || a.Getenv(auth.EnvAccount) != "" || c.Profile.Account != "" {
			return nil, err
		}
		return nobody{err}, nil
	}
	if a.globals.Verbose {
		a.tell("account %s (%s)", choice.Account.Alias, choice.By)
	}
	return m.SourceOf(choice.Account), nil
}

// nobody has no tokens, and says why.
type nobody struct{ err error }

func (n nobody) Token(context.Context, string, []string) (string, error) { return "", n.err }

func (n nobody) Renew(context.Context, string, []string, string) (string, error) { return "", n.err }
