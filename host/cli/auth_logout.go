package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

func (a *App) authLogoutCommand() *cobra.Command {
	var forget bool
	cmd := &cobra.Command{
		Use:   "logout [ACCOUNT]",
		Short: "Sign an account out: revoke its grant and remove its tokens",
		Long: `Sign an account out: end its grant at the provider and remove its tokens here. If
the provider does not answer, nothing is removed, so that it can be tried again;
--forget removes the tokens here without asking the provider, and the grant
stays valid there.

No other account becomes the default one by this.

Exit codes: 0 signed out, 1 the provider did not revoke, 4 usage, 5 no such account.`,
		Example:           "  wslite auth logout work",
		Args:              atMostOneArg,
		ValidArgsFunction: a.completeAccounts,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.authLogout(cmd, args, forget) },
	}
	cmd.Flags().BoolVar(&forget, "forget", false, "remove the tokens here, and leave the grant valid at the provider")
	return cmd
}

func (a *App) authLogout(cmd *cobra.Command, args []string, forget bool) error {
	m, err := a.manager(cmd)
	if err != nil {
		return err
	}
	word, err := a.oneAccount(args)
	if err != nil {
		return err
	}
	if word == "" {
		all, _, err := m.Accounts()
		if err != nil {
			return err
		}
		if len(all) != 1 {
			return fault.New(fault.Usage, "auth logout needs the account: %d are signed in", len(all)).WithHint("wslite auth list shows them")
		}
		word = all[0].Alias
	}
	left, err := m.Logout(cmd.Context(), word, forget)
	if err != nil {
		return err
	}
	if a.globals.JSON {
		var o object
		o.add("ok", true)
		o.add("alias", left.Account.Alias)
		o.add("address", left.Account.Address)
		o.add("revoked", left.Revoked)
		if left.Why != "" {
			o.add("notRevoked", left.Why)
		}
		return writeJSON(a.Out, o)
	}
	if !left.Revoked {
		a.note("warning: the grant was not revoked: %s", left.Why)
	}
	if left.Default == "" {
		if all, _, err := m.Accounts(); err == nil && len(all) > 0 {
			a.note("there is no default account now; wslite auth switch ALIAS makes one")
		}
	}
	_, err = fmt.Fprintf(a.Out, "Signed out of %s.\n", text.Line(left.Account.Alias))
	return err
}
