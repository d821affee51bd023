package driveapi

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// comment shows a comment with its replies. A deleted one has no content.
func (a *API) comment(tx *store.Tx, r *commentRow, includeDeleted bool) (*Comment, error) {
	replies, err := repliesOf(tx, r.seq, includeDeleted, 0, -1)
	if err != nil {
		return nil, err
	}
	out := &Comment{Kind: "drive#comment", ID: r.id, CreatedTime: at(r.created), ModifiedTime: at(r.modified), Author: a.author(r.author),
		Deleted: yes(r.deleted), Anchor: r.anchor, Replies: []*Reply{}}
	if !r.deleted {
		out.Content, out.HTMLContent, out.Resolved = r.content, asHTML(r.content), yes(r.resolved)
		if r.quotedMime != "" || r.quoted != "" {
			out.QuotedFileContent = &CommentQuotedFileContent{MimeType: r.quotedMime, Value: r.quoted}
		}
	}
	for _, reply := range replies {
		out.Replies = append(out.Replies, a.reply(reply))
	}
	return out, nil
}

func asHTML(text string) string { return strings.ReplaceAll(html.EscapeString(text), "\n", "<br>") }

// needFields: these methods answer nothing by default.
func needFields(c *gapi.Call) error {
	if !c.Query.Has("fields") {
		e := gapi.InvalidParameter("fields", "The 'fields' parameter is required for this method.")
		e.Reason = "required"
		return e
	}
	return nil
}

// commented finds a file that can have comments.
func (a *API) commented(tx *store.Tx, c *gapi.Call, need role) (*fileRow, error) {
	f, err := a.findFor(tx, c.Path["fileId"], need)
	if err != nil {
		return nil, err
	}
	if f.folder() || f.shortcut() {
		return nil, forbidden("cannotCommentOnFile", "This file does not support comments.")
	}
	return f, nil
}

func commentByID(tx *store.Tx, f *fileRow, id string, includeDeleted bool) (*commentRow, error) {
	r := &commentRow{}
	err := r.scan(tx.QueryRow(`SELECT `+commentColumns+` FROM file_comments WHERE file = ? AND id = ?`, f.seq, id))
	if errors.Is(err, sql.ErrNoRows) || err == nil && r.deleted && !includeDeleted {
		return nil, missing("commentId", "Comment not found: %s.", id)
	}
	return r, err
}

// contentOf reads the text of a comment or reply; nil where there is none.
func contentOf(tree map[string]any, resource string) (*string, error) {
	content := text(tree, "content")
	if content == nil {
		return nil, nil
	}
	if n := utf8.RuneCountInString(*content); n == 0 || n > maxComment {
		return nil, gapi.Invalid("Invalid value at '%s.content': it must have 1 to %d characters.", resource, maxComment)
	}
	return content, nil
}

// readContent reads a body whose content must be there.
func readContent(c *gapi.Call, resource string) (tree map[string]any, content string, err error) {
	if tree, err = c.Body.Tree(); err != nil {
		return nil, "", err
	}
	given, err := contentOf(tree, resource)
	if err != nil {
		return nil, "", err
	}
	if given == nil {
		return nil, "", gapi.Invalid("The field '%s.content' is required.", resource)
	}
	return tree, *given, nil
}

func (a *API) createComment(ctx context.Context, c *gapi.Call) (any, error) {
	if err := needFields(c); err != nil {
		return nil, err
	}
	tree, content, err := readContent(c, "comment")
	if err != nil {
		return nil, err
	}
	r := &commentRow{author: a.owner.Email, content: content, anchor: value(text(tree, "anchor"))}
	if quoted, ok := tree["quotedFileContent"].(map[string]any); ok {
		r.quotedMime, r.quoted = value(text(quoted, "mimeType")), value(text(quoted, "value"))
	}
	var out *Comment
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		f, err := a.commented(tx, c, commenter)
		if err != nil {
			return err
		}
		r.id, r.file, r.created, r.modified = tx.NewID(), f.seq, tx.Now, tx.Now
		if err := r.insert(tx); err != nil {
			return err
		}
		out, err = a.comment(tx, r, false)
		return err
	})
	return out, err
}

func (a *API) getComment(ctx context.Context, c *gapi.Call) (any, error) {
	if err := needFields(c); err != nil {
		return nil, err
	}
	var out *Comment
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		f, err := a.commented(tx, c, reader)
		if err != nil {
			return err
		}
		deleted := c.Query.Bool("includeDeleted", false)
		r, err := commentByID(tx, f, c.Path["commentId"], deleted)
		if err != nil {
			return err
		}
		out, err = a.comment(tx, r, deleted)
		return err
	})
	return out, err
}

func (a *API) updateComment(ctx context.Context, c *gapi.Call) (any, error) {
	if err := needFields(c); err != nil {
		return nil, err
	}
	_, content, err := readContent(c, "comment")
	if err != nil {
		return nil, err
	}
	var out *Comment
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		r, err := a.ownComment(tx, c)
		if err != nil {
			return err
		}
		r.content = content
		if err := r.save(tx); err != nil {
			return err
		}
		out, err = a.comment(tx, r, false)
		return err
	})
	return out, err
}

// ownComment finds a comment that the user wrote.
func (a *API) ownComment(tx *store.Tx, c *gapi.Call) (*commentRow, error) {
	f, err := a.commented(tx, c, commenter)
	if err != nil {
		return nil, err
	}
	r, err := commentByID(tx, f, c.Path["commentId"], false)
	if err == nil && !a.isMe(r.author) {
		err = noPermission(f.id)
	}
	return r, err
}

func (a *API) deleteComment(ctx context.Context, c *gapi.Call) (any, error) {
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		r, err := a.ownComment(tx, c)
		if err != nil {
			return err
		}
		r.content, r.deleted = "", true
		return r.save(tx)
	})
}

func (a *API) listComments(ctx context.Context, c *gapi.Call) (any, error) {
	if err := needFields(c); err != nil {
		return nil, err
	}
	size, err := c.Query.Int("pageSize", commentsPage, 1, maxCommentsPage)
	if err != nil {
		return nil, err
	}
	since := int64(0)
	if text := c.Query.String("startModifiedTime"); text != "" {
		t, err := gapi.ParseTime(text)
		if err != nil {
			return nil, gapi.InvalidParameter("startModifiedTime", "Invalid value for startModifiedTime: %s is not an RFC 3339 timestamp.", gapi.Quote(text))
		}
		since = t.UnixMilli()
	}
	deleted := c.Query.Bool("includeDeleted", false)
	out := &CommentList{Kind: "drive#commentList", Comments: []*Comment{}}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		f, err := a.commented(tx, c, reader)
		if err != nil {
			return err
		}
		rows, next, err := commentPage(tx, f, size, since, deleted, c.Query.String("pageToken"))
		if err != nil {
			return err
		}
		out.NextPageToken = next
		for _, r := range rows {
			shown, err := a.comment(tx, r, deleted)
			if err != nil {
				return err
			}
			out.Comments = append(out.Comments, shown)
		}
		return nil
	})
	return out, err
}

// commentPage reads one page, the comments that changed last first.
func commentPage(tx *store.Tx, f *fileRow, size int, since int64, deleted bool, token string) (found []*commentRow, next string, err error) {
	key, err := tx.Secret()
	if err != nil {
		return nil, "", err
	}
	scope := "drive.comments.list " + f.id + " " + at(since) + map[bool]string{true: " deleted"}[deleted]
	modified, seq := int64(1<<62), int64(1<<62)
	if token != "" {
		data, err := gapi.OpenPageToken(key, scope, token)
		if err != nil {
			return nil, "", err
		}
		if len(data) != 16 {
			return nil, "", gapi.InvalidPageToken()
		}
		modified, seq = int64(binary.BigEndian.Uint64(data)), int64(binary.BigEndian.Uint64(data[8:]))
	}
	rows, err := tx.Query(`SELECT `+commentColumns+` FROM file_comments WHERE file = ? AND (modified, seq) < (?, ?) AND modified >= ? AND (deleted = 0 OR ?)
		ORDER BY modified DESC, seq DESC LIMIT ?`, f.seq, modified, seq, since, deleted, size+1)
	if err != nil {
		return nil, "", err
	}
	defer rows.Close()
	for rows.Next() {
		if len(found) == size {
			end := found[size-1]
			position := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(end.modified)), uint64(end.seq))
			return found, gapi.SealPageToken(key, scope, position), nil
		}
		r := &commentRow{}
		if err := r.scan(rows); err != nil {
			return nil, "", err
		}
		found = append(found, r)
	}
	return found, "", rows.Err()
}
