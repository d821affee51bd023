package gmailapi

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// change is labels to add and to remove.
type change struct{ add, remove []*labelRow }

// places exclude each other.
var places = []string{inbox, trash, spam}

// readChange finds the labels of a request and checks what Gmail lets nobody
// change.
func readChange(tx *store.Tx, b gapi.Body) (ch change, err error) {
	addIDs, err := b.Strings("addLabelIds")
	if err != nil {
		return ch, err
	}
	removeIDs, err := b.Strings("removeLabelIds")
	if err != nil {
		return ch, err
	}
	if b.Has("addClassificationLabels") || b.Has("removeClassificationLabelIds") {
		return ch, invalid("Classification labels are only available for Google Workspace accounts.")
	}
	if len(addIDs) == 0 && len(removeIDs) == 0 {
		return ch, invalid("No label add or removes specified")
	}
	if len(addIDs) > maxLabels || len(removeIDs) > maxLabels {
		return ch, invalid("Up to %d labels can be added and removed by a request.", maxLabels)
	}
	if ch.add, err = labelsByID(tx, addIDs); err != nil {
		return ch, err
	}
	if ch.remove, err = labelsByID(tx, removeIDs); err != nil {
		return ch, err
	}
	return ch, ch.check()
}

func (ch change) check() error {
	put := 0
	for _, l := range ch.add {
		if slices.ContainsFunc(ch.remove, func(r *labelRow) bool { return r.seq == l.seq }) {
			return invalid("Cannot both add and remove the same label")
		}
		if slices.Contains(places, l.id) {
			put++
		}
	}
	if put > 1 {
		return invalid("A message can only be in one of INBOX, TRASH and SPAM.")
	}
	for _, l := range slices.Concat(ch.add, ch.remove) {
		if l.id == sent || l.id == draft || l.id == chat {
			return invalidLabel(l.id)
		}
	}
	return nil
}

// relabelAll is relabel for each of the messages.
func relabelAll(tx *store.Tx, list []*message, ch change) error {
	for _, m := range list {
		if err := relabel(tx, m, ch); err != nil {
			return err
		}
	}
	return nil
}

// relabel changes the labels of a message and records what really changed.
func relabel(tx *store.Tx, m *message, ch change) error {
	had, err := m.labelIDs(tx)
	if err != nil {
		return err
	}
	if ch, err = m.settle(tx, ch, had); err != nil {
		return err
	}
	var added, removed []string
	for _, l := range ch.remove {
		if slices.Contains(had, l.id) && !slices.Contains(removed, l.id) {
			removed = append(removed, l.id)
			if err := unlabel(tx, m, l); err != nil {
				return err
			}
		}
	}
	for _, l := range ch.add {
		if !slices.Contains(had, l.id) && !slices.Contains(added, l.id) {
			added = append(added, l.id)
			if err := label(tx, m, l); err != nil {
				return err
			}
		}
	}
	if added == nil && removed == nil {
		return nil
	}
	return m.record(tx, "labels", added, removed)
}

// settle adds what a change of place brings with it: the other places go, and
// what went to the trash comes back from it.
func (m *message) settle(tx *store.Tx, ch change, had []string) (change, error) {
	to := ""
	for _, l := range ch.add {
		if slices.Contains(places, l.id) && !slices.Contains(had, l.id) {
			to = l.id
		}
	}
	leaves := slices.ContainsFunc(ch.remove, func(l *labelRow) bool {
		return (l.id == trash || l.id == spam) && slices.Contains(had, l.id)
	})
	back := m.trashed
	if to == "" && !leaves {
		return ch, nil
	}
	var gone []string
	if to != "" {
		for _, id := range places {
			if id != to && slices.Contains(had, id) {
				gone = append(gone, id)
			}
		}
		lost, err := labelsByID(tx, gone)
		if err != nil {
			return ch, err
		}
		ch.remove = append(slices.Clone(ch.remove), lost...)
	} else if back != "" {
		found, err := labelsByID(tx, strings.Fields(back))
		if err != nil {
			return ch, err
		}
		ch.add = append(slices.Clone(ch.add), found...)
	}
	m.trashed = ""
	if to == trash || to == spam {
		m.trashed = strings.Join(gone, " ")
	}
	_, err := tx.Exec(`UPDATE mail_messages SET trashed = ? WHERE seq = ?`, m.trashed, m.seq)
	return ch, err
}

func label(tx *store.Tx, m *message, l *labelRow) error {
	_, err := tx.Exec(`INSERT OR IGNORE INTO mail_message_labels (message, label, date) VALUES (?, ?, ?)`, m.seq, l.seq, m.date)
	return err
}

func unlabel(tx *store.Tx, m *message, l *labelRow) error {
	_, err := tx.Exec(`DELETE FROM mail_message_labels WHERE message = ? AND label = ?`, m.seq, l.seq)
	return err
}

// record adds a change of the message to the history.
func (m *message) record(tx *store.Tx, kind string, added, removed []string) error {
	labels, err := m.labelIDs(tx)
	if err != nil {
		return err
	}
	err = tx.QueryRow(`INSERT INTO mail_history (kind, message, thread, added, removed, labels) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
		kind, m.id, m.thread, list(added), list(removed), list(labels)).Scan(&m.history)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE mail_messages SET history = ? WHERE seq = ?`, m.history, m.seq)
	return err
}

// list writes ids as a JSON list.
func list(ids []string) string {
	if ids == nil {
		return "[]"
	}
	data, err := json.Marshal(ids)
	if err != nil {
		panic(err) // strings can always be encoded
	}
	return string(data)
}

// byID gives a change of system labels, which always exist.
func byID(tx *store.Tx, add, remove []string) (ch change, err error) {
	if ch.add, err = labelsByID(tx, add); err != nil {
		return ch, err
	}
	ch.remove, err = labelsByID(tx, remove)
	return ch, err
}
