package draft

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// form is the number of the value's layout. A value of another form is not
// guessed at.
const form = 1

// value is what a record holds beside the columns of the store. What is a
// column stands here no second time, so the two can't disagree.
type value struct {
	Form     int       `json:"form"`
	Digest   string    `json:"payloadDigest"`
	Author   string    `json:"author"`
	Editor   string    `json:"editor,omitempty"`
	Editors  []string  `json:"editors,omitempty"`
	FrontEnd string    `json:"frontEnd"`
	Approval *Approval `json:"approval,omitempty"`
	Decided  *Decision `json:"decision,omitempty"`
	Code     string    `json:"failureCode,omitempty"`
	Resource string    `json:"resourceId,omitempty"`
	// Payload is all of it, or its head where Body has it.
	Payload json.RawMessage `json:"payload"`
	Body    *Body           `json:"body,omitempty"`
}

// load reads the record of a draft, and the time by which it was judged. A
// payload in a body stays there until fetch.
func (d *Drafts) load(ctx context.Context, id string) (*Draft, time.Time, error) {
	now, err := d.now(ctx)
	if err != nil {
		return nil, now, err
	}
	row, err := d.store.Draft(ctx, id)
	if err != nil {
		return nil, now, d.refused(id, err)
	}
	dr, err := decode(row, now)
	if err != nil {
		return nil, now, err
	}
	return dr, now, nil
}

// save writes a draft back in the place of the version that was read.
func (d *Drafts) save(ctx context.Context, dr *Draft, body []byte) (*Draft, error) {
	if err := d.write(ctx, dr, body, d.store.SetDraft); err != nil {
		return nil, d.refused(dr.ID, err)
	}
	return dr, nil
}

// write puts the body and then the record that names it, so that no record is
// without. A cleanup that ran between the two may have taken the body for one
// that nobody names, so it is put again: the second time it is safe.
func (d *Drafts) write(ctx context.Context, dr *Draft, body []byte, put func(context.Context, store.Draft) (store.Draft, error)) error {
	row, err := encode(dr)
	if err != nil {
		return err
	}
	if body != nil {
		if err := d.store.PutBody(ctx, row.Body, body); err != nil {
			return err
		}
	}
	kept, err := put(ctx, row)
	if err != nil {
		return err
	}
	dr.version, dr.Created, dr.Updated = kept.Version, kept.Created.UTC(), kept.Updated.UTC()
	if body != nil {
		return d.store.PutBody(ctx, row.Body, body)
	}
	return nil
}

// encode gives the record of a draft. LIMIT_EXCEEDED: it is too large.
func encode(dr *Draft) (store.Draft, error) {
	row := store.Draft{
		ID: dr.ID, Owner: dr.Owner, State: string(dr.State), Revision: dr.Revision, Version: dr.version, Expires: dr.Expires,
	}
	raw, err := marshal(value{
		Form: form, Digest: dr.Digest, Author: dr.Author, Editor: dr.Editor, Editors: dr.Editors, FrontEnd: dr.FrontEnd, Approval: dr.Approval,
		Decided: dr.Decided, Code: dr.Code, Resource: dr.Resource, Payload: dr.stored, Body: dr.Body,
	})
	if err != nil {
		return row, fault.Wrap(err, fault.Client, "the record of draft %s can't be written as JSON", dr.ID)
	}
	if len(raw) > store.MaxDraft {
		return row, fault.New(fault.LimitExceeded, "the record of draft %s would have %d bytes; %d is the most", dr.ID, len(raw), store.MaxDraft)
	}
	row.Value = raw
	if dr.Body != nil {
		row.Body = dr.Body.Name
	}
	return row, nil
}

// decode reads a record, at the time now. DRAFT_DIGEST: it is damaged;
// DRAFT_REFUSED: another version wrote it. Even then the draft holds what the
// store's columns tell.
func decode(row store.Draft, now time.Time) (*Draft, error) {
	dr := &Draft{
		ID: row.ID, Revision: row.Revision, State: State(row.State), Owner: row.Owner, version: row.Version,
		Created: row.Created.UTC(), Updated: row.Updated.UTC(), Expires: row.Expires.UTC(),
	}
	if (dr.State == Pending || dr.State == Approved) && !now.Before(dr.Expires) {
		dr.State = Expired
	}
	var v value
	if err := unmarshal(row.Value, &v); err != nil {
		return dr, damaged(row.ID, err)
	}
	if v.Form != form {
		return dr, fault.New(fault.DraftRefused, "draft %s was stored by another version of wslite, in form %d; this one reads form %d", row.ID, v.Form, form).
			WithHint("use that version, or store the call again")
	}
	p, err := readPayload(v.Payload)
	if err != nil {
		return dr, damaged(row.ID, err)
	}
	dr.Digest, dr.Author, dr.Editor, dr.FrontEnd = v.Digest, v.Author, v.Editor, v.FrontEnd
	dr.Editors = v.Editors
	dr.Approval, dr.Decided, dr.Code, dr.Resource = v.Approval, v.Decided, v.Code, v.Resource
	dr.Payload, dr.stored, dr.Body = p, v.Payload, v.Body
	if err := dr.wellFormed(State(row.State), row.Body); err != nil {
		return dr, damaged(row.ID, err)
	}
	return dr, nil
}

// wellFormed refuses records that no method of this package writes.
func (dr *Draft) wellFormed(stored State, body string) error {
	named := ""
	if dr.Body != nil {
		named = dr.Body.Name
	}
	approval := dr.Approval != nil
	switch {
	case dr.Revision < 1:
		return errors.New("a revision below 1")
	case dr.Author == "":
		return errors.New("no author")
	case body != named:
		return errors.New("two names of the body")
	case stored == Pending || stored == Rejected:
		if approval {
			return errors.New("an approval of a draft that has none")
		}
	case stored == Approved || stored == Executing || stored == Executed || stored == Failed || stored == Unknown:
		if !approval {
			return errors.New("no approval of a draft that had one")
		}
	default:
		return errors.New("a state that does not exist")
	}
	return nil
}

func readPayload(raw []byte) (Payload, error) {
	var p Payload
	err := unmarshal(raw, &p)
	return p, err
}

// marshal leaves characters as they are, and the line's end off.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// unmarshal keeps numbers as they are written, and takes one value and nothing
// behind it.
func unmarshal(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something stands behind the value")
	}
	return nil
}
