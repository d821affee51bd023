package cli

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/cli/review"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/text"
)

func (a *App) draftsReviewCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "review",
		Short: "Go through the drafts that wait, one at a time, on the whole screen",
		Long: `Show the drafts that wait for a yes, the oldest first, one at a time and whole, with
keys to approve, reject and edit them; ? lists the keys. What stands behind a bar
comes from the draft; everything else is wslite's own.

A draft that sends, shares or removes something is asked about twice, and one that
was not scrolled to its end too. A key that comes right after a draft has come up
decides nothing, and pasted text never does.

It needs a terminal. Without one, wslite drafts list, show, approve and reject do
the same.`,
		Example: "  wslite drafts review",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.draftsReview(cmd) },
	}
}

func (a *App) draftsReview(cmd *cobra.Command) error {
	if _, err := a.draftsUse(cmd); err != nil {
		return err
	}
	const plain = "use wslite drafts list, show ID and approve ID instead"
	switch term := a.Getenv("TERM"); {
	case a.globals.JSON:
		return fault.New(fault.Usage, "drafts review is for a person at a screen and has no JSON form").
			WithHint("use wslite drafts list --json and show ID --json instead")
	case !a.CanPrompt():
		return fault.New(fault.Usage, "drafts review needs a terminal: standard input and standard error must be one").WithHint(plain)
	case term == "dumb" || term == "":
		return fault.New(fault.Usage, "drafts review can't draw a screen on this terminal (TERM is %q)", term).WithHint(plain)
	}
	ctx := cmd.Context()
	waits, err := a.draftsForReview(ctx)
	if err != nil {
		return err
	}
	if len(waits) == 0 {
		a.note("no draft waits for a yes")
		return nil
	}
	d := a.beginReview()
	defer d.end()
	// Like every question, the screen is on standard error: standard output is
	// for results.
	return review.Run(ctx, review.Options{
		In: a.In, Out: d.err, Drafts: waits, Color: a.Getenv("NO_COLOR") == "", Now: a.Now,
		Approve: d.approve, Reject: d.reject, Edit: d.edit, Reload: a.draftsForReview,
	})
}

// draftsForReview lists the drafts that want a yes, the oldest first: those that
// wait, and those whose approval has run out.
func (a *App) draftsForReview(ctx context.Context) ([]*draft.Draft, error) {
	drafts, err := a.drafts()
	if err != nil {
		return nil, err
	}
	all, err := drafts.List(ctx, draft.Filter{States: []draft.State{draft.Pending, draft.Approved}})
	if err != nil {
		return nil, err
	}
	now := a.Now()
	all = slices.DeleteFunc(all, func(d *draft.Draft) bool {
		return d.State == draft.Approved && d.Approval != nil && now.Before(d.Approval.ExpiresAt)
	})
	slices.SortStableFunc(all, func(x, y *draft.Draft) int {
		return cmp.Or(x.Created.Compare(y.Created), cmp.Compare(x.ID, y.ID))
	})
	return all, nil
}

// reviewing is an App whose words are kept back: they would fall into the
// screen.
type reviewing struct {
	app  *App
	held *heldWords
	err  io.Writer // the App's own
	tty  bool
}

func (a *App) beginReview() *reviewing {
	r := &reviewing{app: a, held: &heldWords{}, err: a.Err, tty: a.ErrTTY}
	r.hold()
	return r
}

// hold keeps words back, and keeps the App from asking and showing progress.
func (r *reviewing) hold() { r.app.Err, r.app.ErrTTY = r.held, false }

func (r *reviewing) release() { r.app.Err, r.app.ErrTTY = r.err, r.tty }

// end says what was kept back.
func (r *reviewing) end() {
	r.release()
	_, _ = io.WriteString(r.err, r.held.all())
}

// approve says yes to d as it was shown, and runs it where the person wants it.
func (r *reviewing) approve(ctx context.Context, d *draft.Draft, run bool) (string, error) {
	r.held.mark()
	approved, err := r.app.approveDraft(ctx, d)
	if err != nil {
		return "", err
	}
	if !run {
		return "Approved draft " + d.ID + "; wslite drafts run " + d.ID + " runs it." + r.held.warnings(), nil
	}
	res, err := r.app.invokeDraft(ctx, approved.ID, approved.Revision)
	if err == nil {
		err = reported(res)
	}
	if err != nil {
		if ctx.Err() != nil && res != nil {
			err = interrupted(res, err)
		}
		f := *asFault(err)
		f.Message = "it was approved, and then: " + f.Message
		return "", &f
	}
	if res.Duplicate {
		return "Draft " + d.ID + " had been run before; nothing was sent again." + r.held.warnings(), nil
	}
	return "Approved draft " + d.ID + " and ran it." + r.held.warnings(), nil
}

// reported is the failure that a service reported; nil where it did what it was
// asked.
func reported(res *invoke.Result) error {
	switch {
	case res.Response == nil || res.Response.Success:
		return nil
	case res.Response.Partial || res.Response.Error == nil:
		return fault.New(fault.Upstream, "only a part of the batch was done").
			WithHint("look at the service for what is missing before you repeat it")
	}
	e := fault.New(fault.Code(res.Response.Error.Code), "%s", text.Line(res.Response.Error.Message))
	e.FromService = true
	return e
}

func (r *reviewing) reject(ctx context.Context, d *draft.Draft, reason string) error {
	_, err := r.app.rejectDraft(ctx, d, reason)
	return err
}

// edit gives the terminal back to the App: the editor runs there, and it may
// ask.
func (r *reviewing) edit(ctx context.Context, d *draft.Draft) (*draft.Draft, error) {
	r.release()
	defer r.hold()
	return r.app.editByHand(ctx, d)
}

// heldWords is a writer that keeps what it gets.
type heldWords struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	from int
}

func (h *heldWords) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.buf.Write(p)
}

// mark makes warnings begin here.
func (h *heldWords) mark() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.from = h.buf.Len()
}

// warnings are those since the mark, as sentences behind a result: a person at
// the screen must see them now.
func (h *heldWords) warnings() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var b strings.Builder
	for line := range strings.Lines(h.buf.String()[h.from:]) {
		if w, ok := strings.CutPrefix(strings.TrimSpace(line), "wslite: warning: "); ok {
			b.WriteString(" Warning: " + w)
		}
	}
	return b.String()
}

func (h *heldWords) all() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.buf.String()
}
