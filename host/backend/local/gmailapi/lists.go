package gmailapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// list reads a page of messages, threads or drafts; show gets the message of each
// row.
func (a *API) list(ctx context.Context, c *gapi.Call, method string, show func(*store.Tx, *message) error) (*found, error) {
	s, err := a.readSearch(c, method)
	if err != nil {
		return nil, err
	}
	var page *found
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		if page, err = a.run(tx, s); err != nil {
			return err
		}
		for _, m := range page.rows {
			if err := show(tx, m); err != nil {
				return err
			}
		}
		return nil
	})
	return page, err
}

func (a *API) listMessages(ctx context.Context, c *gapi.Call) (any, error) {
	var list []Message
	page, err := a.list(ctx, c, "messages", func(_ *store.Tx, m *message) error {
		list = append(list, Message{ID: m.id, ThreadID: m.thread})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &ListMessagesResponse{Messages: list, NextPageToken: page.next, ResultSizeEstimate: page.estimate}, nil
}

func (a *API) listThreads(ctx context.Context, c *gapi.Call) (any, error) {
	var list []Thread
	page, err := a.list(ctx, c, "threads", func(tx *store.Tx, m *message) error {
		t := Thread{ID: m.thread, Snippet: m.snippet}
		err := tx.QueryRow(`SELECT max(history) FROM mail_messages WHERE thread = ?`, m.thread).Scan(&t.HistoryID)
		list = append(list, t)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &ListThreadsResponse{Threads: list, NextPageToken: page.next, ResultSizeEstimate: page.estimate}, nil
}

func (a *API) listDrafts(ctx context.Context, c *gapi.Call) (any, error) {
	var list []Draft
	page, err := a.list(ctx, c, "drafts", func(tx *store.Tx, m *message) error {
		d := Draft{Message: &Message{ID: m.id, ThreadID: m.thread}}
		err := tx.QueryRow(`SELECT id FROM mail_drafts WHERE message = ?`, m.seq).Scan(&d.ID)
		list = append(list, d)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &ListDraftsResponse{Drafts: list, NextPageToken: page.next, ResultSizeEstimate: page.estimate}, nil
}
