package gmailapi

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// findDraft finds the message of a draft; 404.
func findDraft(tx *store.Tx, id string) (*message, error) {
	m := &message{}
	err := m.scan(tx.QueryRow(`SELECT `+messageColumns+` FROM mail_drafts d JOIN mail_messages m ON m.seq = d.message WHERE d.id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, notFound()
	}
	return m, err
}

// newDraft makes a draft of a message, with the label.
func newDraft(tx *store.Tx, m *message) (id string, err error) {
	id = "r" + strconv.FormatUint(newNumber(tx), 10)
	_, err = tx.Exec(`INSERT INTO mail_drafts (id, message) VALUES (?, ?)`, id, m.seq)
	return id, err
}

func (a *API) getDraft(ctx context.Context, c *gapi.Call) (any, error) {
	m, err := a.viewMessage(ctx, c, findDraft)
	return &Draft{ID: c.Path["id"], Message: m}, err
}

// readDraft reads the mail of a draft in a request; content may be missing.
func (a *API) readDraft(ctx context.Context, c *gapi.Call) (given, error) {
	b, err := c.Body.Object("message")
	if err != nil {
		return given{}, err
	}
	return a.readMail(ctx, c, b)
}

// keepDraft reads the mail of a draft, which must be there, and keeps its
// content.
func (a *API) keepDraft(ctx context.Context, c *gapi.Call) (in given, mail *parsed, err error) {
	if in, err = a.readDraft(ctx, c); err != nil {
		return in, nil, err
	}
	if len(in.raw) == 0 {
		return in, nil, invalid("Missing draft message")
	}
	mail, err = a.keep(ctx, in.raw, in.blob)
	return in, mail, err
}

func (a *API) createDraft(ctx context.Context, c *gapi.Call) (any, error) {
	in, mail, err := a.keepDraft(ctx, c)
	if err != nil {
		return nil, err
	}
	out := &Draft{}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		m, err := a.add(tx, mail, arrival{thread: in.thread, labels: []string{draft}, date: tx.Now})
		if err != nil {
			return err
		}
		if out.ID, err = newDraft(tx, m); err != nil {
			return err
		}
		out.Message, err = m.short(tx)
		return err
	})
	return out, err
}

func (a *API) updateDraft(ctx context.Context, c *gapi.Call) (any, error) {
	id, err := c.Body.String("id")
	if err != nil {
		return nil, err
	}
	if id != "" && id != c.Path["id"] {
		return nil, invalid("The id of the draft %s is not the id in the path.", gapi.Quote(id))
	}
	in, mail, err := a.keepDraft(ctx, c)
	if err != nil {
		return nil, err
	}
	out := &Draft{ID: c.Path["id"]}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		m, err := a.replaceDraft(tx, c.Path["id"], nil, mail, arrival{thread: in.thread, labels: []string{draft}, date: tx.Now})
		if err != nil {
			return err
		}
		out.Message, err = m.short(tx)
		return err
	})
	return out, a.swept(ctx, err)
}

// replaceDraft puts a new message in the place of a draft's. The draft stays
// if the new one is a draft too, and is gone otherwise. seen is the message that
// the new one was made of, nil for none: a draft that someone changed since is
// a conflict, so that no text is lost or sent unseen.
func (a *API) replaceDraft(tx *store.Tx, id string, seen *message, mail *parsed, in arrival) (*message, error) {
	old, err := findDraft(tx, id)
	if err != nil {
		return nil, err
	}
	if seen != nil && seen.seq != old.seq {
		return nil, conflict("The draft was changed at the same time. Try again.")
	}
	in.replace = old
	m, err := a.add(tx, mail, in)
	if err != nil {
		return nil, err
	}
	if in.labels[0] == draft {
		if _, err := tx.Exec(`UPDATE mail_drafts SET message = ? WHERE id = ?`, m.seq, id); err != nil {
			return nil, err
		}
	}
	return m, a.erase(tx, old)
}

// sendDraft sends a draft as it is, or with the content that the request
// brings.
func (a *API) sendDraft(ctx context.Context, c *gapi.Call) (any, error) {
	id, err := c.Body.String("id")
	if err != nil {
		return nil, err
	}
	in, err := a.readDraft(ctx, c)
	if err != nil {
		return nil, err
	}
	var old *message
	err = a.store.Read(ctx, func(tx *store.Tx) (err error) {
		old, err = findDraft(tx, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	var seen *message
	if len(in.raw) == 0 {
		seen = old
		if in.raw, err = a.content(ctx, old.blob); err != nil {
			return nil, err
		}
		in.blob, in.thread = old.blob, old.thread
	}
	out, err := a.outgoing(ctx, in)
	if err != nil {
		return nil, err
	}
	var answer *Message
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		m, err := a.replaceDraft(tx, id, seen, out.mail, arrival{thread: in.thread, labels: out.labels, date: tx.Now, filters: out.toSelf})
		if err != nil {
			return err
		}
		answer, err = m.short(tx)
		return err
	})
	return answer, a.swept(ctx, err)
}

func (a *API) deleteDraft(ctx context.Context, c *gapi.Call) (any, error) {
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		m, err := findDraft(tx, c.Path["id"])
		if err != nil {
			return err
		}
		return a.erase(tx, m)
	})
	return nil, a.swept(ctx, err)
}
