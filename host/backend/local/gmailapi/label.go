package gmailapi

import (
	"database/sql"
	"errors"
	"strings"

	"github.com/wslite/wslite/host/backend/local/store"
)

// Ids of system labels that have rules of their own.
const (
	inbox     = "INBOX"
	sent      = "SENT"
	draft     = "DRAFT"
	trash     = "TRASH"
	spam      = "SPAM"
	unread    = "UNREAD"
	starred   = "STARRED"
	important = "IMPORTANT"
	chat      = "CHAT"
)

// labelRow is a row of mail_labels.
type labelRow struct {
	seq                   int64
	id, name              string
	system                bool
	listShows, messages   string
	background, textColor string
}

const labelColumns = `seq, id, name, is_system, list_shows, messages, background, text_color`

func (l *labelRow) scan(row interface{ Scan(...any) error }) error {
	return row.Scan(&l.seq, &l.id, &l.name, &l.system, &l.listShows, &l.messages, &l.background, &l.textColor)
}

// systemLabels are those of every mailbox, in Gmail's order.
func systemLabels() []*labelRow {
	var out []*labelRow
	for _, id := range []string{chat, sent, inbox, important, trash, draft, spam,
		"CATEGORY_FORUMS", "CATEGORY_UPDATES", "CATEGORY_PERSONAL", "CATEGORY_PROMOTIONS", "CATEGORY_SOCIAL", starred, unread} {
		l := &labelRow{id: id, name: id, system: true}
		if strings.HasPrefix(id, "CATEGORY_") || id == chat {
			l.listShows, l.messages = "labelHide", "hide"
		}
		out = append(out, l)
	}
	return out
}

// foldName is what must differ between two names.
func foldName(name string) string { return strings.ToLower(name) }

// slugName is a name as a query may write it.
func slugName(name string) string {
	return strings.NewReplacer(" ", "-", "/", "-").Replace(strings.ToLower(name))
}

func (l *labelRow) insert(tx *store.Tx) error {
	return tx.QueryRow(`INSERT INTO mail_labels (id, name, fold, slug, is_system, list_shows, messages, background, text_color)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
		l.id, l.name, foldName(l.name), slugName(l.name), l.system, l.listShows, l.messages, l.background, l.textColor).Scan(&l.seq)
}

func (l *labelRow) save(tx *store.Tx) error {
	_, err := tx.Exec(`UPDATE mail_labels SET name = ?, fold = ?, slug = ?, list_shows = ?, messages = ?, background = ?, text_color = ? WHERE seq = ?`,
		l.name, foldName(l.name), slugName(l.name), l.listShows, l.messages, l.background, l.textColor, l.seq)
	return err
}

// labelByID finds a label by its id, whose case counts; nil for none.
func labelByID(tx *store.Tx, id string) (*labelRow, error) {
	return oneLabel(tx, `id = ?`, id)
}

// labelByName finds a label by its name, whose case does not count; nil for
// none.
func labelByName(tx *store.Tx, name string) (*labelRow, error) {
	return oneLabel(tx, `fold = ?`, foldName(name))
}

func oneLabel(tx *store.Tx, where string, arg any) (*labelRow, error) {
	l := &labelRow{}
	err := l.scan(tx.QueryRow(`SELECT `+labelColumns+` FROM mail_labels WHERE `+where, arg))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return l, err
}

// labelsByID finds the labels of a request; 400 for an unknown one.
func labelsByID(tx *store.Tx, ids []string) ([]*labelRow, error) {
	var out []*labelRow
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		l, err := labelByID(tx, id)
		if err != nil {
			return nil, err
		}
		if l == nil {
			return nil, invalidLabel(id)
		}
		out = append(out, l)
	}
	return out, nil
}

// resource gives what lists show.
func (l *labelRow) resource() *Label {
	r := &Label{ID: l.id, Name: l.name, Type: "user", MessageListVisibility: l.messages, LabelListVisibility: l.listShows}
	if l.system {
		r.Type = "system"
	}
	return r
}

// detailed gives all of a label, with its counts.
func (l *labelRow) detailed(tx *store.Tx) (*Label, error) {
	r := l.resource()
	r.Color = l.color()
	hidden := `AND NOT EXISTS (SELECT 1 FROM mail_message_labels x WHERE x.message = m.seq
		AND x.label IN (SELECT seq FROM mail_labels WHERE id IN ('TRASH', 'SPAM')))`
	if l.id == trash || l.id == spam {
		hidden = ""
	}
	r.MessagesTotal, r.MessagesUnread, r.ThreadsTotal, r.ThreadsUnread = new(int64), new(int64), new(int64), new(int64)
	return r, tx.QueryRow(`SELECT count(*), count(u.message), count(DISTINCT m.thread), count(DISTINCT iif(u.message IS NULL, NULL, m.thread))
		FROM mail_message_labels d JOIN mail_messages m ON m.seq = d.message
		LEFT JOIN mail_message_labels u ON u.message = m.seq AND u.label = (SELECT seq FROM mail_labels WHERE id = 'UNREAD')
		WHERE d.label = ? `+hidden, l.seq).Scan(r.MessagesTotal, r.MessagesUnread, r.ThreadsTotal, r.ThreadsUnread)
}
