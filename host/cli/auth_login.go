package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/auth"
	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/auth/scope"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/text"
)

// loginOptions are the flags of auth login.
type loginOptions struct {
	services, scopes []string
	readOnly         bool
	noBrowser        bool
	device           bool
	force            bool
	serviceAccount   string
	subject          string
	adc              bool
}

func (a *App) authLoginCommand() *cobra.Command {
	var o loginOptions
	cmd := &cobra.Command{
		Use:   "login",
		Short: "Sign in, or add to what an account has granted",
		Long: `Sign in to Google in the browser. What is asked for is shown first: the narrowest
scopes by which the tools of the chosen services can run, with --read-only those
that change nothing. For an account that is signed in it adds to what is granted.

Without a browser on this machine the address is printed: open it anywhere, and
paste where it ends (the whole address, or its code). --account names the
account: a new alias, or one that is signed in; without it the address that
signs in is its name.

--service-account signs in by the JSON key of a service account, with --subject
in the name of a user (domain-wide delegation); --adc uses the application
default credentials that gcloud left on this machine. ` + auth.EnvAccessToken + ` needs
no sign-in at all: it is used as it is, while no account is named.

Exit codes: 0 signed in, 1 failure, 4 usage, 5 nobody signed in.`,
		Example: "  wslite auth login\n  wslite auth login --account work --services gmail,calendar\n" +
			"  wslite auth login --read-only --no-browser\n" +
			"  wslite auth login --service-account key.json --subject me@example.com --services drive",
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.authLogin(cmd, o) },
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.services, "services", nil, "sign in for these `SERVICES` (all unless given)")
	f.BoolVar(&o.readOnly, "read-only", false, "ask for scopes that change nothing")
	f.StringSliceVar(&o.scopes, "scopes", nil, "ask for these `SCOPES` in the place of those of services")
	f.BoolVar(&o.noBrowser, "no-browser", false, "print the address, and open no browser")
	f.BoolVar(&o.device, "device", false, "sign in on another device with a code (Google offers it for few scopes)")
	f.BoolVar(&o.force, "force", false, "ask for consent again, and let an alias go to another address")
	f.StringVar(&o.serviceAccount, "service-account", "", "sign in by the key of a service account: a JSON `FILE`, or - for stdin")
	f.StringVar(&o.subject, "subject", "", "the user in whose name the service account acts, by mail `ADDRESS`")
	f.BoolVar(&o.adc, "adc", false, "use the application default credentials of this machine")
	return cmd
}

func (a *App) authLogin(cmd *cobra.Command, o loginOptions) error {
	m, err := a.manager(cmd)
	if err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	name, err := a.oneAccount(nil)
	if err != nil {
		return err
	}
	c, err := a.config()
	if err != nil {
		return err
	}
	w := auth.Wish{Name: name, Force: o.force}
	if w.Scopes, err = a.wantedScopes(c, o); err != nil {
		return err
	}
	ctx := cmd.Context()
	var k *auth.Kept
	switch {
	case o.adc:
		k, err = m.AddADC(ctx, w)
	case o.serviceAccount != "":
		var key []byte
		if key, err = a.readSecretFile(o.serviceAccount); err == nil {
			a.showScopes(w.Scopes, nil)
			k, err = m.AddService(ctx, w, key, o.subject)
		}
	default:
		k, err = a.signIn(ctx, m, w, o)
	}
	if err != nil {
		return err
	}
	return a.signedIn(k)
}

// check finds flags that contradict each other.
func (o loginOptions) check() error {
	ways := 0
	for _, on := range []bool{o.adc, o.serviceAccount != "", o.device, o.noBrowser} {
		if on {
			ways++
		}
	}
	switch {
	case ways > 1:
		return fault.New(fault.Usage, "choose one of --no-browser, --device, --service-account and --adc")
	case o.subject != "" && o.serviceAccount == "":
		return fault.New(fault.Usage, "--subject needs --service-account")
	case len(o.scopes) > 0 && (len(o.services) > 0 || o.readOnly):
		return fault.New(fault.Usage, "--scopes stands in the place of --services and --read-only; give one of them")
	}
	return nil
}

// wantedScopes are those that a person named, or those of the services, for the
// classes that the policy allows.
func (a *App) wantedScopes(c *config.Config, o loginOptions) ([]string, error) {
	if len(o.scopes) > 0 {
		for _, s := range o.scopes {
			if err := scope.Check(s); err != nil {
				return nil, err
			}
		}
		if len(o.scopes) > scope.Max {
			return nil, fault.New(fault.Usage, "%d scopes are named, and one sign-in may ask for %d", len(o.scopes), scope.Max)
		}
		return o.scopes, nil
	}
	rules, err := a.risk()
	if err != nil {
		return nil, err
	}
	routes, err := a.routes()
	if err != nil {
		return nil, err
	}
	services := o.services
	if len(services) == 0 {
		services = scope.Services(rules, routes)
	}
	p := c.Policy
	want := func(class risk.Class) bool {
		return (class == risk.Read || !o.readOnly && !p.ReadOnly) &&
			(p.AllowClasses == nil || slices.Contains(p.AllowClasses, string(class))) && !slices.Contains(p.DenyClasses, string(class))
	}
	scopes, err := scope.For(rules, routes, services, want)
	if err == nil && len(scopes) == 0 {
		err = fault.New(fault.ActionNotAllowed, "the policy allows none of the actions that a sign-in would be for").
			WithHint("change [policy] or the profile's policy, or name scopes with --scopes")
	}
	return scopes, err
}

// showScopes tells what will be asked for, before anything is.
func (a *App) showScopes(scopes, had []string) {
	if a.globals.Quiet {
		return
	}
	fmt.Fprintln(a.Err, "wslite asks for:")
	wide := 0
	for _, s := range scopes {
		wide = max(wide, text.Width(scope.Short(s)))
	}
	for _, s := range scopes {
		note := ""
		if slices.Contains(had, s) {
			note = " (granted already)"
		}
		short := scope.Short(s)
		fmt.Fprintf(a.Err, "  %s%s  %s%s\n", text.Line(short), strings.Repeat(" ", wide-text.Width(short)), scope.Says(s), note)
	}
}

// signedIn tells how a sign-in ended.
func (a *App) signedIn(k *auth.Kept) error {
	x := k.Account
	for _, s := range k.Refused {
		a.note("warning: not granted: %s (%s); tools that need it will say so", scope.Short(s), scope.Says(s))
	}
	if k.Ends {
		a.note("warning: the provider gave nothing to renew this sign-in with, so it ends soon; wslite auth login --force asks for it")
	}
	if a.globals.JSON {
		def := ""
		if k.Default {
			def = x.Alias
		}
		var o object
		o.add("ok", true)
		o.add("account", accountObject(x, def))
		o.add("refused", notNil(k.Refused))
		o.add("renews", !k.Ends)
		return writeJSON(a.Out, o)
	}
	who := text.Line(x.Alias)
	if x.Address != "" && x.Address != x.Alias {
		who += " (" + text.Line(x.Address) + ")"
	}
	end := "."
	if k.Default {
		end = "; it is the default account."
	}
	_, err := fmt.Fprintf(a.Out, "Signed in as %s%s Secrets are in the %s store.\n", who, end, x.Store)
	return err
}

// signIn is the way of a person: by browser, by hand or by device.
func (a *App) signIn(ctx context.Context, m *auth.Manager, w auth.Wish, o loginOptions) (*auth.Kept, error) {
	p, err := m.Prepare(ctx, w)
	if err != nil {
		return nil, err
	}
	if len(p.Ask.Scopes) > scope.Max {
		return nil, fault.New(fault.Usage, "with what is granted already this asks for %d scopes, and one sign-in may ask for %d", len(p.Ask.Scopes), scope.Max).
			WithHint("use another alias for a part of the services, or sign out first")
	}
	// The store is asked before the person is: a sign-in that can't be kept
	// would be in vain.
	if _, err := m.CheckStore(ctx); err != nil {
		return nil, err
	}
	a.showScopes(p.Ask.Scopes, p.Had)
	var t *oauth.Token
	if o.device {
		t, err = a.byDevice(ctx, p)
	} else {
		t, err = a.byBrowser(ctx, p, o)
	}
	if err != nil {
		return nil, auth.RefusedScopes(err, p.Ask.Scopes)
	}
	return m.Keep(ctx, w, p, t)
}
