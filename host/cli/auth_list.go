package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/auth"
	"github.com/wslite/wslite/host/auth/scope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

func (a *App) authListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the accounts that are signed in",
		Long:    "List the accounts that are signed in; * marks the default one. Nothing is sent.",
		Example: "  wslite auth list",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.authList(cmd) },
	}
}

func (a *App) authList(cmd *cobra.Command) error {
	m, err := a.manager(cmd)
	if err != nil {
		return err
	}
	all, def, err := m.Accounts()
	if err != nil {
		return err
	}
	if a.globals.JSON {
		list := []any{}
		for _, x := range all {
			list = append(list, accountObject(x, def))
		}
		var o object
		o.add("ok", true)
		o.add("accounts", list)
		return writeJSON(a.Out, o)
	}
	if len(all) == 0 {
		a.note("nobody is signed in; wslite auth login signs in")
		return nil
	}
	w := a.newTable()
	w.AppendHeader(table.Row{"", a.bold("ALIAS"), a.bold("ADDRESS"), a.bold("KIND"), a.bold("STORE"), a.bold("SCOPES")})
	for _, x := range all {
		mark := ""
		if x.Alias == def {
			mark = "*"
		}
		w.AppendRow(table.Row{mark, text.Line(x.Alias), text.Line(x.Address), x.Kind, x.Store, shortScopes(x.Scopes)})
	}
	_, err = fmt.Fprintln(a.Out, trimLines(w.Render()))
	return err
}

// shortScopes lists what an account may do, without what tells who it is.
func shortScopes(scopes []string) string {
	var out []string
	for _, s := range scopes {
		if strings.HasPrefix(s, "https://") { // the others only tell who it is
			out = append(out, text.Line(scope.Short(s)))
		}
	}
	return strings.Join(out, " ")
}

func (a *App) authStatusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Tell which account the next call acts as, and what it may do",
		Long: `Tell which account the next call acts as, why, and what it may do. Nothing is
sent; wslite auth doctor --live asks the provider.

The account is that of --account, else of WSLITE_ACCOUNT, else of the profile,
else the token of WSLITE_ACCESS_TOKEN (which is called "env"), else the default
one. A name that means nobody is an error.

Exit codes: 0 an account is there, 5 nobody is signed in.`,
		Example: "  wslite auth status\n  wslite --account work auth status --json",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.authStatus(cmd) },
	}
}

func (a *App) authStatus(cmd *cobra.Command) error {
	m, err := a.manager(cmd)
	if err != nil {
		return err
	}
	c, err := a.config()
	if err != nil {
		return err
	}
	choice, err := m.Choose(a.globals.Account, c.Profile.Account)
	if err != nil {
		return err
	}
	st, err := m.State(cmd.Context(), choice.Account)
	if err != nil {
		return err
	}
	_, def, err := m.Accounts()
	if err != nil {
		return err
	}
	x := choice.Account
	if a.globals.JSON {
		var t object
		t.add("fresh", st.Fresh)
		t.add("renews", st.Renews)
		if !st.Expiry.IsZero() {
			t.add("expires", st.Expiry.UTC())
		}
		var o object
		o.add("ok", true)
		o.add("account", accountObject(x, def))
		o.add("chosenBy", choice.By)
		o.add("token", t)
		return writeJSON(a.Out, o)
	}
	w := a.newTable()
	w.AppendRow(table.Row{"account", text.Line(x.Alias)})
	w.AppendRow(table.Row{"address", text.Line(x.Address)})
	w.AppendRow(table.Row{"kind", x.Kind})
	w.AppendRow(table.Row{"chosen by", choice.By})
	w.AppendRow(table.Row{"secrets in", x.Store})
	w.AppendRow(table.Row{"access token", a.tokenText(st)})
	for i, s := range x.Scopes {
		head := ""
		if i == 0 {
			head = "may"
		}
		w.AppendRow(table.Row{head, scope.Says(s) + " (" + text.Line(scope.Short(s)) + ")"})
	}
	_, err = fmt.Fprintln(a.Out, trimLines(w.Render()))
	return err
}

func (a *App) tokenText(st auth.State) string {
	switch {
	case st.Fresh && !st.Expiry.IsZero():
		return "held until " + st.Expiry.In(a.zone()).Format(time.DateTime)
	case st.Fresh:
		return "held"
	case st.Renews:
		return "renewed at the next call"
	}
	return "ended, and nothing is there to renew it"
}

func (a *App) authSwitchCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "switch <ACCOUNT>",
		Short:             "Make an account the default one",
		Example:           "  wslite auth switch work",
		Args:              atMostOneArg,
		ValidArgsFunction: a.completeAccounts,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.authSwitch(cmd, args) },
	}
}

func (a *App) authSwitch(cmd *cobra.Command, args []string) error {
	m, err := a.manager(cmd)
	if err != nil {
		return err
	}
	// WSLITE_ACCOUNT is for calls: it must not decide about the time after it.
	word := a.globals.Account
	if len(args) > 0 {
		if word, err = a.oneAccount(args); err != nil {
			return err
		}
	}
	if word == "" {
		return fault.New(fault.Usage, "auth switch takes one account").WithHint("wslite auth list shows them")
	}
	x, err := m.Switch(cmd.Context(), word)
	if err != nil {
		return err
	}
	if named := a.Getenv(auth.EnvAccount); named != "" && named != x.Alias {
		a.note("warning: %s is set and goes before the default account", auth.EnvAccount)
	}
	if a.globals.JSON {
		var o object
		o.add("ok", true)
		o.add("account", accountObject(x, x.Alias))
		return writeJSON(a.Out, o)
	}
	_, err = fmt.Fprintf(a.Out, "%s is now the default account.\n", text.Line(x.Alias))
	return err
}
