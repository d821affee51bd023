package cli

import (
	"fmt"
	"strconv"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/bearer"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// mcpTokenCommand gives tokens to the users of a server over HTTP.
func (a *App) mcpTokenCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Give tokens to the users of a server over HTTP, list them, take them back",
		Long: `With wslite mcp --http --users each client shows a token of its user. A token is
printed once, when it is made; only its hash is kept. One that is removed, or comes
to its end, is refused from the next request on, and what is open with it ends.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return helpOnStderr(cmd) },
	}
	cmd.AddCommand(a.mcpTokenAddCommand(), a.mcpTokenListCommand(), a.mcpTokenRemoveCommand())
	return cmd
}

func (a *App) mcpTokenAddCommand() *cobra.Command {
	var expire string
	cmd := &cobra.Command{
		Use:   "add USER",
		Short: "Make a token for a user and print it, once",
		Long: `Make a token for a user of the configuration ([mcp.users.NAME]) and print it on
standard output, alone, so that it can be piped. It is kept nowhere: hand it to the
user, who gives it to the client, as a variable rather than in a file.`,
		Example:           "  wslite mcp token add ana\n  wslite mcp token add ana --expire 30d",
		Args:              exactArgs(1, "the name of a user"),
		ValidArgsFunction: a.completeUsers,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.mcpTokenAdd(cmd, args[0], expire) },
	}
	cmd.Flags().StringVar(&expire, "expire", strconv.Itoa(tokenDays)+"d", "end it after this `TIME`, as 90d or 12h; never is no end")
	return cmd
}

// tokenUse gives the store, after refusing flags that have no effect here.
func (a *App) tokenUse(cmd *cobra.Command) (*bearer.Store, *config.Config, error) {
	if err := a.noExtra(cmd, "yes", "dry-run", "draft", "params-json", "idempotency-key", "local", "account", "profile"); err != nil {
		return nil, nil, err
	}
	c, err := a.config()
	if err != nil {
		return nil, nil, err
	}
	s, err := a.tokenStore(c)
	return s, c, err
}

func (a *App) mcpTokenAdd(cmd *cobra.Command, name, expire string) error {
	store, c, err := a.tokenUse(cmd)
	if err != nil {
		return err
	}
	if c.MCP.User(name) == nil {
		return unknownUser(c, name)
	}
	life, err := tokenLife(expire)
	if err != nil {
		return err
	}
	var end time.Time
	if life > 0 {
		end = a.Now().Add(life)
	}
	token, e, err := store.Add(cmd.Context(), name, end)
	if err != nil {
		return err
	}
	if a.globals.JSON {
		o := tokenObject(e, a.Now())
		return writeJSON(a.Out, append(object{{"ok", true}, {"token", token}}, o...))
	}
	if _, err := fmt.Fprintln(a.Out, token); err != nil {
		return err
	}
	a.note("this is %s, a token for %s at wslite mcp --http ... --users; %s", e.ID, name, a.untilWhen(e))
	a.note("it is shown this once. A client sends it as: Authorization: Bearer TOKEN; wslite mcp config --http prints the client's part")
	return nil
}

func (a *App) mcpTokenListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the tokens that were given, without the tokens themselves",
		Example: "  wslite mcp token list",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			store, c, err := a.tokenUse(cmd)
			if err != nil {
				return err
			}
			all, err := store.List()
			if err != nil {
				return err
			}
			return a.printTokens(c, all)
		},
	}
}

func (a *App) printTokens(c *config.Config, all []bearer.Entry) error {
	if a.globals.JSON {
		list := []any{}
		for _, e := range all {
			list = append(list, append(tokenObject(e, a.Now()), object{{"known", c.MCP.User(e.User) != nil}}...))
		}
		return writeJSON(a.Out, object{{"ok", true}, {"tokens", list}})
	}
	if len(all) == 0 {
		a.note("there are no tokens; wslite mcp token add USER makes one")
		return nil
	}
	w := a.newTable()
	w.AppendHeader(table.Row{a.bold("ID"), a.bold("USER"), a.bold("CREATED"), a.bold("END")})
	for _, e := range all {
		user := text.Line(e.User)
		if c.MCP.User(e.User) == nil {
			user += " (not in the configuration)"
		}
		w.AppendRow(table.Row{text.Line(e.ID), user, a.day(e.Created), a.untilWhen(e)})
	}
	_, err := fmt.Fprintln(a.Out, trimLines(w.Render()))
	return err
}

func (a *App) mcpTokenRemoveCommand() *cobra.Command {
	var user string
	cmd := &cobra.Command{
		Use:   "remove ID | --user USER",
		Short: "Take back a token, or all of a user",
		Long: `Take back a token by the id that list shows, or with --user all of a user. A server
that runs refuses it from the next request on, and ends what is open with it.`,
		Example: "  wslite mcp token remove --user ana",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if (len(args) == 1) == cmd.Flags().Changed("user") {
				return fault.New(fault.Usage, "name either the id of a token or --user").WithHint("wslite mcp token list shows both")
			}
			id := ""
			if len(args) == 1 {
				id = args[0]
			}
			return a.mcpTokenRemove(cmd, id, user)
		},
	}
	cmd.Flags().StringVar(&user, "user", "", "take back all tokens of this `USER`")
	cmd.RegisterFlagCompletionFunc("user", a.completeUsers)
	return cmd
}

func (a *App) mcpTokenRemove(cmd *cobra.Command, id, user string) error {
	store, _, err := a.tokenUse(cmd)
	if err != nil {
		return err
	}
	gone, err := store.Remove(cmd.Context(), func(e bearer.Entry) bool { return id != "" && e.ID == id || user != "" && e.User == user })
	if err != nil {
		return err
	}
	if len(gone) == 0 {
		what := fmt.Sprintf("a token %q", text.Line(id))
		if id == "" {
			what = fmt.Sprintf("a token of the user %q", text.Line(user))
		}
		return fault.New(fault.NotFound, "there is no such thing as %s", what).WithHint("wslite mcp token list shows the ids and users")
	}
	if a.globals.JSON {
		list := []any{}
		for _, e := range gone {
			list = append(list, tokenObject(e, a.Now()))
		}
		return writeJSON(a.Out, object{{"ok", true}, {"removed", list}})
	}
	for _, e := range gone {
		if _, err := fmt.Fprintf(a.Out, "Removed %s, a token of %s.\n", text.Line(e.ID), text.Line(e.User)); err != nil {
			return err
		}
	}
	return nil
}
