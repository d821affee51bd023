package gmailapi

import (
	"context"
	"slices"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) getProfile(ctx context.Context, _ *gapi.Call) (any, error) {
	out := &Profile{EmailAddress: a.owner.Email}
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		return tx.QueryRow(`SELECT (SELECT count(*) FROM mail_messages), (SELECT count(DISTINCT thread) FROM mail_messages), max(id) FROM mail_history`).
			Scan(&out.MessagesTotal, &out.ThreadsTotal, &out.HistoryID)
	})
	return out, err
}

func (a *API) getMessage(ctx context.Context, c *gapi.Call) (any, error) {
	return a.viewMessage(ctx, c, findMessage)
}

// viewMessage reads the message that find gives for the path's id, in the form
// that the query asks for.
func (a *API) viewMessage(ctx context.Context, c *gapi.Call, find func(*store.Tx, string) (*message, error)) (*Message, error) {
	v, err := readView(c, "minimal", "full", "raw", "metadata")
	if err != nil {
		return nil, err
	}
	var l loaded
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		m, err := find(tx, c.Path["id"])
		if err != nil {
			return err
		}
		l, err = load(tx, m, v)
		return err
	})
	if err != nil {
		return nil, err
	}
	return a.show(ctx, l, v)
}

// changeMessage runs a write on the message that the path names and answers
// the message.
func (a *API) changeMessage(ctx context.Context, c *gapi.Call, fn func(*store.Tx, *message) error) (any, error) {
	var answer *Message
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		m, err := findMessage(tx, c.Path["id"])
		if err != nil {
			return err
		}
		if err := fn(tx, m); err != nil {
			return err
		}
		answer, err = m.short(tx)
		return err
	})
	return answer, err
}

func (a *API) modifyMessage(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeMessage(ctx, c, func(tx *store.Tx, m *message) error {
		ch, err := readChange(tx, c.Body)
		if err != nil {
			return err
		}
		return relabel(tx, m, ch)
	})
}

func (a *API) trashMessage(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeMessage(ctx, c, func(tx *store.Tx, m *message) error { return move(tx, []*message{m}, []string{trash}, nil) })
}

func (a *API) untrashMessage(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeMessage(ctx, c, func(tx *store.Tx, m *message) error { return move(tx, []*message{m}, nil, []string{trash}) })
}

// move changes the system labels of messages.
func move(tx *store.Tx, list []*message, add, remove []string) error {
	ch, err := byID(tx, add, remove)
	if err != nil {
		return err
	}
	return relabelAll(tx, list, ch)
}

func (a *API) deleteMessage(ctx context.Context, c *gapi.Call) (any, error) {
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		m, err := findMessage(tx, c.Path["id"])
		if err != nil {
			return err
		}
		return a.erase(tx, m)
	})
	return nil, a.swept(ctx, err)
}

// eraseAll erases each of the messages.
func (a *API) eraseAll(tx *store.Tx, list []*message) error {
	for _, m := range list {
		if err := a.erase(tx, m); err != nil {
			return err
		}
	}
	return nil
}

// swept frees the content of erased messages after a write that went well.
func (a *API) swept(ctx context.Context, err error) error {
	if err != nil {
		return err
	}
	return a.blobs.Sweep(ctx)
}

// batch finds the messages of a request. Those that don't exist are left out:
// the API promises nothing about them.
func batch(tx *store.Tx, b gapi.Body) (out []*message, err error) {
	ids, err := b.Strings("ids")
	if err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return nil, invalid("No message ids specified.")
	}
	if len(ids) > maxBatch {
		return nil, invalid("Too many message ids: %d, the maximum is %d.", len(ids), maxBatch)
	}
	for i, id := range ids {
		if ids[i], err = checkID(id); err != nil {
			return nil, err
		}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		found, err := messagesWhere(tx, `m.id = ?`, id)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

func (a *API) batchModify(ctx context.Context, c *gapi.Call) (any, error) {
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		list, err := batch(tx, c.Body)
		if err != nil {
			return err
		}
		ch, err := readChange(tx, c.Body)
		if err != nil {
			return err
		}
		return relabelAll(tx, list, ch)
	})
}

func (a *API) batchDelete(ctx context.Context, c *gapi.Call) (any, error) {
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		list, err := batch(tx, c.Body)
		if err != nil {
			return err
		}
		return a.eraseAll(tx, list)
	})
	return nil, a.swept(ctx, err)
}
