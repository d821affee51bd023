package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/setup"
)

// doctorCommand tells which services are set up. It looks at the presence of
// settings and shows no value; it sends something only with --live.
func (a *App) doctorCommand() *cobra.Command {
	var o doctorOptions
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check which services are set up, and with --live how their proxies answer",
		Long: `Check which services are set up for workspace-lite's proxies: their variables,
with --live also how each proxy answers a health request and one read with its
token, with --deployments also what clasp knows of the deployments (run it
inside a checkout of workspace-lite).

Exit codes: 0 all that is set up is well, 1 something is not.`,
		Example: "  wslite doctor\n  wslite doctor --live\n  wslite doctor --live --deployments --json",
		GroupID: "manage",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.noExtra(cmd, "dry-run", "draft", "params-json", "idempotency-key", "local"); err != nil {
				return err
			}
			return a.doctor(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.live, "live", false, "ask each proxy for its health, and for one read with its token")
	cmd.Flags().BoolVar(&o.deployments, "deployments", false, "compare each URL with the deployments that clasp lists")
	return cmd
}

type doctorOptions struct{ live, deployments bool }

// checkup is what doctor finds for one service.
type checkup struct {
	setup.Presence
	live       *setup.Live       // nil: not asked
	deployment *setup.Deployment // nil: not asked
}

// ok says whether the service can be used, as far as it was looked at.
func (c checkup) ok() bool {
	return c.Complete() && (c.live == nil || c.live.Ready) && (c.deployment == nil || !c.deployment.Status.Fails())
}

func (a *App) doctor(ctx context.Context, o doctorOptions) error {
	tables, err := risk.Load()
	if err != nil {
		return err
	}
	var all []*checkup
	var installed []*checkup
	for _, s := range tables.Services() {
		c := &checkup{Presence: setup.Look(a.Getenv, s)}
		all = append(all, c)
		if c.Installed() {
			installed = append(installed, c)
		}
	}
	if err := a.examine(ctx, o, installed, tables.Services()); err != nil {
		return err
	}
	who, err := a.signedInAccounts(ctx)
	if err != nil {
		return err
	}
	ok := len(installed) > 0 || len(who.aliases) > 0
	for _, c := range installed {
		ok = ok && c.ok()
	}
	if a.globals.JSON {
		err = a.doctorJSON(o, all, who, ok)
	} else {
		err = a.doctorText(o, all, who, len(installed))
	}
	if err == nil && !ok {
		return Exit{fault.ExitFailure}
	}
	return err
}

// examine asks the proxies and clasp, where it was asked for.
func (a *App) examine(ctx context.Context, o doctorOptions, installed []*checkup, services []string) error {
	if !o.live && !o.deployments {
		return nil
	}
	w, err := a.setupWorld(services)
	if err != nil {
		return err
	}
	if o.live {
		var list []setup.Presence
		for _, c := range installed {
			list = append(list, c.Presence)
		}
		answers, err := setup.Probe(ctx, w.Proxy, list)
		if err != nil {
			return err
		}
		for i, c := range installed {
			c.live = &answers[i]
		}
	}
	if !o.deployments {
		return nil
	}
	if w.Checkout == nil && !a.globals.JSON {
		a.note(noCheckout)
	}
	// One after the other: each run of clasp may renew its login file.
	for _, c := range installed {
		d := w.Deployment(ctx, c.Service)
		if ctx.Err() != nil {
			return fault.New(fault.Interrupted, "interrupted; nothing was changed")
		}
		c.deployment = &d
	}
	return nil
}

// signedIn is what doctor tells of accounts; wslite auth doctor tells more.
type signedIn struct {
	aliases []any // objects
	names   []string
	// store is where secrets go, or what is wrong with it.
	store string
}

// signedInAccounts reads the list of accounts. Where nobody is signed in, the
// store is not looked for: a keyring that hangs is of no concern to proxies.
func (a *App) signedInAccounts(ctx context.Context) (signedIn, error) {
	who := signedIn{aliases: []any{}, store: "none"}
	m, err := a.accounts()
	if err != nil {
		return who, err
	}
	all, def, err := m.Accounts()
	if err != nil || len(all) == 0 {
		return who, err
	}
	for _, x := range all {
		who.aliases = append(who.aliases, accountObject(x, def))
		who.names = append(who.names, x.Alias)
	}
	who.store, err = m.StoreKind(ctx)
	if err != nil {
		who.store = asFault(err).Error()
	}
	return who, nil
}
