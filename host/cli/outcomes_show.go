package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/text"
)

func (a *App) outcomesShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show ID",
		Short: "Show one outcome: what was called, when, by whom, and what is known of it",
		Long: `Show one outcome. ID is the id of the list or its first characters (4 at least), or
the idempotency key itself.

Exit codes: 0 shown, 1 there is none, 4 several are meant.`,
		Example:           "  wslite outcomes show 3f9a",
		Args:              exactArgs(1, "the id of an outcome"),
		ValidArgsFunction: a.completeOutcomes(),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.outcomesShow(cmd, args[0]) },
	}
}

func (a *App) outcomesShow(cmd *cobra.Command, id string) error {
	if err := a.noExtra(cmd, "yes"); err != nil {
		return err
	}
	claims, err := a.claims()
	if err != nil {
		return err
	}
	c, err := claims.Find(cmd.Context(), id)
	if err != nil {
		return err
	}
	if a.globals.JSON {
		var doc object
		doc.add("ok", true)
		doc.add("outcome", outcomeObject(c))
		doc.add("exitCode", fault.ExitOK)
		return writeJSON(a.Out, doc)
	}
	a.printOutcome(a.Out, c)
	return nil
}

// outcomeObject is the record as JSON. Its keys are stable; the right to end
// the claim is none of them.
func outcomeObject(c store.Claim) object {
	var o object
	o.add("id", outcomeID(c))
	o.add("key", c.Key)
	o.add("status", c.Status)
	for _, f := range []field{
		{"tool", c.Tool}, {"operation", c.Operation}, {"class", c.Class}, {"draftId", c.Draft}, {"resourceId", c.Resource},
		{"code", c.Code}, {"reference", c.Reference}, {"actor", c.Actor},
	} {
		if f.value != "" {
			o.add(f.key, f.value)
		}
	}
	o.add("identity", c.Owner)
	o.add("payloadDigest", c.Digest)
	o.add("attempt", c.Attempt)
	o.add("version", c.Version)
	o.add("createdAt", c.Created.UTC())
	o.add("updatedAt", c.Updated.UTC())
	if !c.Expires.IsZero() {
		o.add("expiresAt", c.Expires.UTC())
	}
	return o
}

// printOutcome writes the record for a person, a line a fact, and what to do.
func (a *App) printOutcome(w io.Writer, c store.Claim) {
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(w, "%-11s %s\n", name+":", text.Line(value))
		}
	}
	line("outcome", outcomeID(c))
	line("state", stateWords(c))
	line("tool", outcomeTool(c))
	line("class", c.Class)
	line("account", ownerWords(c.Owner))
	line("key", c.Key)
	line("draft", c.Draft)
	line("made", c.Resource)
	line("failure", c.Code)
	line("reference", c.Reference)
	line("begun", a.when(c.Created)+by(c.Actor))
	line("changed", a.when(c.Updated))
	line(expiryName(c.Status), a.when(c.Expires))
	line("attempts", fmt.Sprint(c.Attempt))
	line("version", fmt.Sprint(c.Version))
	line("digest", c.Digest)
	if c.Status == store.Unknown {
		fmt.Fprintf(w, "\nLook at the service, then say what you found:\n"+
			"  wslite outcomes resolve %[1]s --happened\n  wslite outcomes resolve %[1]s --did-not-happen\n", outcomeID(c))
	}
}

// stateWords says what a state means for a repeat.
func stateWords(c store.Claim) string {
	switch c.Status {
	case store.Unknown:
		return "unknown: it may have happened; it is not repeated until somebody looked"
	case store.InProgress:
		return "in_progress: a process is at it, or died not long ago"
	case store.Completed:
		return "completed: it happened; a repeat gets this outcome"
	case store.FailedRetryable:
		return "failed_retryable: it did not happen; the same call may be made again with its key"
	case store.FailedTerminal:
		if c.Code == idempotency.CodeHappened {
			return "failed_terminal: somebody looked and said that it happened; its key is used up"
		}
		return "failed_terminal: it failed for good; its key is used up"
	}
	return string(c.Status)
}

func expiryName(s store.Status) string {
	if s == store.InProgress {
		return "lasts until"
	}
	return "kept until"
}

func by(actor string) string {
	if actor == "" {
		return ""
	}
	return " by " + text.Cut(text.Line(actor), 80)
}

func ownerWords(o store.Owner) string {
	words := o.Tenant
	for _, s := range []string{o.Account, o.User, o.Principal} {
		if s != "" {
			words += ", " + s
		}
	}
	return words
}

// when is a time in the user's zone; "" for none.
func (a *App) when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(a.zone()).Format("2006-01-02 15:04:05")
}
