package gmailapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) getThread(ctx context.Context, c *gapi.Call) (any, error) {
	v, err := readView(c, "full", "metadata", "minimal")
	if err != nil {
		return nil, err
	}
	var list []loaded
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		messages, err := threadMessages(tx, c.Path["id"])
		if err != nil {
			return err
		}
		for _, m := range messages {
			l, err := load(tx, m, v)
			if err != nil {
				return err
			}
			list = append(list, l)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := &Thread{ID: list[0].row.thread}
	for _, l := range list {
		m, err := a.show(ctx, l, v)
		if err != nil {
			return nil, err
		}
		out.HistoryID = max(out.HistoryID, m.HistoryID)
		out.Messages = append(out.Messages, *m)
	}
	return out, nil
}

// changeThread runs a write on the messages of the thread that the path names
// and answers the thread.
func (a *API) changeThread(ctx context.Context, c *gapi.Call, fn func(*store.Tx, []*message) error) (any, error) {
	out := &Thread{}
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		list, err := threadMessages(tx, c.Path["id"])
		if err != nil {
			return err
		}
		if err := fn(tx, list); err != nil {
			return err
		}
		out.ID = list[0].thread
		for _, m := range list {
			short, err := m.short(tx)
			if err != nil {
				return err
			}
			out.HistoryID = max(out.HistoryID, uint64(m.history))
			out.Messages = append(out.Messages, *short)
		}
		return nil
	})
	return out, err
}

func (a *API) modifyThread(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeThread(ctx, c, func(tx *store.Tx, list []*message) error {
		ch, err := readChange(tx, c.Body)
		if err != nil {
			return err
		}
		return relabelAll(tx, list, ch)
	})
}

func (a *API) trashThread(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeThread(ctx, c, func(tx *store.Tx, list []*message) error { return move(tx, list, []string{trash}, nil) })
}

func (a *API) untrashThread(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeThread(ctx, c, func(tx *store.Tx, list []*message) error { return move(tx, list, nil, []string{trash}) })
}

func (a *API) deleteThread(ctx context.Context, c *gapi.Call) (any, error) {
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		list, err := threadMessages(tx, c.Path["id"])
		if err != nil {
			return err
		}
		return a.eraseAll(tx, list)
	})
	return nil, a.swept(ctx, err)
}
