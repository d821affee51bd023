package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/text"
)

// resolution is what an operator says.
type resolution struct {
	happened, not bool
	version       int64
}

func (a *App) outcomesResolveCommand() *cobra.Command {
	var r resolution
	cmd := &cobra.Command{
		Use:   "resolve ID --happened|--did-not-happen",
		Short: "Say what became of a call whose outcome is unknown, after you looked",
		Long: `Say what became of a call whose outcome is unknown. Look at the service first:
nothing here can know it.

  --happened         the key is used up; a repeat is refused
  --did-not-happen   the same call may be made again with its key

A draft whose run was lost follows: it counts as executed, or waits for a new
approval. Who said it and when stands in the audit log.

Exit codes: 0 recorded, 1 it is not unknown or has changed since, 2 no yes, 4 usage.`,
		Example:           "  wslite outcomes resolve 3f9a --happened\n  wslite outcomes resolve 3f9a --did-not-happen --version 2 --yes",
		Args:              exactArgs(1, "the id of an outcome"),
		ValidArgsFunction: a.completeOutcomes(store.Unknown),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.outcomesResolve(cmd.Context(), args[0], r) },
	}
	cmd.Flags().BoolVar(&r.happened, "happened", false, "the change was made")
	cmd.Flags().BoolVar(&r.not, "did-not-happen", false, "the change was not made")
	cmd.Flags().Int64Var(&r.version, "version", 0, "refuse if the record is not of this `VERSION` any more")
	return cmd
}

func (a *App) outcomesResolve(ctx context.Context, id string, r resolution) error {
	if r.happened == r.not {
		return fault.New(fault.Usage, "outcomes resolve needs exactly one of --happened and --did-not-happen").
			WithHint("look at the service to learn which")
	}
	claims, err := a.claims()
	if err != nil {
		return err
	}
	c, err := claims.Find(ctx, id)
	if err != nil {
		return err
	}
	if r.version != 0 && r.version != c.Version {
		return fault.New(fault.IdempotencyConflict, "the outcome %s has version %d by now, not %d; nothing was recorded", outcomeID(c), c.Version, r.version).
			WithHint("look at it again: wslite outcomes show %s", outcomeID(c))
	}
	if !resolvedBefore(c, r.happened) {
		if c, err = a.resolve(ctx, claims, c, r.happened); err != nil {
			return err
		}
	}
	if c.Draft != "" {
		if err := a.draftResolved(ctx, c, r.happened); err != nil {
			return fault.Wrap(err, fault.CodeOf(err), "the outcome %s is resolved, but its draft %s could not follow: %v", outcomeID(c), c.Draft, err).
				WithHint("repeat the command; it does only what is left")
		}
	}
	return a.printResolved(c, r.happened)
}

// resolvedBefore says that the very same was recorded already, by a command
// that was cut off before the draft could follow, for one.
func resolvedBefore(c store.Claim, happened bool) bool {
	if happened {
		return c.Status == store.FailedTerminal && c.Code == idempotency.CodeHappened
	}
	return c.Status == store.FailedRetryable && c.Code == idempotency.CodeNotHappen
}

// resolve asks, logs and records, in this order: what isn't logged isn't done.
func (a *App) resolve(ctx context.Context, claims *idempotency.Claims, c store.Claim, happened bool) (store.Claim, error) {
	if c.Status == store.Unknown { // of all others Resolve says what is wrong
		if err := a.agreeToResolve(ctx, c, happened); err != nil {
			return c, err
		}
		if err := a.auditEvent(ctx, resolvedRecord(c, happened)); err != nil {
			return c, err
		}
	}
	now, err := claims.Resolve(ctx, c, happened)
	if err != nil && c.Status == store.Unknown {
		r := resolvedRecord(c, happened)
		r.Status, r.Code = "failed", string(fault.CodeOf(err))
		if e := a.auditEvent(context.WithoutCancel(ctx), r); e != nil {
			a.note("warning: that nothing was recorded could not be logged: %v", e)
		}
	}
	return now, err
}

func (a *App) agreeToResolve(ctx context.Context, c store.Claim, happened bool) error {
	if !a.globals.Yes && !a.globals.JSON {
		a.printOutcome(a.Err, c)
	}
	question := fmt.Sprintf("Record that %s (%s) did not happen? The same call may then be made again.", outcomeTool(c), outcomeID(c))
	if happened {
		question = fmt.Sprintf("Record that %s (%s) happened? Its key is used up then.", outcomeTool(c), outcomeID(c))
	}
	yes, err := a.agree(ctx, question)
	switch {
	case err != nil:
		return err
	case !yes:
		return fault.New(fault.ConfirmationRequired, "the answer was no; nothing was recorded")
	}
	return nil
}

func resolvedRecord(c store.Claim, happened bool) audit.Record {
	service, action, _ := strings.Cut(c.Operation, ".")
	r := audit.Record{
		Event: audit.Resolved, Tenant: c.Owner.Tenant, Account: c.Owner.Account, Service: service, Action: action,
		Tool: c.Tool, Class: c.Class, Digest: c.Digest, Draft: c.Draft, Claim: outcomeID(c), Attempt: c.Attempt,
		Status: "did_not_happen",
	}
	if happened {
		r.Status = "happened"
	}
	return r
}

func (a *App) printResolved(c store.Claim, happened bool) error {
	if a.globals.JSON {
		var doc object
		doc.add("ok", true)
		doc.add("happened", happened)
		doc.add("outcome", outcomeObject(c))
		doc.add("exitCode", fault.ExitOK)
		return writeJSON(a.Out, doc)
	}
	words := "did not happen; the same call may be made again with its key"
	switch {
	case happened:
		words = "happened; its key is used up"
	case c.Draft != "":
		words = "did not happen; " + text.Line(c.Draft) + " waits for a new approval"
	}
	_, err := fmt.Fprintf(a.Out, "Recorded: %s (%s) %s.\n", outcomeTool(c), outcomeID(c), words)
	return err
}
