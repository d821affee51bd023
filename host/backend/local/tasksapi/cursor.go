package tasksapi

import (
	"database/sql"
	"encoding/binary"
	"errors"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// cursor is where a page ended: the last task's path. A later page starts
// behind it, wherever that task is by then, so tasks that are inserted,
// deleted or moved in between make no other task appear twice or not at all.
// Only a renumbering shifts paths; the epoch tells, and then the task itself
// is looked up.
type cursor struct {
	epoch, seq int64
	path       string
}

func cursorAt(l *listRow, t *taskRow) cursor { return cursor{l.epoch, t.seq, t.path} }

// encode needs 8 bytes per level: a token stays below 500 characters.
func (c cursor) encode() []byte {
	b := binary.AppendUvarint(nil, uint64(c.epoch))
	b = binary.AppendUvarint(b, uint64(c.seq))
	for end := digits; end <= len(c.path); end += digits {
		b = binary.BigEndian.AppendUint64(b, uint64(number(c.path[:end])))
	}
	return b
}

func decodeCursor(b []byte) (c cursor, ok bool) {
	epoch, n := binary.Uvarint(b)
	if n <= 0 {
		return c, false
	}
	seq, m := binary.Uvarint(b[n:])
	if m <= 0 {
		return c, false
	}
	b = b[n+m:]
	c = cursor{epoch: int64(epoch), seq: int64(seq)}
	for ; len(b) >= 8; b = b[8:] {
		c.path += pathOf(nil, int64(binary.BigEndian.Uint64(b)))
	}
	return c, len(b) == 0 && c.path != ""
}

// resume gives the path behind which the page of a token starts.
func resume(tx *store.Tx, l *listRow, key []byte, scope, token string) (string, error) {
	b, err := gapi.OpenPageToken(key, scope, token)
	if err != nil {
		return "", err
	}
	c, ok := decodeCursor(b)
	if !ok {
		return "", gapi.InvalidPageToken()
	}
	if c.epoch == l.epoch {
		return c.path, nil
	}
	var path string
	err = tx.QueryRow(`SELECT path FROM tasks WHERE list = ? AND seq = ?`, l.seq, c.seq).Scan(&path)
	if errors.Is(err, sql.ErrNoRows) {
		return "", gapi.InvalidPageToken()
	}
	return path, err
}
