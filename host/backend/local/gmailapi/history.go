package gmailapi

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// historyTypes are the values of the parameter.
var historyTypes = []string{"messageAdded", "messageDeleted", "labelAdded", "labelRemoved"}

// historyQuery is what a list of changes is asked for.
type historyQuery struct {
	start int64
	types []string
	label string
	size  int
	scope string
}

func readHistoryQuery(c *gapi.Call) (q historyQuery, err error) {
	q = historyQuery{types: c.Query.All("historyTypes"), label: c.Query.String("labelId")}
	if q.size, err = c.Query.Int("maxResults", pageSize, 1, maxPageSize); err != nil {
		return q, err
	}
	text := c.Query.String("startHistoryId")
	if text == "" {
		return q, gapi.InvalidParameter("startHistoryId", "Missing startHistoryId: it is required.")
	}
	if q.start, err = strconv.ParseInt(text, 10, 64); err != nil || q.start < 0 {
		return q, gapi.InvalidParameter("startHistoryId", "Invalid value at 'start_history_id' (TYPE_UINT64), %s", gapi.Quote(text))
	}
	for _, t := range q.types {
		if !slices.Contains(historyTypes, t) {
			return q, gapi.InvalidParameter("historyTypes", "Invalid value %s for historyTypes.", gapi.Quote(t))
		}
	}
	scope, err := json.Marshal([]any{"history", q.start, q.types, q.label})
	q.scope = string(scope)
	return q, err
}

// wants says whether changes of a type are asked for.
func (q historyQuery) wants(kind string) bool {
	return len(q.types) == 0 || slices.Contains(q.types, kind)
}

func (a *API) listHistory(ctx context.Context, c *gapi.Call) (any, error) {
	q, err := readHistoryQuery(c)
	if err != nil {
		return nil, err
	}
	out := &ListHistoryResponse{}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		if err := tx.QueryRow(`SELECT max(id) FROM mail_history`).Scan(&out.HistoryID); err != nil {
			return err
		}
		if q.start < firstHistory || q.start > int64(out.HistoryID) {
			return notFound()
		}
		if q.label != "" {
			if _, err := labelsByID(tx, []string{q.label}); err != nil {
				return err
			}
		}
		key, err := tx.Secret()
		if err != nil {
			return err
		}
		after := q.start
		if c.Query.Has("pageToken") {
			b, err := gapi.OpenPageToken(key, q.scope, c.Query.String("pageToken"))
			if err != nil {
				return err
			}
			v, n := binary.Varint(b)
			if n <= 0 {
				return gapi.InvalidPageToken()
			}
			after = v
		}
		more, err := q.read(tx, after, out)
		if more {
			last := int64(out.History[len(out.History)-1].ID)
			out.NextPageToken = gapi.SealPageToken(key, q.scope, binary.AppendVarint(nil, last))
		}
		return err
	})
	return out, err
}

// read fills a page, and says whether there is more.
func (q historyQuery) read(tx *store.Tx, after int64, out *ListHistoryResponse) (more bool, err error) {
	rows, err := tx.Query(`SELECT id, kind, message, thread, added, removed, labels FROM mail_history WHERE id > ? ORDER BY id`, after)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	for rows.Next() {
		var r historyRow
		if err := r.scan(rows); err != nil {
			return false, err
		}
		h := r.resource(q)
		if h == nil {
			continue
		}
		if len(out.History) == q.size {
			return true, nil
		}
		out.History = append(out.History, *h)
	}
	return false, rows.Err()
}

// historyRow is a row of mail_history.
type historyRow struct {
	id                     uint64
	kind, message, thread  string
	added, removed, labels []string
}

func (r *historyRow) scan(row interface{ Scan(...any) error }) error {
	var added, removed, labels string
	if err := row.Scan(&r.id, &r.kind, &r.message, &r.thread, &added, &removed, &labels); err != nil {
		return err
	}
	return errors.Join(json.Unmarshal([]byte(added), &r.added), json.Unmarshal([]byte(removed), &r.removed), json.Unmarshal([]byte(labels), &r.labels))
}

// resource gives what of the change is asked for; nil for nothing.
func (r *historyRow) resource(q historyQuery) *History {
	if q.label != "" && !slices.Contains(slices.Concat(r.labels, r.removed), q.label) {
		return nil
	}
	m := Message{ID: r.message, ThreadID: r.thread, LabelIDs: r.labels}
	h := &History{ID: r.id, Messages: []Message{{ID: r.message, ThreadID: r.thread}}}
	some := false
	if r.kind == "added" && q.wants("messageAdded") {
		h.MessagesAdded, some = []HistoryMessageAdded{{m}}, true
	}
	if r.kind == "deleted" && q.wants("messageDeleted") {
		h.MessagesDeleted, some = []HistoryMessageDeleted{{m}}, true
	}
	if len(r.added) > 0 && q.wants("labelAdded") {
		h.LabelsAdded, some = []HistoryLabelAdded{{m, r.added}}, true
	}
	if len(r.removed) > 0 && q.wants("labelRemoved") {
		h.LabelsRemoved, some = []HistoryLabelRemoved{{m, r.removed}}, true
	}
	if !some {
		return nil
	}
	return h
}
