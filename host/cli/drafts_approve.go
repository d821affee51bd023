package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// approveOptions are the flags of approve.
type approveOptions struct {
	revision int
	digest   string
	run      bool
}

func (a *App) draftsApproveCommand() *cobra.Command {
	var o approveOptions
	cmd := &cobra.Command{
		Use:   "approve ID",
		Short: "Agree to a draft, after a look at it",
		Long: `Show a draft and ask for a yes. The approval is of what was shown, and stands for
some minutes; wslite drafts run, or --run, then does it.

Without a terminal, --yes agrees, and needs --revision or --digest beside it:
what one agrees to must have been seen.

Exit codes: 0 approved, 1 the draft is not what it was or can't be approved, 2
the answer was no or nobody could be asked; with --run those of the call.`,
		Example: "  wslite drafts approve d-4f7kq2m9xw3b\n  wslite drafts approve d-4f7k --run\n" +
			"  wslite drafts approve d-4f7kq2m9xw3b --revision 2 --yes",
		Args:              exactArgs(1, "the id of a draft"),
		ValidArgsFunction: a.completeDrafts(draft.Pending, draft.Approved),
		// With --run it prints the result of the draft's tool.
		Annotations: map[string]string{givesResult: "with --run"},
		RunE:        func(cmd *cobra.Command, args []string) error { return a.draftsApprove(cmd, args[0], o) },
	}
	cmd.Flags().IntVar(&o.revision, "revision", 0, "agree to this revision `N` and no other")
	cmd.Flags().StringVar(&o.digest, "digest", "", "agree to the content of this `DIGEST` (sha256:...) and no other")
	cmd.Flags().BoolVar(&o.run, "run", false, "run it right after")
	return cmd
}

func (a *App) draftsApprove(cmd *cobra.Command, word string, o approveOptions) error {
	ctx := cmd.Context()
	for _, f := range []string{"revision", "digest"} {
		if cmd.Flags().Changed(f) && (f == "revision" && o.revision == 0 || f == "digest" && o.digest == "") {
			return fault.New(fault.Usage, "--%s names nothing", f).WithHint("give it a value, or leave it out")
		}
	}
	if err := a.resultFlags(cmd, o.run); err != nil {
		return err
	}
	d, err := a.oneDraft(cmd, word, "yes", "local", "account")
	if err != nil {
		return err
	}
	if err := seen(d, o.revision, o.digest); err != nil {
		return a.draftRefused(ctx, d, err)
	}
	// What stands against a yes is told before it is asked for.
	verdict, err := a.judgedDraft(ctx, d)
	if err != nil {
		return err
	}
	if err := a.agreeTo(ctx, d, o); err != nil {
		return err
	}
	if d, err = a.approveJudged(ctx, d, verdict); err != nil {
		return err
	}
	if o.run {
		a.note("approved draft %s, revision %d", d.ID, d.Revision)
		return a.runDraft(ctx, d.ID, d.Revision)
	}
	if a.globals.JSON {
		return writeJSON(a.Out, draftObject(d))
	}
	_, err = fmt.Fprintf(a.Out, "Approved %s, revision %d, until %s. Run it with: wslite drafts run %s\n",
		d.ID, d.Revision, d.Approval.ExpiresAt.In(a.zone()).Format(time.DateTime), d.ID)
	return err
}

// resultFlags refuses flags that shape a result where there is none, and such as
// can't be read before anything is run.
func (a *App) resultFlags(cmd *cobra.Command, run bool) error {
	if run {
		if err := a.noExtra(cmd, "page-all", "page-limit"); err != nil {
			return err
		}
		_, err := a.globals.shapeOf()
		return err
	}
	if a.globals.Format != "json" && a.globals.asked["output"] {
		return fault.New(fault.Usage, "--output has no effect on %s without --run but as json", cmd.CommandPath())
	}
	for _, f := range globalFlags {
		if f.shape && a.globals.asked[f.name] {
			return fault.New(fault.Usage, "--%s has no effect on %s without --run", f.name, cmd.CommandPath())
		}
	}
	return nil
}

// agreeTo gets a person's yes to a draft: at the terminal after showing it, else
// by --yes from somebody who can name what was seen.
func (a *App) agreeTo(ctx context.Context, d *draft.Draft, o approveOptions) error {
	if d.State != draft.Pending && d.State != draft.Approved {
		return nil // approving it says why not
	}
	if a.globals.Yes {
		if o.revision == 0 && o.digest == "" {
			return fault.New(fault.ConfirmationRequired, "--yes agrees to what was seen, and nothing says what that was").
				WithHint("look at it with wslite drafts show %s, then add --revision %d", d.ID, d.Revision)
		}
		return nil
	}
	p := a.prompter()
	if p == nil {
		return fault.New(fault.ConfirmationRequired, "draft %s needs a person's yes, and there is no terminal to ask at", d.ID).
			WithHint("look at it with wslite drafts show %s, then repeat this with --revision %d --yes", d.ID, d.Revision)
	}
	if err := a.printDraft(a.Err, d); err != nil {
		return err
	}
	fmt.Fprintln(a.Err)
	yes, err := p.Confirm(ctx, a.approveQuestion(d, o.run))
	if err != nil {
		return err
	}
	if !yes {
		return fault.New(fault.ConfirmationRequired, "the answer was no; draft %s waits as before", d.ID).
			WithHint("wslite drafts reject %s ends it, wslite drafts edit %s changes it", d.ID, d.ID)
	}
	return nil
}

// approveQuestion repeats what matters most: a long draft scrolls its beginning
// away. It holds no text of the draft but names of ours.
func (a *App) approveQuestion(d *draft.Draft, run bool) string {
	external := 0
	for _, r := range d.Payload.Recipients {
		if r.External {
			external++
		}
	}
	reached := ""
	if n := len(d.Payload.Recipients); n > 0 {
		reached = fmt.Sprintf(" Recipients: %d, of which external: %d.", n, external)
	}
	verb := "Approve"
	if run {
		verb = "Approve and run"
	}
	return fmt.Sprintf("%s draft %s, revision %d? Its class is %s.%s", verb, d.ID, d.Revision, text.Line(string(d.Payload.Class)), reached)
}

// approveDraft records the yes of whoever runs this process to d as it was read:
// its revision and its content. The policy is asked whether that yes is enough.
func (a *App) approveDraft(ctx context.Context, d *draft.Draft) (*draft.Draft, error) {
	verdict, err := a.judgedDraft(ctx, d)
	if err != nil {
		return nil, err
	}
	return a.approveJudged(ctx, d, verdict)
}

// judgedDraft asks the policy about a yes of this user to d. It is refused where
// somebody else has to give it, or the tool is not what it was; what only
// stands against a run is told.
func (a *App) judgedDraft(ctx context.Context, d *draft.Draft) (draftVerdict, error) {
	verdict, err := a.judgeDraft(d)
	if err == nil && verdict.secondPerson {
		err = d.SecondPerson(a.actor())
	}
	if err != nil {
		return verdict, a.draftRefused(ctx, d, err)
	}
	if verdict.against != "" {
		a.note("warning: as things stand the policy forbids to run draft %s: %s", d.ID, verdict.against)
	}
	return verdict, nil
}

func (a *App) approveJudged(ctx context.Context, d *draft.Draft, verdict draftVerdict) (*draft.Draft, error) {
	drafts, err := a.drafts()
	if err != nil {
		return nil, err
	}
	if err := a.draftEvent(ctx, d, "approving"); err != nil {
		return nil, err
	}
	approved, err := drafts.Approve(ctx, draft.Approving{
		ID: d.ID, Revision: d.Revision, Digest: d.Digest, Approver: a.actor(),
		PolicyRevision: verdict.revision, SecondPerson: verdict.secondPerson,
	})
	if err != nil {
		return nil, a.draftRefused(ctx, d, err)
	}
	a.draftDone(ctx, approved, "approved")
	return approved, nil
}

func (a *App) draftsRejectCommand() *cobra.Command {
	var revision int
	var reason string
	cmd := &cobra.Command{
		Use:   "reject ID",
		Short: "Say no to a draft",
		Long: `Say no to a draft. It can't be approved or run any more; an edit makes a new
revision of it, which waits anew.`,
		Example:           "  wslite drafts reject d-4f7kq2m9xw3b\n  wslite drafts reject d-4f7k --reason 'wrong address'",
		Args:              exactArgs(1, "the id of a draft"),
		ValidArgsFunction: a.completeDrafts(draft.Pending, draft.Approved),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := a.oneDraft(cmd, args[0])
			if err != nil {
				return err
			}
			if err := seen(d, revision, ""); err != nil {
				return a.draftRefused(cmd.Context(), d, err)
			}
			if d, err = a.rejectDraft(cmd.Context(), d, reason); err != nil {
				return err
			}
			if a.globals.JSON {
				return writeJSON(a.Out, draftObject(d))
			}
			_, err = fmt.Fprintf(a.Out, "Rejected %s, revision %d.\n", d.ID, d.Revision)
			return err
		},
	}
	cmd.Flags().IntVar(&revision, "revision", 0, "reject this revision `N` and no other")
	cmd.Flags().StringVar(&reason, "reason", "", "give this `TEXT` as the reason; it stands in drafts show")
	return cmd
}

// rejectDraft records the no of whoever runs this process to d as it was read.
func (a *App) rejectDraft(ctx context.Context, d *draft.Draft, reason string) (*draft.Draft, error) {
	drafts, err := a.drafts()
	if err != nil {
		return nil, err
	}
	if err := a.draftEvent(ctx, d, "rejecting"); err != nil {
		return nil, err
	}
	rejected, err := drafts.Reject(ctx, d.ID, d.Revision, a.actor(), reason)
	if err != nil {
		return nil, a.draftRefused(ctx, d, err)
	}
	a.draftDone(ctx, rejected, "rejected")
	return rejected, nil
}
