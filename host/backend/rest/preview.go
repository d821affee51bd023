package rest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

// shownText is how many bytes of an upload's own text a preview shows, unless
// it is a mail, which is shown whole.
const shownText = 20_000

// Preview tells what Do would send, and changes nothing. For an action that
// only reads these are the requests of its first step, and nothing is sent. For
// one that changes something the reads before it are sent, and those of the
// first step that holds a change are shown. Where the reads can't be sent, they
// are shown themselves, with a note. For a batch it is so for each operation.
//
// The error is Do's, as a *fault.Error even where the service refuses a read.
func (b *Backend) Preview(ctx context.Context, c backend.Call) ([]backend.Planned, error) {
	if err := planned(c); err != nil {
		return nil, err
	}
	if c.Action != risk.Batch {
		return b.preview(ctx, newProgress(c, 0))
	}
	ops, err := operations(c)
	if err != nil {
		return nil, err
	}
	var all []backend.Planned
	for i, op := range ops {
		call, bad := b.operation(c, op)
		if bad != nil {
			// An operation that can't run is an error, since nothing would be
			// sent for it.
			return nil, inOperation(i, fault.New(bad.code, "%s", bad.message))
		}
		call.Files = filesOf(c, i)
		list, err := b.preview(ctx, newProgress(call, i))
		if err != nil {
			return nil, inOperation(i, err)
		}
		all = append(all, list...)
	}
	return all, nil
}

func (b *Backend) preview(ctx context.Context, p *progress) ([]backend.Planned, error) {
	ctx, p.budget = newBudget(ctx, b.o.CallTimeout)
	defer p.budget.stop()
	list, err := b.rehearse(ctx, p.call, p)
	var r *refusal
	if errors.As(err, &r) {
		return nil, fault.New(r.code, "%s", r.message)
	}
	return list, err
}

// rehearse runs the plan as far as nothing changes.
func (b *Backend) rehearse(ctx context.Context, c backend.Call, p *progress) ([]backend.Planned, error) {
	in, err := firstInput(c)
	if err != nil {
		return nil, err
	}
	var reqs []prepared
	asked := false
	for range b.o.Limits.PlanSteps {
		out, err := b.step(ctx, c, in)
		if err != nil {
			return nil, err
		}
		if out.Result != nil {
			return b.describe(ctx, p, reqs, "By what was read there is nothing to change; it may be so already.")
		}
		if len(out.Requests) == 0 { // it computed, and wants to go on
			in.State, in.Responses = out.State, nil
			continue
		}
		if reqs, err = b.prepareAll(c, out.Requests, p); err != nil {
			return nil, err
		}
		first := !asked
		asked = true
		if first && b.onlyReads(c) || slices.ContainsFunc(reqs, func(r prepared) bool { return r.route.Mutates }) {
			return b.describe(ctx, p, reqs, "")
		}
		in.State = out.State
		in.Responses, err = b.exchange(ctx, reqs, p)
		switch fault.CodeOf(err) {
		case fault.NotSignedIn:
			return b.describe(ctx, p, reqs, "This is read first, to learn what would be changed; it was not sent, because nobody is signed in.")
		case fault.Network:
			return b.describe(ctx, p, reqs, "This is read first, to learn what would be changed; it was not answered, because the service could not be reached.")
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, fault.New(fault.PluginLimit, "%s %s: the plan did not finish in %d steps", c.Service, c.Action, b.o.Limits.PlanSteps)
}

// onlyReads says that none of an action's routes changes anything.
func (b *Backend) onlyReads(c backend.Call) bool {
	row, _ := b.o.Risk.Row(c.Service, c.Action)
	return row.Class == risk.Read || c.Class == string(risk.Read) || !slices.ContainsFunc(row.Routes, func(id string) bool {
		r, ok := b.o.Routes.Get(id)
		return ok && r.Mutates
	})
}

// describe describes the requests of one step.
func (b *Backend) describe(ctx context.Context, p *progress, reqs []prepared, note string) ([]backend.Planned, error) {
	list := make([]backend.Planned, len(reqs))
	p.together = changing(reqs)
	for i, r := range reqs {
		list[i] = backend.Planned{Route: r.route.ID, Method: r.route.Method, URL: r.url.String(), Note: note}
		if r.body != nil {
			var err error
			if list[i].Body, err = decode(r.body); err != nil { // prepare checked it
				return nil, err
			}
		}
		if r.media != nil {
			list[i].Media = shownMedia(r.media)
		}
		if r.route.Mutates {
			e := b.effect(ctx, r, p)
			list[i].Effect = &e
		}
		if r.route.ID == draftRoute {
			list[i].Note = "The mail that this sends lies among Gmail's drafts and is not shown here: read it with wslite gmail get-draft."
		}
	}
	return list, nil
}

// shownMedia is content as a person can check it: its text, and a line for each
// file.
func shownMedia(c *content) *backend.PlannedMedia {
	mail := strings.HasPrefix(strings.ToLower(c.mimeType), "message/rfc822")
	var text strings.Builder
	for _, r := range c.runs {
		s := r.text
		if r.blob != nil {
			s = fmt.Sprintf("[file %s, %d bytes]\n", r.blob.Name(), r.blob.Size())
		}
		if left := shownText - text.Len(); !mail && len(s) > left {
			fmt.Fprintf(&text, "%s\n[and more]\n", strings.ToValidUTF8(s[:left], ""))
			break
		}
		text.WriteString(s)
	}
	return &backend.PlannedMedia{MimeType: c.mimeType, Size: c.size, Text: text.String()}
}
