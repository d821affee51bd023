package calendarapi

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/wslite/wslite/host/backend/local/calendarapi/recurrence"
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

const (
	// primaryID is the alias of the primary calendar, and its id in the table.
	primaryID = "primary"
	// defaultZone is the zone of a new workspace.
	defaultZone = "UTC"
	// primaryEntry is the list entry that the primary calendar begins with.
	primaryEntry = `{"selected":true,"colorId":"14","defaultReminders":[{"method":"popup","minutes":10}]}`
	// ownerRole is the only role that the owner of a workspace has.
	ownerRole = "owner"
)

// calRow is a row of cal_calendars.
type calRow struct {
	seq                                    int64
	id, summary, description, place, zone  string
	extra, entry                           obj
	listed, deleted                        bool
	updated, rev, listRev, syncRev, series int64
	longest                                int64

	owner    gapi.Person
	location *time.Location
}

const calColumns = `seq, id, summary, description, location, zone, extra, entry, listed, deleted,
	updated, rev, list_rev, sync_rev, series_rev, longest`

func (c *calRow) scan(row interface{ Scan(...any) error }) error {
	var extra, entry string
	err := row.Scan(&c.seq, &c.id, &c.summary, &c.description, &c.place, &c.zone, &extra, &entry, &c.listed, &c.deleted,
		&c.updated, &c.rev, &c.listRev, &c.syncRev, &c.series, &c.longest)
	if err != nil {
		return err
	}
	if c.extra, err = decodeTree(extra); err != nil {
		return err
	}
	if c.entry, err = decodeTree(entry); err != nil {
		return err
	}
	c.location, err = recurrence.LoadZone(c.zone)
	return err
}

func (c *calRow) primary() bool { return c.id == primaryID }

// public is the id as answers show it.
func (c *calRow) public() string {
	if c.primary() {
		return c.owner.Email
	}
	return c.id
}

// title is the summary; the primary calendar's is the address until it is
// given one.
func (c *calRow) title() string {
	if c.summary == "" && c.primary() {
		return c.owner.Email
	}
	return c.summary
}

func (c *calRow) etag() string {
	return gapi.ETag("calendar", c.public(), strconv.FormatInt(c.rev, 10))
}

func (c *calRow) resource() (*Calendar, error) {
	r := &Calendar{}
	if err := into(c.extra, r); err != nil {
		return nil, err
	}
	r.Kind, r.ETag, r.ID = "calendar#calendar", c.etag(), c.public()
	r.Summary, r.Description, r.Location, r.TimeZone = c.title(), c.description, c.place, c.zone
	if !c.primary() {
		r.DataOwner = c.owner.Email
	}
	if r.ConferenceProperties == nil {
		r.ConferenceProperties = &ConferenceProperties{AllowedConferenceSolutionTypes: []string{meetType}}
	}
	return r, nil
}

// findCalendar finds a calendar, deleted or not: by "primary", the owner's
// address or an id; 404.
func (a *API) findCalendar(tx *store.Tx, id string) (*calRow, error) {
	if strings.EqualFold(id, a.owner.Email) {
		id = primaryID
	}
	c := &calRow{owner: a.owner}
	err := c.scan(tx.QueryRow(`SELECT `+calColumns+` FROM cal_calendars WHERE id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, notFound()
	}
	return c, err
}

// liveCalendar is findCalendar for one that is not deleted.
func (a *API) liveCalendar(tx *store.Tx, id string) (*calRow, error) {
	c, err := a.findCalendar(tx, id)
	if err == nil && c.deleted {
		return nil, notFound()
	}
	return c, err
}

// save writes what an edit can change, and marks the calendar as changed.
func (c *calRow) save(tx *store.Tx) error {
	extra, err := encodeTree(c.extra)
	if err != nil {
		return err
	}
	c.rev = tx.Rev
	_, err = tx.Exec(`UPDATE cal_calendars SET summary = ?, description = ?, location = ?, zone = ?, extra = ?, rev = ? WHERE seq = ?`,
		c.summary, c.description, c.place, c.zone, extra, c.rev, c.seq)
	return err
}

// touch notes that an event of the calendar changed.
func (c *calRow) touch(tx *store.Tx) error {
	c.updated = tx.Now
	_, err := tx.Exec(`UPDATE cal_calendars SET updated = ?, sync_rev = ?, series_rev = ?, longest = ? WHERE seq = ?`,
		c.updated, c.syncRev, c.series, c.longest, c.seq)
	return err
}

// newCalendarID makes an id of the form that the service gives.
func newCalendarID(tx *store.Tx) string {
	sum := sha256.Sum256([]byte(tx.NewID()))
	return "c_" + hex.EncodeToString(sum[:]) + "@group.calendar.google.com"
}
