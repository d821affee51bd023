package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/draft/describe"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// waiting are the states in which a draft wants something of a person.
var waiting = []draft.State{draft.Pending, draft.Approved, draft.Executing, draft.Unknown}

// draftStates are all of them, as --state takes them.
var draftStates = []draft.State{
	draft.Pending, draft.Approved, draft.Executing, draft.Executed, draft.Failed, draft.Unknown, draft.Rejected, draft.Expired,
}

func (a *App) draftsListCommand() *cobra.Command {
	var states []string
	var all bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the drafts that wait",
		Long: `List the drafts that wait for somebody: for an approval, to be run, or, where the
outcome of a run is unknown, for a look at the service. The newest stand first.

States: ` + stateNames(", ") + `.`,
		Example: "  wslite drafts list\n  wslite drafts list --all\n  wslite drafts list --state rejected,expired --json",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.draftsList(cmd, states, all) },
	}
	cmd.Flags().StringSliceVar(&states, "state", nil, "list the drafts in this `STATE`; several with commas between them")
	cmd.Flags().BoolVar(&all, "all", false, "list the drafts in every state")
	fixedWords(cmd, "state", strings.Split(stateNames(","), ","))
	return cmd
}

func stateNames(sep string) string {
	var names []string
	for _, s := range draftStates {
		names = append(names, string(s))
	}
	return strings.Join(names, sep)
}

func (a *App) draftsList(cmd *cobra.Command, states []string, all bool) error {
	f := draft.Filter{Heads: true, States: waiting}
	switch {
	case all && len(states) > 0:
		return fault.New(fault.Usage, "--all lists every state, so --state has no effect; use one of them")
	case all:
		f.States = nil
	case cmd.Flags().Changed("state"):
		f.States = nil
		for _, s := range states {
			if !slices.Contains(draftStates, draft.State(s)) {
				return fault.New(fault.Usage, "no draft is ever in the state %q", text.Line(s)).
					WithField("state").WithHint("the states are %s", stateNames(", "))
			}
			f.States = append(f.States, draft.State(s))
		}
		if f.States == nil {
			return fault.New(fault.Usage, "--state names no state").WithHint("the states are %s", stateNames(", "))
		}
	}
	drafts, err := a.draftsUse(cmd)
	if err != nil {
		return err
	}
	list, err := drafts.List(cmd.Context(), f)
	if err != nil {
		return err
	}
	if a.globals.JSON {
		docs := []any{}
		for _, d := range list {
			docs = append(docs, draftSummary(d))
		}
		var o object
		o.add("ok", true)
		o.add("drafts", docs)
		o.add("exitCode", fault.ExitOK)
		return writeJSON(a.Out, o)
	}
	if len(list) == 0 {
		a.note("%s", noDrafts(f.States))
		return nil
	}
	return a.draftsTable(list)
}

func noDrafts(states []draft.State) string {
	switch {
	case states == nil:
		return "there are no drafts; --draft stores a call instead of running it"
	case slices.Equal(states, waiting):
		return "no draft waits; --all lists the others"
	}
	return "no draft is in such a state"
}

// cellsOfWords bounds a cell of a list that says what a draft is about,
// cellsOfName what its author called it.
const cellsOfWords, cellsOfName = 60, 24

func (a *App) draftsTable(list []*draft.Draft) error {
	now := a.Now()
	w := a.newTable()
	head := table.Row{}
	for _, h := range []string{"ID", "STATE", "CLASS", "TOOL", "ABOUT", "AUTHOR", "AGE", "EXPIRES"} {
		head = append(head, a.bold(h))
	}
	w.AppendHeader(head)
	for _, d := range list {
		expires := "-"
		if slices.Contains(waiting[:2], d.State) {
			expires = describe.In(now, d.Expires)
		}
		w.AppendRow(table.Row{
			text.Line(d.ID), stateCell(d, now), text.Line(string(d.Payload.Class)), text.Line(d.Payload.Tool),
			text.Cut(draftAbout(d), cellsOfWords), text.Cut(text.Line(d.Author), cellsOfWords), describe.Ago(now, d.Created), expires,
		})
	}
	if _, err := fmt.Fprintln(a.Out, trimLines(w.Render())); err != nil {
		return err
	}
	for _, d := range list {
		if d.Problem != "" {
			a.note("warning: %s", d.Problem)
		}
	}
	return nil
}

// stateCell is the state, and whether a yes is needed anew.
func stateCell(d *draft.Draft, now time.Time) string {
	if d.State == draft.Approved && d.Approval != nil && !now.Before(d.Approval.ExpiresAt) {
		return string(d.State) + " (ended)"
	}
	return string(d.State)
}

// draftAbout says in a few words whom a draft reaches, else what it changes.
func draftAbout(d *draft.Draft) string {
	if d.Problem != "" {
		return "damaged: can't be run"
	}
	about := ""
	if to := d.Payload.Recipients; len(to) > 0 {
		// An external one first: it is the one to look at.
		i := max(0, slices.IndexFunc(to, func(r draft.Recipient) bool { return r.External }))
		if to[i].External {
			about = "external: "
		}
		about += text.Line(to[i].Address)
		if len(to) > 1 {
			about += fmt.Sprintf(" and %d more", len(to)-1)
		}
	} else if len(d.Payload.Changes) > 0 {
		about = text.Line(d.Payload.Changes[0])
	}
	if name := draftName(d); name != "" {
		about += fmt.Sprintf(" %q", text.Cut(name, cellsOfName))
	}
	return about
}

// draftName is what the author called the thing, so that two drafts to one
// address can be told apart. It stands in quotes: it may say anything.
func draftName(d *draft.Draft) string {
	for _, key := range []string{"subject", "title", "summary", "name"} {
		if s, ok := d.Payload.Params[key].(string); ok {
			if s = strings.TrimSpace(text.Line(s)); s != "" {
				return s
			}
		}
	}
	return ""
}

// draftSummary is a draft of a list in JSON.
func draftSummary(d *draft.Draft) object {
	var o object
	o.add("draftId", d.ID)
	o.add("revision", d.Revision)
	o.add("status", string(d.State))
	o.add("payloadDigest", d.Digest)
	o.add("service", d.Payload.Service)
	o.add("tool", d.Payload.Tool)
	o.add("action", d.Payload.Action)
	o.add("class", string(d.Payload.Class))
	o.add("recipients", append([]draft.Recipient{}, d.Payload.Recipients...))
	o.add("changes", notNil(d.Payload.Changes))
	o.add("author", d.Author)
	o.add("frontEnd", d.FrontEnd)
	o.add("profile", d.Payload.Profile)
	o.add("backend", d.Payload.Backend)
	if d.Payload.Account != "" {
		o.add("account", d.Payload.Account)
	}
	o.add("createdAt", d.Created)
	o.add("updatedAt", d.Updated)
	o.add("expiresAt", d.Expires)
	if d.Approval != nil {
		o.add("approvedBy", d.Approval.Approver)
		o.add("approvalExpiresAt", d.Approval.ExpiresAt)
	}
	if d.Problem != "" {
		o.add("problem", d.Problem)
	}
	return o
}
