package cli

import (
	"context"
	"strings"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
)

// pipelineOf gives the pipeline that a draft runs in: its own profile, workspace
// and account, whatever the command line would choose by itself. Flags that name
// others are refused rather than passed over.
func (a *App) pipelineOf(ctx context.Context, d *draft.Draft) (*invoke.Pipeline, error) {
	if err := a.asStored(d); err != nil {
		return nil, err
	}
	return a.pipeline(ctx, d.Payload.Service)
}

// runDraft runs an approved draft and reports like the call itself would.
// revision 0 takes the one that is there.
func (a *App) runDraft(ctx context.Context, id string, revision int) error {
	res, err := a.invokeDraft(ctx, id, revision)
	if err != nil && res == nil {
		return a.failCall(nil, err)
	}
	tool := a.catalogTool(res.Tool)
	return a.report(ctx, tool, res, err)
}

// invokeDraft runs an approved draft. The result is nil where the draft was not
// found.
func (a *App) invokeDraft(ctx context.Context, id string, revision int) (*invoke.Result, error) {
	drafts, err := a.drafts()
	if err != nil {
		return nil, err
	}
	d, err := drafts.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	if revision != 0 && revision != d.Revision {
		return nil, fault.New(fault.DraftStale, "draft %s has revision %d, not %d", d.ID, d.Revision, revision).
			WithHint("look at it again: wslite drafts show %s", d.ID)
	}
	p, err := a.pipelineOf(ctx, d)
	if err != nil {
		return nil, err
	}
	blobs := blob.New(a.blobOptions())
	defer blobs.Close()
	return p.RunDraft(ctx, invoke.DraftRun{Draft: d, Blobs: blobs, Render: !a.globals.JSON && a.OutTTY, Heard: a.heard(d.Payload.Service)})
}

// catalogTool finds a tool for its output; nil where it is gone.
func (a *App) catalogTool(name string) *catalog.Tool {
	service, _, _ := strings.Cut(name, "_")
	x, err := a.catalogOf(service)
	if err != nil {
		return nil
	}
	return x.Tool(name)
}
