package calendarapi

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// The kinds of notifications.
const (
	noteInvited  = "invitation"
	noteUpdated  = "update"
	noteCanceled = "cancellation"
	noteReply    = "response"
	noteShared   = "sharing"
)

// Notification is a mail that the service would have sent. Nothing leaves the
// machine; the record is for tests and for people who rehearse.
type Notification struct {
	// At is in Unix milliseconds.
	At int64
	// Calendar is the calendar's id, Subject that of the event or rule.
	Calendar, Subject string
	// Kind is invitation, update, cancellation, response or sharing.
	Kind string
	// Recipients are addresses.
	Recipients []string
}

// Notifications gives the last notifications, the newest first; up to 1000
// are kept.
func (a *API) Notifications(ctx context.Context) ([]Notification, error) {
	var out []Notification
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		rows, err := tx.Query(`SELECT at, calendar, subject, kind, recipients FROM cal_notifications ORDER BY seq DESC`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var n Notification
			var to string
			if err := rows.Scan(&n.At, &n.Calendar, &n.Subject, &n.Kind, &to); err != nil {
				return err
			}
			if err := json.Unmarshal([]byte(to), &n.Recipients); err != nil {
				return err
			}
			out = append(out, n)
		}
		return rows.Err()
	})
	return out, err
}

func (a *API) note(tx *store.Tx, cal *calRow, subject, kind string, to []string) error {
	if len(to) == 0 {
		return nil
	}
	list, err := json.Marshal(to)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(`INSERT INTO cal_notifications (at, calendar, subject, kind, recipients) VALUES (?, ?, ?, ?, ?)`,
		tx.Now, cal.public(), subject, kind, string(list)); err != nil {
		return err
	}
	_, err = tx.Exec(`DELETE FROM cal_notifications WHERE seq <= (SELECT max(seq) FROM cal_notifications) - ?`, maxNotified)
	return err
}

// audience is who is told of a change.
type audience string

const (
	tellAll      audience = "all"
	tellExternal audience = "externalOnly"
	tellNone     audience = "none"
)

// readAudience reads sendUpdates, or the older sendNotifications where that is
// not given. Nobody is told by default.
func readAudience(q gapi.Query) (audience, error) {
	v := q.String("sendUpdates")
	if err := oneOf("sendUpdates", v, string(tellAll), string(tellExternal), string(tellNone)); err != nil {
		return "", err
	}
	switch {
	case v != "":
		return audience(v), nil
	case q.Bool("sendNotifications", false):
		return tellAll, nil
	}
	return tellNone, nil
}

// tell records the notification of guests about an event.
func (a *API) tell(tx *store.Tx, cal *calRow, who audience, kind, event string, guests []string) error {
	var to []string
	for _, g := range guests {
		if who == tellNone || strings.EqualFold(g, a.owner.Email) || who == tellExternal && !a.external(g) {
			continue
		}
		to = append(to, g)
	}
	return a.note(tx, cal, event, kind, to)
}

// external says whether a guest uses no Google Calendar. Nobody can know that
// here: those of the owner's own domain and of gmail.com are taken to use it.
func (a *API) external(address string) bool {
	_, host, _ := strings.Cut(strings.ToLower(address), "@")
	_, own, _ := strings.Cut(strings.ToLower(a.owner.Email), "@")
	return host != own && host != "gmail.com" && host != "googlemail.com"
}

// guests gives the addresses of all attendees of an event's data.
func guests(data obj) []string {
	var out []string
	for _, g := range list(data, "attendees") {
		out = append(out, text(g.(obj), "email"))
	}
	return out
}

// tellChange tells guests of a change: new ones are invited, those who are
// gone are told so, and a guest's own answer goes to the organizer.
func (a *API) tellChange(tx *store.Tx, cal *calRow, who audience, id string, before, after obj) error {
	old, now := guests(before), guests(after)
	if !organizes(cal, before) {
		if answerOf(before, cal.public()) != answerOf(after, cal.public()) {
			return a.tell(tx, cal, who, noteReply, id, []string{organizerOf(cal, before)})
		}
		return nil
	}
	without := func(list, drop []string) (out []string) {
		for _, g := range list {
			if !slices.Contains(drop, g) {
				out = append(out, g)
			}
		}
		return out
	}
	added := without(now, old)
	if err := a.tell(tx, cal, who, noteInvited, id, added); err != nil {
		return err
	}
	if err := a.tell(tx, cal, who, noteCanceled, id, without(old, now)); err != nil {
		return err
	}
	return a.tell(tx, cal, who, noteUpdated, id, without(now, added))
}
