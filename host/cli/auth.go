package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/auth"
	"github.com/wslite/wslite/host/fault"
)

// authCommand signs accounts in and out. Its sub-commands stand in the files
// auth_*.go.
func (a *App) authCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "auth",
		Short: "Sign in to Google, and manage the accounts that are signed in",
		Long: `Sign in to Google with an OAuth client of your own, once per account. Tokens are
kept in the system's keyring, or in sealed files where there is none.

  wslite auth credentials client.json    the OAuth client, downloaded from Google
  wslite auth login                      sign in
  wslite auth status                     who the next call acts as

docs/accounts.md tells it step by step.`,
		GroupID: "manage",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return helpOnStderr(cmd) },
	}
	cmd.AddCommand(a.authCredentialsCommand(), a.authLoginCommand(), a.authListCommand(), a.authStatusCommand(),
		a.authSwitchCommand(), a.authLogoutCommand(), a.authDoctorCommand())
	return cmd
}

// manager gives the accounts, after refusing flags that have no effect here.
func (a *App) manager(cmd *cobra.Command) (*auth.Manager, error) {
	if err := a.noExtra(cmd, "dry-run", "draft", "params-json", "idempotency-key", "local", "yes"); err != nil {
		return nil, err
	}
	return a.accounts()
}

// oneAccount finds the account that a command is about: its argument, else
// --account, else WSLITE_ACCOUNT. Two different names are a mistake.
func (a *App) oneAccount(args []string) (string, error) {
	word := a.globals.Account
	if len(args) > 0 {
		if word != "" && word != args[0] {
			return "", fault.New(fault.Usage, "two accounts are named: %q and --account %q", args[0], word)
		}
		word = args[0]
	}
	if word == "" {
		word = a.Getenv(auth.EnvAccount)
	}
	return word, nil
}

// completeAccounts offers the aliases of who is signed in.
func (a *App) completeAccounts(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	m, err := a.accounts()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	all, _, err := m.Accounts()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var words []string
	for _, x := range all {
		words = append(words, x.Alias+"\t"+x.Address)
	}
	return withPrefix(words, word), cobra.ShellCompDirectiveNoFileComp
}

func atMostOneArg(cmd *cobra.Command, args []string) error {
	if len(args) <= 1 {
		return nil
	}
	return fault.New(fault.Usage, "%s takes one account", cmd.CommandPath()).WithHint("%s --help tells more", cmd.CommandPath())
}

// accountObject is an account in JSON.
func accountObject(x auth.Account, def string) object {
	var o object
	o.add("alias", x.Alias)
	o.add("address", x.Address)
	o.add("kind", x.Kind)
	o.add("default", x.Alias == def && def != "")
	o.add("scopes", notNil(slices.Clone(x.Scopes)))
	o.add("store", x.Store)
	if !x.SignedIn.IsZero() {
		o.add("signedIn", x.SignedIn)
	}
	return o
}
