package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
)

func (a *App) outcomesPruneCommand() *cobra.Command {
	limit := idempotency.DefaultPrune
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Remove the records of ended calls that were kept long enough",
		Long: fmt.Sprintf(`Remove the records of ended calls whose time is over, and turn those under way
for too long into unknown ones. Unknown outcomes and drafts stay.

At most %d are removed at once, so that nobody waits for it; repeat it for more.

Exit codes: 0 done, 1 the records can't be changed, 4 usage.`, idempotency.MaxPrune),
		Example: "  wslite outcomes prune\n  wslite outcomes prune --limit 500 --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.noExtra(cmd, "yes"); err != nil {
				return err
			}
			if limit == 0 { // Prune would take it for the default
				return fault.New(fault.Usage, "--limit must be 1 or more").WithField("limit")
			}
			return a.outcomesPrune(cmd.Context(), limit)
		},
	}
	cmd.Flags().IntVar(&limit, "limit", limit, "remove `N` at most")
	return cmd
}

func (a *App) outcomesPrune(ctx context.Context, limit int) error {
	claims, err := a.claims()
	if err != nil {
		return err
	}
	p, err := claims.Prune(ctx, limit)
	if err != nil {
		return err
	}
	if a.globals.JSON {
		var doc object
		doc.add("ok", true)
		doc.add("removed", p.Claims)
		doc.add("becameUnknown", p.Expired)
		doc.add("exitCode", fault.ExitOK)
		return writeJSON(a.Out, doc)
	}
	if p.Expired > 0 {
		a.note("what was under way for too long is unknown now: %s; wslite outcomes list shows it", counted(p.Expired, "call"))
	}
	_, err = fmt.Fprintf(a.Out, "Removed %s.\n", counted(p.Claims, "record"))
	return err
}
