package gmailapi

import (
	"context"
	"strconv"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) listLabels(ctx context.Context, _ *gapi.Call) (any, error) {
	out := &ListLabelsResponse{Labels: []Label{}}
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		rows, err := tx.Query(`SELECT ` + labelColumns + ` FROM mail_labels ORDER BY seq`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var l labelRow
			if err := l.scan(rows); err != nil {
				return err
			}
			out.Labels = append(out.Labels, *l.resource())
		}
		return rows.Err()
	})
	return out, err
}

func (a *API) getLabel(ctx context.Context, c *gapi.Call) (any, error) {
	var out *Label
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		l, err := pathLabel(tx, c)
		if err != nil {
			return err
		}
		out, err = l.detailed(tx)
		return err
	})
	return out, err
}

// pathLabel finds the label that the path names; 404.
func pathLabel(tx *store.Tx, c *gapi.Call) (*labelRow, error) {
	l, err := labelByID(tx, c.Path["id"])
	if err == nil && l == nil {
		return nil, notFound()
	}
	return l, err
}

func (a *API) createLabel(ctx context.Context, c *gapi.Call) (any, error) {
	l := &labelRow{listShows: "labelShow", messages: "show"}
	if err := readLabel(c.Body, l, true); err != nil {
		return nil, err
	}
	var out *Label
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		if err := freeName(tx, l); err != nil {
			return err
		}
		if err := a.makeLabel(tx, l); err != nil {
			return err
		}
		out = l.resource()
		out.Color = l.color()
		return nil
	})
	return out, err
}

// makeLabel gives a new user label its id and stores it.
func (a *API) makeLabel(tx *store.Tx, l *labelRow) error {
	var count, last int64
	err := tx.QueryRow(`SELECT count(*) FILTER (WHERE is_system = 0), coalesce(max(seq), 0) FROM mail_labels`).Scan(&count, &last)
	if err != nil {
		return err
	}
	if count >= int64(a.limits.Labels) {
		return gapi.Limit("A mailbox can have up to %d labels.", a.limits.Labels)
	}
	// AUTOINCREMENT: an id is never given twice, so the number is the row's.
	l.id = "new"
	if err := l.insert(tx); err != nil {
		return err
	}
	l.id = "Label_" + strconv.FormatInt(l.seq, 10)
	_, err = tx.Exec(`UPDATE mail_labels SET id = ? WHERE seq = ?`, l.id, l.seq)
	return err
}

// freeName demands that no other label has the name.
func freeName(tx *store.Tx, l *labelRow) error {
	other, err := labelByName(tx, l.name)
	if err != nil || other == nil || other.seq == l.seq {
		return err
	}
	if other.system {
		return invalid("Invalid label name: %s is a system label.", gapi.Quote(l.name))
	}
	return conflict("Label name exists or conflicts")
}

func (a *API) updateLabel(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeLabel(ctx, c, true)
}

func (a *API) patchLabel(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeLabel(ctx, c, false)
}

func (a *API) changeLabel(ctx context.Context, c *gapi.Call, replace bool) (any, error) {
	var out *Label
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		l, err := pathLabel(tx, c)
		if err != nil {
			return err
		}
		if l.system {
			return invalid("Invalid update request: %s is a system label.", l.id)
		}
		if replace {
			l.listShows, l.messages, l.background, l.textColor = "labelShow", "show", "", ""
		}
		if err := readLabel(c.Body, l, replace); err != nil {
			return err
		}
		if err := freeName(tx, l); err != nil {
			return err
		}
		if err := l.save(tx); err != nil {
			return err
		}
		out = l.resource()
		out.Color = l.color()
		return nil
	})
	return out, err
}

func (a *API) deleteLabel(ctx context.Context, c *gapi.Call) (any, error) {
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		l, err := pathLabel(tx, c)
		if err != nil {
			return err
		}
		if l.system {
			return invalid("Invalid delete request: %s is a system label.", l.id)
		}
		list, err := messagesWhere(tx, `m.seq IN (SELECT message FROM mail_message_labels WHERE label = ?) ORDER BY m.date, m.seq`, l.seq)
		if err != nil {
			return err
		}
		if err := relabelAll(tx, list, change{remove: []*labelRow{l}}); err != nil {
			return err
		}
		_, err = tx.Exec(`DELETE FROM mail_labels WHERE seq = ?`, l.seq)
		return err
	})
}
