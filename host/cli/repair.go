package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/backend/appsscript"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/setup"
	"github.com/wslite/wslite/host/setup/clasp"
	"github.com/wslite/wslite/host/text"
)

// noCheckout tells why only half of the checks were made.
const noCheckout = "no checkout of workspace-lite here or above (packages/<service>/apps-script): its .env, setup keys and deployments were not looked at"

// repairCommand finds what is wrong with the set-up of the proxies and, for
// what a person agrees to, sets it right.
func (a *App) repairCommand() *cobra.Command {
	var service string
	cmd := &cobra.Command{
		Use:   "repair",
		Short: "Find what is wrong with the set-up of the proxies, and repair what you agree to",
		Long: `Look at the checkout of workspace-lite around the current directory, at the
variables and at how the proxies answer. Each finding that wslite can set right
is asked about; the others say what to do by hand.

--yes agrees to all of them, except for replacing a token that a proxy has
issued already: only an answer at the terminal does that. --dry-run asks the
proxies and clasp, and changes nothing.

Exit codes: 0 nothing was wrong or all is repaired, 1 something is left,
130 interrupted.`,
		Example: "  wslite repair --dry-run\n  wslite repair --service tasks",
		GroupID: "manage",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.noExtra(cmd, "draft", "params-json", "idempotency-key", "local"); err != nil {
				return err
			}
			return a.repair(cmd.Context(), service, cmd.Flags().Changed("service"))
		},
	}
	cmd.Flags().StringVar(&service, "service", "", "look at this `SERVICE` alone, also if it is not set up")
	cmd.RegisterFlagCompletionFunc("service", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		tables, err := risk.Load()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		return tables.Services(), cobra.ShellCompDirectiveNoFileComp
	})
	return cmd
}

// setupWorld is what doctor and repair look at.
func (a *App) setupWorld(services []string) (setup.World, error) {
	c, err := a.config()
	if err != nil {
		return setup.World{}, err
	}
	dir, err := os.Getwd()
	if err != nil {
		return setup.World{}, fault.Wrap(err, fault.Client, "the current directory is gone").WithHint("go to one that exists")
	}
	proxy := appsscript.New(appsscript.Options{
		Getenv: a.Getenv, Client: a.httpClient(), Limits: c.Limits, ForbidAdmin: c.Policy.ForbidAdminToken,
	})
	a.onClose(proxy.Close)
	return setup.World{
		Getenv: a.Getenv, Checkout: setup.FindCheckout(dir, services), Proxy: proxy, Clasp: clasp.New(a.Getenv),
	}, nil
}

func (a *App) repair(ctx context.Context, service string, chosen bool) error {
	tables, err := risk.Load()
	if err != nil {
		return err
	}
	services := tables.Services()
	looked, err := a.repairServices(services, service, chosen)
	if err != nil {
		return err
	}
	w, err := a.setupWorld(services)
	if err != nil {
		return err
	}
	if w.Checkout == nil && !a.globals.JSON {
		a.note(noCheckout)
	}
	found, err := w.Inspect(ctx, looked)
	if err != nil {
		return err
	}
	r := setup.Repair{World: w, Yes: a.globals.Yes, DryRun: a.globals.DryRun}
	if p := a.prompter(); p != nil {
		r.Prompter = p
	}
	if err := r.Apply(ctx, found); err != nil {
		return a.cutShort(found, err)
	}
	done := setup.Done(found)
	if a.globals.JSON {
		err = a.repairJSON(found, done)
	} else {
		err = a.repairText(found)
	}
	if err == nil && !done {
		return Exit{fault.ExitFailure}
	}
	return err
}

// cutShort reports a repair that did not reach its end: what was done before,
// then why it ended. An interrupt's own words are kept, since they may tell of
// a token that was asked for.
func (a *App) cutShort(found []*setup.Finding, err error) error {
	for _, f := range found {
		if f.Applied && !a.globals.JSON {
			a.note("%s was repaired before", f.Kind)
		}
	}
	return a.failCall(nil, err)
}

// repairServices are the services to look at: the chosen one, or those that
// are set up.
func (a *App) repairServices(all []string, service string, chosen bool) ([]string, error) {
	if chosen {
		if slices.Contains(all, service) {
			return []string{service}, nil
		}
		err := fault.New(fault.Usage, "--service: there is no service %q", text.Line(service))
		if s, ok := text.Suggest(service, all); ok {
			return nil, err.WithHint("did you mean %s?", s)
		}
		return nil, err.WithHint("one of %s", strings.Join(all, ", "))
	}
	return slices.DeleteFunc(slices.Clone(all), func(s string) bool {
		return !setup.Look(a.Getenv, s).Installed()
	}), nil
}

func (a *App) repairJSON(found []*setup.Finding, done bool) error {
	list := []any{}
	for _, f := range found {
		var o object
		o.add("kind", f.Kind)
		if f.Service != "" {
			o.add("service", f.Service)
		}
		o.add("summary", f.Summary)
		o.add("action", f.Action)
		o.add("proposal", f.Proposal)
		o.add("applied", f.Applied)
		if f.Outcome != "" {
			o.add("outcome", f.Outcome)
		}
		list = append(list, o)
	}
	var doc object
	doc.add("ok", done)
	doc.add("dryRun", a.globals.DryRun)
	doc.add("findings", list)
	return writeJSON(a.Out, doc)
}

// repairText prints a finding in two or three lines: what is wrong, what sets
// it right, what became of it.
func (a *App) repairText(found []*setup.Finding) error {
	if len(found) == 0 {
		_, err := fmt.Fprintln(a.Out, "nothing to repair")
		return err
	}
	var b strings.Builder
	for _, f := range found {
		state := "to do by hand"
		switch {
		case f.Applied:
			state = "repaired"
		case f.Action == setup.ActionConfirm && a.globals.DryRun:
			state = "can be repaired"
		case f.Action == setup.ActionConfirm:
			state = "not repaired"
		}
		fmt.Fprintf(&b, "%s (%s)\n  %s\n", a.bold(f.Kind), state, f.Summary)
		if !f.Applied {
			fmt.Fprintf(&b, "  -> %s\n", f.Proposal)
		}
		if f.Outcome != "" {
			fmt.Fprintf(&b, "  => %s\n", f.Outcome)
		}
	}
	_, err := fmt.Fprint(a.Out, b.String())
	return err
}
