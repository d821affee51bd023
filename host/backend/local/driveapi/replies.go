package driveapi

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// replyRow is a row of file_replies.
type replyRow struct {
	seq                     int64
	id                      string
	comment                 int64
	author, content, action string
	created, modified       int64
	deleted                 bool
}

const replyColumns = `seq, id, comment, author, content, action, created, modified, deleted`

func (r *replyRow) scan(row scanner) error {
	return row.Scan(&r.seq, &r.id, &r.comment, &r.author, &r.content, &r.action, &r.created, &r.modified, &r.deleted)
}

func (r *replyRow) insert(tx *store.Tx) error {
	return tx.QueryRow(`INSERT INTO file_replies (id, comment, author, content, action, created, modified) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
		r.id, r.comment, r.author, r.content, r.action, r.created, r.modified).Scan(&r.seq)
}

func (a *API) reply(r *replyRow) *Reply {
	out := &Reply{Kind: "drive#reply", ID: r.id, CreatedTime: at(r.created), ModifiedTime: at(r.modified), Author: a.author(r.author), Deleted: yes(r.deleted), Action: r.action}
	if !r.deleted {
		out.Content, out.HTMLContent = r.content, asHTML(r.content)
	}
	return out
}

// repliesOf reads the replies of a comment behind one, oldest first; a limit
// below 0 is none.
func repliesOf(tx *store.Tx, comment int64, deleted bool, after int64, limit int) ([]*replyRow, error) {
	rows, err := tx.Query(`SELECT `+replyColumns+` FROM file_replies WHERE comment = ? AND seq > ? AND (deleted = 0 OR ?) ORDER BY seq LIMIT ?`, comment, after, deleted, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []*replyRow
	for rows.Next() {
		r := &replyRow{}
		if err := r.scan(rows); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

func replyByID(tx *store.Tx, comment *commentRow, id string, deleted bool) (*replyRow, error) {
	r := &replyRow{}
	err := r.scan(tx.QueryRow(`SELECT `+replyColumns+` FROM file_replies WHERE comment = ? AND id = ?`, comment.seq, id))
	if errors.Is(err, sql.ErrNoRows) || err == nil && r.deleted && !deleted {
		return nil, missing("replyId", "Reply not found: %s.", id)
	}
	return r, err
}

// discussed finds the comment of a request.
func (a *API) discussed(tx *store.Tx, c *gapi.Call, need role, deleted bool) (*fileRow, *commentRow, error) {
	f, err := a.commented(tx, c, need)
	if err != nil {
		return nil, nil, err
	}
	r, err := commentByID(tx, f, c.Path["commentId"], deleted)
	return f, r, err
}

func (a *API) createReply(ctx context.Context, c *gapi.Call) (any, error) {
	tree, err := c.Body.Tree()
	if err != nil {
		return nil, err
	}
	content, err := contentOf(tree, "reply")
	if err != nil {
		return nil, err
	}
	r := &replyRow{author: a.owner.Email, content: value(content), action: value(text(tree, "action"))}
	if r.action != "" && r.action != "resolve" && r.action != "reopen" {
		return nil, gapi.Invalid("Invalid value at 'reply.action': %s is neither \"resolve\" nor \"reopen\".", gapi.Quote(r.action))
	}
	if content == nil && r.action == "" {
		return nil, gapi.Invalid("The field 'reply.content' is required unless there is an action.")
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		_, comment, err := a.discussed(tx, c, commenter, false)
		if err != nil {
			return err
		}
		if r.action != "" {
			comment.resolved = r.action == "resolve"
		}
		r.id, r.comment, r.created, r.modified = tx.NewID(), comment.seq, tx.Now, tx.Now
		if err := r.insert(tx); err != nil {
			return err
		}
		return comment.save(tx)
	})
	return a.reply(r), err
}

func (a *API) getReply(ctx context.Context, c *gapi.Call) (any, error) {
	var out *Reply
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		deleted := c.Query.Bool("includeDeleted", false)
		_, comment, err := a.discussed(tx, c, reader, deleted)
		if err != nil {
			return err
		}
		r, err := replyByID(tx, comment, c.Path["replyId"], deleted)
		if err == nil {
			out = a.reply(r)
		}
		return err
	})
	return out, err
}

// changeReply changes a reply that the user wrote, and with it the comment's
// time.
func (a *API) changeReply(ctx context.Context, c *gapi.Call, change func(*replyRow)) (*replyRow, error) {
	var r *replyRow
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		f, comment, err := a.discussed(tx, c, commenter, false)
		if err != nil {
			return err
		}
		if r, err = replyByID(tx, comment, c.Path["replyId"], false); err != nil {
			return err
		}
		if !a.isMe(r.author) {
			return noPermission(f.id)
		}
		change(r)
		r.modified = tx.Now
		if _, err := tx.Exec(`UPDATE file_replies SET content = ?, modified = ?, deleted = ? WHERE seq = ?`, r.content, r.modified, r.deleted, r.seq); err != nil {
			return err
		}
		return comment.save(tx)
	})
	return r, err
}

func (a *API) updateReply(ctx context.Context, c *gapi.Call) (any, error) {
	tree, content, err := readContent(c, "reply")
	if err != nil {
		return nil, err
	}
	if text(tree, "action") != nil {
		return nil, notWritable("The action of a reply can only be set when it is created.")
	}
	r, err := a.changeReply(ctx, c, func(r *replyRow) { r.content = content })
	if err != nil {
		return nil, err
	}
	return a.reply(r), nil
}

func (a *API) deleteReply(ctx context.Context, c *gapi.Call) (any, error) {
	_, err := a.changeReply(ctx, c, func(r *replyRow) { r.content, r.deleted = "", true })
	return nil, err
}

func (a *API) listReplies(ctx context.Context, c *gapi.Call) (any, error) {
	size, err := c.Query.Int("pageSize", commentsPage, 1, maxCommentsPage)
	if err != nil {
		return nil, err
	}
	deleted := c.Query.Bool("includeDeleted", false)
	out := &ReplyList{Kind: "drive#replyList", Replies: []*Reply{}}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		f, comment, err := a.discussed(tx, c, reader, deleted)
		if err != nil {
			return err
		}
		key, err := tx.Secret()
		if err != nil {
			return err
		}
		scope := "drive.replies.list " + f.id + " " + comment.id + map[bool]string{true: " deleted"}[deleted]
		after, err := openNumber(key, scope, c.Query.String("pageToken"))
		if err != nil {
			return err
		}
		rows, err := repliesOf(tx, comment.seq, deleted, after, size+1)
		if err != nil {
			return err
		}
		if len(rows) > size {
			rows = rows[:size]
			out.NextPageToken = sealNumber(key, scope, rows[size-1].seq)
		}
		for _, r := range rows {
			out.Replies = append(out.Replies, a.reply(r))
		}
		return nil
	})
	return out, err
}

// sealNumber and openNumber make and read page tokens that hold a number;
// without a token it is 0.
func sealNumber(key []byte, scope string, n int64) string {
	return gapi.SealPageToken(key, scope, binary.BigEndian.AppendUint64(nil, uint64(n)))
}

func openNumber(key []byte, scope, token string) (int64, error) {
	if token == "" {
		return 0, nil
	}
	data, err := gapi.OpenPageToken(key, scope, token)
	if err != nil {
		return 0, err
	}
	if len(data) != 8 {
		return 0, gapi.InvalidPageToken()
	}
	return int64(binary.BigEndian.Uint64(data)), nil
}
