package gmailapi

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gmailapi/rfc822"
	"github.com/wslite/wslite/host/backend/local/store"
)

// arrival says how a mail comes in.
type arrival struct {
	thread  string   // asked for; may be empty
	labels  []string // ids
	date    int64    // Unix milliseconds
	filters bool     // run the filters
	replace *message // the draft that the mail takes the place of; nil for none
}

// add makes a message of a mail.
func (a *API) add(tx *store.Tx, p *parsed, in arrival) (*message, error) {
	m := &message{
		id: newID(tx), date: in.date, size: p.size, attachments: p.attachments(), blob: p.blob,
		messageID: bareID(p.root.Headers), subject: rfc822.BaseSubject(p.header("Subject")), snippet: p.snippet,
	}
	labels, err := labelsByID(tx, in.labels)
	if err != nil {
		return nil, err
	}
	if m.thread, err = findThread(tx, p, m, in); err != nil {
		return nil, err
	}
	if err := a.blobs.Keep(tx, p.blob); err != nil {
		return nil, err
	}
	structure, err := json.Marshal(p.root)
	if err != nil {
		return nil, err
	}
	err = tx.QueryRow(`INSERT INTO mail_messages (id, thread, date, size, attachments, blob, message_id, subject, snippet, structure)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
		m.id, m.thread, m.date, m.size, m.attachments, m.blob, m.messageID, m.subject, m.snippet, string(structure)).Scan(&m.seq)
	if err != nil {
		return nil, err
	}
	w := p.words
	_, err = tx.Exec(`INSERT INTO mail_words (rowid, subject, sender, recipient, cc, bcc, body, filename, list, delivered)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, m.seq, w.subject, w.from, w.to, w.cc, w.bcc, w.body, w.filename, w.list, w.delivered)
	if err != nil {
		return nil, err
	}
	for _, ref := range p.references() {
		if _, err := tx.Exec(`INSERT OR IGNORE INTO mail_references (ref, message) VALUES (?, ?)`, ref, m.seq); err != nil {
			return nil, err
		}
	}
	for _, l := range labels {
		if err := label(tx, m, l); err != nil {
			return nil, err
		}
	}
	if in.filters {
		if err := a.runFilters(tx, m); err != nil {
			return nil, err
		}
	}
	return m, m.record(tx, "added", nil, nil)
}

// findThread gives the thread that a mail belongs to; 404 for one that was
// asked for and does not exist.
func findThread(tx *store.Tx, p *parsed, m *message, in arrival) (string, error) {
	refs := p.references()
	if in.thread != "" {
		list, err := threadMessages(tx, in.thread)
		if err != nil {
			return "", err
		}
		if belongs(list, m.subject, refs, in.replace) {
			return list[0].thread, nil
		}
	} else if in.replace != nil {
		list, err := threadMessages(tx, in.replace.thread)
		if err != nil {
			return "", err
		}
		if len(list) == 1 || belongs(list, m.subject, refs, in.replace) {
			return in.replace.thread, nil
		}
	}
	thread, err := related(tx, m, refs)
	if thread == "" {
		thread = m.id
	}
	return thread, err
}

// related gives the thread that a mail's references lead to: that of a mail
// which it refers to, or else of one that refers to it or to the same. The
// subject must be the same; empty for none.
func related(tx *store.Tx, m *message, refs []string) (string, error) {
	const named = `m.message_id = ? AND m.message_id <> ''`
	const referring = `m.seq IN (SELECT message FROM mail_references WHERE ref = ?)`
	type lookup struct{ where, id string }
	var all []lookup
	for _, ref := range refs {
		all = append(all, lookup{named, ref})
	}
	if m.messageID != "" {
		all = append(all, lookup{referring, m.messageID})
	}
	for _, ref := range refs {
		all = append(all, lookup{referring, ref})
	}
	for _, l := range all {
		list, err := messagesWhere(tx, l.where+` AND m.subject = ? ORDER BY m.seq LIMIT 1`, l.id, m.subject)
		if err != nil {
			return "", err
		}
		if len(list) > 0 {
			return list[0].thread, nil
		}
	}
	return "", nil
}

// belongs is Gmail's rule for a threadId. The draft that is replaced does not
// count; a thread of it alone stays its own.
func belongs(thread []*message, subject string, refs []string, replaced *message) bool {
	others, named, same := 0, false, false
	for _, t := range thread {
		if replaced != nil && t.seq == replaced.seq {
			continue
		}
		others++
		same = same || t.subject == subject
		named = named || t.messageID != ""
		if t.messageID != "" && t.subject == subject && slices.Contains(refs, t.messageID) {
			return true
		}
	}
	return others == 0 || same && !named
}

// erase deletes a message for good.
func (a *API) erase(tx *store.Tx, m *message) error {
	if err := m.record(tx, "deleted", nil, nil); err != nil {
		return err
	}
	if _, err := tx.Exec(`DELETE FROM mail_words WHERE rowid = ?`, m.seq); err != nil {
		return err
	}
	// Its labels and its draft go with it.
	if _, err := tx.Exec(`DELETE FROM mail_messages WHERE seq = ?`, m.seq); err != nil {
		return err
	}
	return a.blobs.Release(tx, m.blob)
}

// own says whether an address is one of the owner's. A tag behind a plus sign
// makes no other address.
func own(addresses []string, address string) bool {
	local, domain, _ := strings.Cut(strings.ToLower(address), "@")
	if name, _, tagged := strings.Cut(local, "+"); tagged && name != "" {
		local = name
	}
	return slices.Contains(addresses, local+"@"+domain) || slices.Contains(addresses, strings.ToLower(address))
}
