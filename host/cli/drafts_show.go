package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/draft/describe"
	"github.com/wslite/wslite/host/fault"
)

func (a *App) draftsShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show ID",
		Short: "Show everything that a draft would do",
		Long: `Show a draft as a whole: what would happen, as whom, to whom, with which files,
what changes, the text or the requests themselves, and where it stands. What
stands behind a bar comes from the draft; everything else is wslite's own.

--json prints the whole record.`,
		Example:           "  wslite drafts show d-4f7kq2m9xw3b\n  wslite drafts show d-4f7k --json",
		Args:              exactArgs(1, "the id of a draft"),
		ValidArgsFunction: a.completeDrafts(),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.draftsShow(cmd, args[0]) },
	}
}

func (a *App) draftsShow(cmd *cobra.Command, word string) error {
	d, err := a.oneDraft(cmd, word)
	if err != nil {
		return err
	}
	if a.globals.JSON {
		return writeJSON(a.Out, draftObject(d))
	}
	if err := a.printDraft(a.Out, d); err != nil {
		return err
	}
	if next := whatNext(d); next != "" {
		_, err = fmt.Fprintf(a.Out, "\n%s\n", next)
	}
	return err
}

// printDraft writes all of a draft for a person: nothing is cut, since it is what
// one agrees to.
func (a *App) printDraft(w io.Writer, d *draft.Draft) error {
	for _, l := range describe.Lines(d, a.Now()) {
		if _, err := fmt.Fprintln(w, l.String()); err != nil {
			return err
		}
	}
	return nil
}

// whatNext says what a person may type now.
func whatNext(d *draft.Draft) string {
	switch d.State {
	case draft.Pending:
		return fmt.Sprintf("Approve it:  wslite drafts approve %s --run\nReject it:   wslite drafts reject %s\nChange it:   wslite drafts edit %s", d.ID, d.ID, d.ID)
	case draft.Approved:
		return fmt.Sprintf("Run it:      wslite drafts run %s", d.ID)
	case draft.Expired:
		return fmt.Sprintf("Bring it back as it would be now:  wslite drafts edit %s --refresh", d.ID)
	case draft.Rejected, draft.Failed:
		if d.Code == string(fault.DraftStale) {
			return fmt.Sprintf("Bring it back as it would be now:  wslite drafts edit %s --refresh", d.ID)
		}
		return fmt.Sprintf("Bring it back with a change:  wslite drafts edit %s", d.ID)
	case draft.Unknown:
		key := draft.Key(d.ID, d.Revision)
		return fmt.Sprintf("Look at the service, then say what you found:\n  wslite outcomes resolve %s --happened\n  wslite outcomes resolve %s --did-not-happen", key, key)
	}
	return ""
}
