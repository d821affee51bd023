package draft

import (
	"context"
	"errors"

	"github.com/wslite/wslite/host/canon"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/text"
)

// threshold is the size of a payload, in bytes of JSON, beyond which it lies
// outside its record. Source: W114.
const threshold = 32 << 10

// hold takes a payload into the draft: as it will be stored, and as it reads
// when it comes back. The bytes are for the body, and nil where there is none.
func (dr *Draft) hold(p Payload) (body []byte, err error) {
	raw, err := marshal(p)
	if err != nil {
		return nil, fault.Wrap(err, fault.BadRequest, "the call can't be written as JSON")
	}
	if len(raw) > store.MaxBody {
		return nil, fault.New(fault.LimitExceeded, "the call has %d bytes; a draft holds at most %d", len(raw), store.MaxBody)
	}
	back, err := readPayload(raw)
	if err != nil {
		return nil, fault.Wrap(err, fault.BadRequest, "the call can't be read back from its JSON")
	}
	if dr.Digest, err = back.Digest(); err != nil {
		return nil, err
	}
	dr.Payload, dr.stored, dr.Body = back, raw, nil
	if len(raw) <= threshold {
		return nil, nil
	}
	if dr.stored, err = marshal(head(p)); err != nil {
		return nil, fault.Wrap(err, fault.BadRequest, "the call can't be written as JSON")
	}
	dr.Body = &Body{Name: canon.Sum(raw), Size: int64(len(raw))}
	return raw, nil
}

// The parts of a head.
const (
	headLines = 20
	headWidth = 200
)

// head is what a list shows of a payload.
func head(p Payload) Payload {
	p.Args, p.Params, p.Files, p.Effects, p.Warnings = nil, nil, nil, nil, nil
	p.Recipients = p.Recipients[:min(len(p.Recipients), headLines)]
	var lines []string
	for _, c := range p.Changes[:min(len(p.Changes), headLines)] {
		lines = append(lines, text.Cut(text.Line(c), headWidth))
	}
	p.Changes = lines
	return p
}

// fetch reads the payload out of its body, if it lies in one. DRAFT_DIGEST: the
// body is gone, or is not what was put there.
func (d *Drafts) fetch(ctx context.Context, dr *Draft) error {
	if dr.Body == nil {
		return nil
	}
	raw, err := d.store.Body(ctx, dr.Body.Name)
	if errors.Is(err, store.ErrAbsent) {
		return damaged(dr.ID, err)
	}
	if err != nil {
		return d.refused(dr.ID, err)
	}
	if int64(len(raw)) != dr.Body.Size || canon.Sum(raw) != dr.Body.Name {
		return damaged(dr.ID, errors.New("the body is not the one that was stored"))
	}
	p, err := readPayload(raw)
	if err != nil {
		return damaged(dr.ID, err)
	}
	dr.Payload = p
	return nil
}
