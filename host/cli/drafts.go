package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
)

// draftsCommand is about calls that were stored with --draft, or by an agent, to
// wait for a person's yes. Its sub-commands stand in the files drafts_*.go.
func (a *App) draftsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "drafts",
		Short: "Look at calls that wait for approval, approve, edit, reject and run them",
		Long: `A draft is a call that was stored instead of run: with --draft, or by an agent. It
changes nothing until a person approves it and it is run.

  wslite drafts list                 what waits
  wslite drafts show ID              everything that one would do
  wslite drafts approve ID --run     agree to it, and run it
  wslite drafts review               one after the other, on the whole screen

An approval is of one revision, of its exact content, for some minutes. Each edit
makes a new revision, which needs a new approval. A draft that nobody approves
expires. An id may be shortened to its beginning, as d-4f7k.`,
		GroupID: "manage",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return helpOnStderr(cmd) },
	}
	cmd.AddCommand(a.draftsListCommand(), a.draftsShowCommand(), a.draftsApproveCommand(), a.draftsRejectCommand(),
		a.draftsRunCommand(), a.draftsEditCommand(), a.draftsPruneCommand(), a.draftsReviewCommand())
	return cmd
}

// draftsUse gives the drafts, after refusing flags that have no effect here.
// takes are the flags that have one.
func (a *App) draftsUse(cmd *cobra.Command, takes ...string) (*draft.Drafts, error) {
	for _, flag := range []string{"dry-run", "draft", "params-json", "idempotency-key", "local", "account", "yes"} {
		if !slices.Contains(takes, flag) {
			if err := a.noExtra(cmd, flag); err != nil {
				return nil, err
			}
		}
	}
	return a.drafts()
}

// oneDraft finds the draft that a command is about.
func (a *App) oneDraft(cmd *cobra.Command, word string, takes ...string) (*draft.Draft, error) {
	drafts, err := a.draftsUse(cmd, takes...)
	if err != nil {
		return nil, err
	}
	return drafts.Find(cmd.Context(), word)
}

// seen holds a draft against the revision and digest that the caller names; 0 and
// "" name nothing.
func seen(d *draft.Draft, revision int, digest string) error {
	switch {
	case revision < 0:
		return fault.New(fault.Usage, "--revision counts from 1")
	case revision != 0 && revision != d.Revision:
		return fault.New(fault.DraftStale, "draft %s is at revision %d, not %d", d.ID, d.Revision, revision).
			WithHint("look at it again: wslite drafts show %s", d.ID)
	case digest != "" && digest != d.Digest:
		return fault.New(fault.DraftDigest, "draft %s has another content than the one that --digest names", d.ID).
			WithHint("look at it again: wslite drafts show %s", d.ID)
	}
	return nil
}

// asStored takes the profile, workspace and account of a draft in the place of
// those that the command line would choose by itself. Flags that name others
// are refused rather than passed over.
func (a *App) asStored(d *draft.Draft) error {
	p := d.Payload
	g := &a.globals
	switch {
	case g.asked["profile"] && g.Profile != p.Profile:
		return fault.New(fault.Usage, "draft %s was stored for the profile %q, not %q", d.ID, p.Profile, g.Profile).
			WithHint("leave --profile out")
	case g.asked["local"] && g.Local && !p.Local:
		return fault.New(fault.Usage, "draft %s was not stored for the local workspace", d.ID).WithHint("leave --local out")
	case g.asked["account"] && p.Backend != config.Google:
		return fault.New(fault.Usage, "--account has no effect on draft %s, which runs on the backend %s", d.ID, p.Backend).
			WithHint("leave --account out")
	}
	profile, local, account := g.Profile, g.Local, g.Account
	g.Profile, g.Local = p.Profile, p.Local
	if !g.asked["account"] {
		g.Account = ""
		if p.Backend == config.Google {
			g.Account = p.Account
		}
	}
	a.settle()
	if _, err := a.config(); err != nil {
		g.Profile, g.Local, g.Account = profile, local, account
		a.settle()
		return fault.Wrap(err, fault.DraftRefused, "draft %s was stored for the profile %q, which can't be used here", d.ID, p.Profile).
			WithHint("add it to the configuration (wslite config path), or store the call again")
	}
	a.user = d.Owner.User
	return nil
}

// draftEvent logs what is done to a draft. It is written before it is done: what
// can't be logged does not happen.
func (a *App) draftEvent(ctx context.Context, d *draft.Draft, status string) error {
	return a.auditEvent(ctx, draftRecord(d, status))
}

// draftDone logs what was done. It is done, so a failure is only told.
func (a *App) draftDone(ctx context.Context, d *draft.Draft, status string) {
	if err := a.auditEvent(context.WithoutCancel(ctx), draftRecord(d, status)); err != nil {
		a.note("warning: the audit log has no record of this: %s", asFault(err).Error())
	}
}

// draftRefused logs a no of the rules, and gives it back.
func (a *App) draftRefused(ctx context.Context, d *draft.Draft, err error) error {
	r := draftRecord(d, "refused")
	r.Event, r.Code = audit.Refused, string(fault.CodeOf(err))
	if e := a.auditEvent(context.WithoutCancel(ctx), r); e != nil {
		a.note("warning: the audit log has no record of this: %s", asFault(e).Error())
	}
	return err
}

func draftRecord(d *draft.Draft, status string) audit.Record {
	p := d.Payload
	return audit.Record{
		Event: audit.DraftEvent, Status: status, Draft: d.ID, Revision: d.Revision, Digest: d.Digest,
		Tenant: d.Owner.Tenant, Account: d.Owner.Account, Profile: p.Profile, Backend: p.Backend,
		Service: p.Service, Tool: p.Tool, Action: p.Action, Class: string(p.Class),
	}
}

// draftObject is the envelope of a command about one draft.
func draftObject(d *draft.Draft) object {
	var o object
	o.add("ok", true)
	o.add("draft", d)
	o.add("exitCode", fault.ExitOK)
	return o
}
