package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// The bounds of --limit. Source: W143.
const (
	defaultPrune = 100
	maxPrune     = 500
)

func (a *App) draftsPruneCommand() *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Remove drafts that are over",
		Long: `Remove drafts that were executed, rejected, failed or have expired, and with them
what else has ended in the store: outcomes that are kept no longer, counts of
past days. Drafts that wait, run or have an unknown outcome stay. The audit log
keeps what happened.`,
		Example: "  wslite drafts prune\n  wslite drafts prune --limit 500",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.draftsPrune(cmd, limit) },
	}
	cmd.Flags().IntVar(&limit, "limit", defaultPrune, fmt.Sprintf("remove at most `N` of each kind, up to %d", maxPrune))
	return cmd
}

func (a *App) draftsPrune(cmd *cobra.Command, limit int) error {
	if limit < 1 || limit > maxPrune {
		return fault.New(fault.Usage, "--limit is from 1 to %d, not %d", maxPrune, limit)
	}
	drafts, err := a.draftsUse(cmd)
	if err != nil {
		return err
	}
	if err := a.auditEvent(cmd.Context(), audit.Record{Event: audit.DraftEvent, Status: "pruned"}); err != nil {
		return err
	}
	p, err := drafts.Prune(cmd.Context(), limit)
	if err != nil {
		return err
	}
	if a.globals.JSON {
		var o object
		o.add("ok", true)
		o.add("drafts", p.Drafts)
		o.add("bodies", p.Bodies)
		o.add("outcomes", p.Claims)
		o.add("becameUnknown", p.Expired)
		o.add("exitCode", fault.ExitOK)
		return writeJSON(a.Out, o)
	}
	_, err = fmt.Fprintln(a.Out, prunedText(p))
	if p.Drafts == limit {
		a.note("there may be more; run it again")
	}
	return err
}

func prunedText(p store.Pruned) string {
	parts := []string{"Removed " + counted(p.Drafts, "draft")}
	if p.Claims > 0 {
		parts = append(parts, counted(p.Claims, "old outcome"))
	}
	said := strings.Join(parts, " and ") + "."
	if p.Expired > 0 {
		said += fmt.Sprintf(" Nobody said what became of %s; wslite outcomes list shows them.", counted(p.Expired, "call"))
	}
	return said
}
