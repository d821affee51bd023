package cli

import (
	"context"
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/auth"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

func (a *App) authDoctorCommand() *cobra.Command {
	var live bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the store for secrets, the OAuth client and each account",
		Long: `Check the store for secrets (by writing, reading and removing one), the OAuth
client, and the tokens of each account; with --live also whether the provider
still gives each a token.

Exit codes: 0 all is well, 1 something is not.`,
		Example: "  wslite auth doctor\n  wslite auth doctor --live --json",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.authDoctor(cmd, live) },
	}
	cmd.Flags().BoolVar(&live, "live", false, "ask the provider for a token of each account")
	return cmd
}

// finding is one line of auth doctor.
type finding struct {
	what, name, detail string
	err                error
}

func (a *App) authDoctor(cmd *cobra.Command, live bool) error {
	m, err := a.manager(cmd)
	if err != nil {
		return err
	}
	found, err := a.examineAccounts(cmd.Context(), m, live)
	if err != nil {
		return err
	}
	ok := true
	for _, f := range found {
		ok = ok && f.err == nil
	}
	if a.globals.JSON {
		list := []any{}
		for _, f := range found {
			list = append(list, f.object())
		}
		var o object
		o.add("ok", ok)
		o.add("live", live)
		o.add("checks", list)
		err = writeJSON(a.Out, o)
	} else {
		err = a.findingsText(found)
	}
	if err == nil && !ok {
		return Exit{fault.ExitFailure}
	}
	return err
}

func (a *App) examineAccounts(ctx context.Context, m *auth.Manager, live bool) ([]finding, error) {
	kind, err := m.CheckStore(ctx)
	found := []finding{{"store", kind, storeText(kind), err}}
	client, from, err := m.Client(ctx)
	found = append(found, finding{"client", client.Name(), from, err})
	all, def, err := m.Accounts()
	if err != nil {
		return nil, err
	}
	for _, x := range all {
		st, err := m.State(ctx, x)
		detail := a.tokenText(st)
		if err == nil && live {
			err = m.Try(ctx, x)
			detail = "the provider gives a token"
		}
		if err == nil && !st.Fresh && !st.Renews {
			err = fault.New(fault.NotSignedIn, "its token has ended, and nothing is there to renew it").
				WithHint("run: wslite auth login --force --account %s", x.Alias)
		}
		if x.Alias == def {
			detail += "; default"
		}
		found = append(found, finding{"account", x.Alias, detail, err})
		if ctx.Err() != nil {
			return nil, fault.New(fault.Interrupted, "interrupted; nothing was changed")
		}
	}
	return found, nil
}

func storeText(kind string) string {
	if kind == "file" {
		return "sealed files; docs/accounts.md says what that protects"
	}
	return "the system's keyring"
}

func (f finding) object() object {
	var o object
	o.add("check", f.what)
	o.add("name", f.name)
	o.add("ok", f.err == nil)
	if f.err == nil {
		o.add("detail", f.detail)
		return o
	}
	x := asFault(f.err)
	o.add("code", string(x.Code))
	o.add("message", x.Message)
	if x.Hint != "" {
		o.add("advice", x.Hint)
	}
	return o
}

func (a *App) findingsText(found []finding) error {
	w := a.newTable()
	w.AppendHeader(table.Row{a.bold("CHECK"), a.bold("NAME"), a.bold("RESULT")})
	advice := ""
	for _, f := range found {
		result := "ok: " + f.detail
		if f.err != nil {
			x := asFault(f.err)
			result = x.Message
			if x.Hint != "" {
				advice += "\n" + f.what + ": " + x.Hint
			}
		}
		w.AppendRow(table.Row{f.what, text.Line(f.name), text.Line(result)})
	}
	out := trimLines(w.Render())
	if advice != "" {
		out += "\n" + text.Clean(advice)
	}
	_, err := fmt.Fprintln(a.Out, out)
	return err
}
