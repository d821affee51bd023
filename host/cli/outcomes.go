package cli

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/text"
)

// outcomesCommand shows what became of calls that change something, and takes
// an operator's word where nobody knows. Only these commands resolve: no tool
// can.
func (a *App) outcomesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "outcomes",
		Short: "See what became of calls, and settle those whose outcome is unknown",
		Long: `Every call that changes something is recorded before it leaves, so that it can't
happen twice under one idempotency key. Where an answer was lost, nobody knows
whether the change was made: such a call is never repeated until you looked.

  wslite outcomes list                          what is unknown or under way
  wslite outcomes show ID                       one of them
  wslite outcomes resolve ID --happened         you looked, and it happened
  wslite outcomes resolve ID --did-not-happen   it did not: the key may be used again

The records hold no content, no token and no answer.`,
		GroupID: "manage",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return helpOnStderr(cmd) },
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			if err := cmd.Root().PersistentPreRunE(cmd, args); err != nil {
				return err
			}
			return a.noExtra(cmd, "dry-run", "draft", "params-json", "idempotency-key", "local", "account")
		},
	}
	cmd.AddCommand(a.outcomesListCommand(), a.outcomesShowCommand(), a.outcomesResolveCommand(), a.outcomesPruneCommand())
	return cmd
}

// statuses are the words of --status.
var statuses = []store.Status{store.Unknown, store.InProgress, store.Completed, store.FailedRetryable, store.FailedTerminal}

// outcomesList are the options of one list.
type outcomesList struct {
	all      bool
	statuses []string
	limit    int
}

func (a *App) outcomesListCommand() *cobra.Command {
	var o outcomesList
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the outcomes that are unknown or under way, the newest first",
		Long: `List the calls whose outcome is unknown, and those that are under way. --all adds
the ended ones, which are kept for 30 days unless the configuration says
otherwise.

Exit codes: 0 listed, whatever is in the list, 1 the records can't be read, 4 usage.`,
		Example: "  wslite outcomes list\n  wslite outcomes list --status failed_terminal,failed_retryable --json",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.outcomesList(cmd, o) },
	}
	cmd.Flags().BoolVar(&o.all, "all", false, "list the ended ones too")
	cmd.Flags().StringSliceVar(&o.statuses, "status", nil, "list these `STATES` only: "+strings.Join(statusWords(), ", "))
	cmd.Flags().IntVar(&o.limit, "limit", 0, "list the newest `N` at most (1000 unless given)")
	fixedWords(cmd, "status", statusWords())
	return cmd
}

func statusWords() []string {
	var words []string
	for _, s := range statuses {
		words = append(words, string(s))
	}
	return words
}

// filter makes of the options what the store is asked.
func (o outcomesList) filter() (store.ClaimFilter, error) {
	f := store.ClaimFilter{Limit: o.limit, Status: []store.Status{store.Unknown, store.InProgress}}
	switch {
	case o.limit < 0:
		return f, fault.New(fault.Usage, "--limit must be 1 or more").WithField("limit")
	case o.all && len(o.statuses) > 0:
		return f, fault.New(fault.Usage, "--all and --status exclude each other")
	case o.all:
		f.Status = nil
	case len(o.statuses) > 0:
		f.Status = nil
		for _, word := range o.statuses {
			s, err := statusOf(word)
			if err != nil {
				return f, err
			}
			f.Status = append(f.Status, s)
		}
	}
	return f, nil
}

func statusOf(word string) (store.Status, error) {
	word = strings.ReplaceAll(strings.TrimSpace(word), "-", "_")
	for _, s := range statuses {
		if word == string(s) {
			return s, nil
		}
	}
	e := fault.New(fault.Usage, "--status knows no state %q", text.Cut(text.Line(word), 40)).WithField("status")
	if s, ok := text.Suggest(word, statusWords()); ok {
		return "", e.WithHint("did you mean %s?", s)
	}
	return "", e.WithHint("the states are %s", strings.Join(statusWords(), ", "))
}

func (a *App) outcomesList(cmd *cobra.Command, o outcomesList) error {
	if err := a.noExtra(cmd, "yes"); err != nil {
		return err
	}
	f, err := o.filter()
	if err != nil {
		return err
	}
	claims, err := a.claims()
	if err != nil {
		return err
	}
	list, err := claims.List(cmd.Context(), f)
	if err != nil {
		return err
	}
	if a.globals.JSON {
		outcomes := []any{}
		for _, c := range list {
			outcomes = append(outcomes, outcomeObject(c))
		}
		var doc object
		doc.add("ok", true)
		doc.add("outcomes", outcomes)
		doc.add("exitCode", fault.ExitOK)
		return writeJSON(a.Out, doc)
	}
	if len(list) == 0 {
		a.note("%s", o.nothing())
		return nil
	}
	w := a.newTable()
	w.AppendHeader(table.Row{a.bold("ID"), a.bold("STATE"), a.bold("TOOL"), a.bold("BEGUN"), a.bold("BY"), a.bold("KEY")})
	for _, c := range list {
		w.AppendRow(table.Row{outcomeID(c), c.Status, outcomeTool(c), a.when(c.Created), text.Cut(text.Line(c.Actor), 30), text.Cut(text.Line(c.Key), 40)})
	}
	if _, err := fmt.Fprintln(a.Out, trimLines(w.Render())); err != nil {
		return err
	}
	for _, c := range list {
		if c.Status == store.Unknown {
			a.note("look at the service for what is unknown, then: wslite outcomes resolve ID --happened or --did-not-happen")
			break
		}
	}
	return nil
}

// nothing says what an empty list means.
func (o outcomesList) nothing() string {
	switch {
	case o.all:
		return "no outcome is recorded: nothing was changed yet, or what has ended was removed"
	case len(o.statuses) > 0:
		return "no outcome is recorded in that state"
	}
	return "nothing is unknown, and nothing is under way; --all lists what has ended"
}

// outcomeID is how people name a claim.
func outcomeID(c store.Claim) string { return idempotency.KeyID(c.Owner, c.Key) }

// outcomeTool names the call; a raw call has no tool.
func outcomeTool(c store.Claim) string {
	if c.Tool == "" {
		return text.Cut(text.Line(c.Operation), 60)
	}
	return text.Cut(text.Line(c.Tool), 60)
}
