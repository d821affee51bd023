package gmailapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) listMessages(ctx context.Context, c *gapi.Call) (any, error) {
	s, err := a.readSearch(c, "messages")
	if err != nil {
		return nil, err
	}
	out := &ListMessagesResponse{}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		page, err := a.run(tx, s)
		if err != nil {
			return err
		}
		out.NextPageToken, out.ResultSizeEstimate = page.next, page.estimate
		for _, m := range page.rows {
			out.Messages = append(out.Messages, Message{ID: m.id, ThreadID: m.thread})
		}
		return nil
	})
	return out, err
}

func (a *API) listThreads(ctx context.Context, c *gapi.Call) (any, error) {
	s, err := a.readSearch(c, "threads")
	if err != nil {
		return nil, err
	}
	s.threads = true
	out := &ListThreadsResponse{}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		page, err := a.run(tx, s)
		if err != nil {
			return err
		}
		out.NextPageToken, out.ResultSizeEstimate = page.next, page.estimate
		for _, m := range page.rows {
			t := Thread{ID: m.thread, Snippet: m.snippet}
			if err := tx.QueryRow(`SELECT max(history) FROM mail_messages WHERE thread = ?`, m.thread).Scan(&t.HistoryID); err != nil {
				return err
			}
			out.Threads = append(out.Threads, t)
		}
		return nil
	})
	return out, err
}

func (a *API) listDrafts(ctx context.Context, c *gapi.Call) (any, error) {
	s, err := a.readSearch(c, "drafts")
	if err != nil {
		return nil, err
	}
	s.drafts = true
	out := &ListDraftsResponse{}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		page, err := a.run(tx, s)
		if err != nil {
			return err
		}
		out.NextPageToken, out.ResultSizeEstimate = page.next, page.estimate
		for _, m := range page.rows {
			d := Draft{Message: &Message{ID: m.id, ThreadID: m.thread}}
			if err := tx.QueryRow(`SELECT id FROM mail_drafts WHERE message = ?`, m.seq).Scan(&d.ID); err != nil {
				return err
			}
			out.Drafts = append(out.Drafts, d)
		}
		return nil
	})
	return out, err
}
