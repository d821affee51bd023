package rest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/canon"
	"github.com/wslite/wslite/host/fault"
)

// held is a guard's no. It ends the call, a whole batch too, and reaches the
// caller as what the guard said.
type held struct{ err error }

func (h *held) Error() string { return h.err.Error() }
func (h *held) Unwrap() error { return h.err }

func heldOf(err error) *held {
	var h *held
	if errors.As(err, &h) {
		return h
	}
	return nil
}

// noted adds to a guard's error what was done before it. errors.Is and As find
// in it what they would have found in the error.
func noted(err error, note string) error {
	if note == "" {
		return err
	}
	if f := fault.Of(err); f != nil {
		again := *f
		again.Message += note
		again.Cause = err
		return &again
	}
	return fmt.Errorf("%w%s", err, note)
}

// ask has the guard look at a request that may change something, before its
// first byte leaves. The error is a *held, or that of a call that is over.
func (b *Backend) ask(ctx context.Context, r prepared, p *progress) error {
	if p.call.Guard == nil || !r.route.Mutates {
		return nil
	}
	if err := stopped(ctx, r.route.ID); err != nil {
		return err
	}
	e := b.effect(ctx, r, p)
	if err := stopped(ctx, r.route.ID); err != nil { // whom it reaches may have been read
		return err
	}
	if err := p.call.Guard(ctx, e); err != nil {
		return &held{err}
	}
	return nil
}

// effect describes a request to the guard, and counts it.
func (b *Backend) effect(ctx context.Context, r prepared, p *progress) backend.Effect {
	e := backend.Effect{
		Operation: p.operation, Nth: p.effects, Together: p.together, Route: r.route.ID, Size: int64(len(r.body)),
	}
	p.effects++
	if r.media != nil {
		e.Size += r.media.size
	}
	e.Reached, e.ReachedKnown, r.version = b.reach(ctx, r, p)
	e.Digest = r.digest
	return e
}

// digest is that of the request's canonical form. What the service gets to know
// is in it; what only says how that is carried, or on which condition, is not.
func (r prepared) digest() (string, error) {
	form := map[string]any{"route": r.route.ID, "method": r.route.Method, "url": r.url.String()}
	if r.version != "" {
		form["version"] = r.version
	}
	if r.media != nil {
		var err error
		if form["content"], err = r.media.form(); err != nil {
			return "", err
		}
	}
	if r.body == nil {
		return canon.Digest(form)
	}
	body, err := decode(r.body)
	if err != nil {
		return "", err // prepare checked it
	}
	return backend.Digest(form, "body", body)
}

// form is content for a digest. Texts that follow each other are one text, so
// where a plan cuts it does not count.
func (c *content) form() (map[string]any, error) {
	segments := []any{}
	var text strings.Builder
	end := func() {
		if text.Len() > 0 {
			segments = append(segments, map[string]any{"text": canon.Sum([]byte(text.String()))})
			text.Reset()
		}
	}
	for _, r := range c.runs {
		if r.blob == nil {
			text.WriteString(r.text)
			continue
		}
		end()
		sum, err := r.blob.SHA256()
		if err != nil {
			return nil, err
		}
		segments = append(segments, map[string]any{"blob": sum, "base64": r.base64})
	}
	end()
	return map[string]any{"mimeType": c.mimeType, "segments": segments}, nil
}
