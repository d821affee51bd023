package gmailapi

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gmailapi/rfc822"
	"github.com/wslite/wslite/host/backend/local/store"
)

// message is a row of mail_messages without its structure.
type message struct {
	seq                int64
	id, thread         string
	date, size         int64 // date in Unix milliseconds
	history            int64
	attachments        int
	blob               string
	messageID, subject string
	snippet, trashed   string
}

const messageColumns = `m.seq, m.id, m.thread, m.date, m.size, m.history, m.attachments, m.blob, m.message_id, m.subject, m.snippet, m.trashed`

func (m *message) scan(row interface{ Scan(...any) error }) error {
	return row.Scan(&m.seq, &m.id, &m.thread, &m.date, &m.size, &m.history, &m.attachments, &m.blob, &m.messageID, &m.subject, &m.snippet, &m.trashed)
}

// newID makes an id as Gmail's are: 16 hexadecimal digits, the first from 1 to
// 7, so that it is a positive number of 64 bits and never has fewer digits.
func newID(tx *store.Tx) string { return fmt.Sprintf("%016x", newNumber(tx)) }

// newNumber folds an identifier of the store into 62 bits.
func newNumber(tx *store.Tx) uint64 {
	sum := sha256.Sum256([]byte(tx.NewID()))
	return binary.BigEndian.Uint64(sum[:])>>2 | 1<<60
}

// checkID demands the form of a message or thread id.
func checkID(id string) (string, error) {
	if _, err := strconv.ParseUint(id, 16, 64); err != nil || len(id) > 16 {
		return "", invalidID()
	}
	return strings.ToLower(id), nil
}

// messagesWhere gives the messages of a condition on m, which may be followed
// by an order.
func messagesWhere(tx *store.Tx, where string, args ...any) ([]*message, error) {
	rows, err := tx.Query(`SELECT `+messageColumns+` FROM mail_messages m WHERE `+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []*message
	for rows.Next() {
		m := &message{}
		if err := m.scan(rows); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, rows.Err()
}

// findMessage finds a message by its id: 400 for what is no id, 404.
func findMessage(tx *store.Tx, id string) (*message, error) {
	id, err := checkID(id)
	if err != nil {
		return nil, err
	}
	m := &message{}
	err = m.scan(tx.QueryRow(`SELECT `+messageColumns+` FROM mail_messages m WHERE m.id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, notFound()
	}
	return m, err
}

// threadMessages gives the messages of a thread, oldest first: 400 for what is
// no id, 404.
func threadMessages(tx *store.Tx, id string) ([]*message, error) {
	id, err := checkID(id)
	if err != nil {
		return nil, err
	}
	list, err := messagesWhere(tx, `m.thread = ? ORDER BY m.date, m.seq`, id)
	if err == nil && len(list) == 0 {
		return nil, notFound()
	}
	return list, err
}

// structure reads the parts of the message.
func (m *message) structure(tx *store.Tx) (*rfc822.Part, error) {
	var text string
	if err := tx.QueryRow(`SELECT structure FROM mail_messages WHERE seq = ?`, m.seq).Scan(&text); err != nil {
		return nil, err
	}
	root := &rfc822.Part{}
	return root, json.Unmarshal([]byte(text), root)
}

// labelIDs gives the ids of the message's labels in the order of the labels.
func (m *message) labelIDs(tx *store.Tx) ([]string, error) {
	return column(tx, `SELECT l.id FROM mail_message_labels x JOIN mail_labels l ON l.seq = x.label WHERE x.message = ? ORDER BY l.seq`, m.seq)
}

// column gives the texts of a query with one column.
func column(tx *store.Tx, query string, args ...any) ([]string, error) {
	rows, err := tx.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

// short is what writes answer: the ids and the labels.
func (m *message) short(tx *store.Tx) (*Message, error) {
	labels, err := m.labelIDs(tx)
	return &Message{ID: m.id, ThreadID: m.thread, LabelIDs: labels}, err
}
