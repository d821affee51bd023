package cli

import (
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
)

func (a *App) draftsRunCommand() *cobra.Command {
	var revision int
	cmd := &cobra.Command{
		Use:   "run ID",
		Short: "Run an approved draft, once",
		Long: `Run a draft that was approved, exactly as it was approved. Before anything is
sent, all is asked again: the policy, the files' bytes, the requests themselves.
However many run it at once, it happens once; a second run tells what became of
the first.

What it prints, and the exit codes, are those of the call itself: --json, --jq and
--fields shape it.`,
		Example:           "  wslite drafts run d-4f7kq2m9xw3b\n  wslite drafts run d-4f7k --revision 2",
		Args:              exactArgs(1, "the id of a draft"),
		ValidArgsFunction: a.completeDrafts(draft.Approved),
		// What it prints is the result of the draft's tool.
		Annotations: map[string]string{givesResult: "always"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("revision") && revision < 1 {
				return fault.New(fault.Usage, "--revision counts from 1")
			}
			if err := a.resultFlags(cmd, true); err != nil {
				return err
			}
			if _, err := a.draftsUse(cmd, "local", "account"); err != nil {
				return err
			}
			return a.runDraft(cmd.Context(), args[0], revision)
		},
	}
	cmd.Flags().IntVar(&revision, "revision", 0, "run this revision `N` and no other")
	return cmd
}
