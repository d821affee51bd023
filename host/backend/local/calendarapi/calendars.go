package calendarapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) getCalendar(ctx context.Context, c *gapi.Call) (any, error) {
	var cal *calRow
	err := a.store.Read(ctx, func(tx *store.Tx) (err error) {
		cal, err = a.liveCalendar(tx, c.Path["calendarId"])
		return err
	})
	return calendarAnswer(cal, err)
}

func calendarAnswer(cal *calRow, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	r, err := cal.resource()
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (a *API) insertCalendar(ctx context.Context, c *gapi.Call) (any, error) {
	body, err := c.Body.Tree()
	if err != nil {
		return nil, err
	}
	if text(body, "summary") == "" {
		return nil, required("Missing title.")
	}
	cal := &calRow{owner: a.owner, extra: obj{}}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		var n int
		if err := tx.QueryRow(`SELECT count(*) FROM cal_calendars WHERE deleted = 0`).Scan(&n); err != nil {
			return err
		}
		if n >= maxCalendars {
			return forbidden("quotaExceeded", "Calendar usage limits exceeded: a workspace has up to %d calendars.", maxCalendars)
		}
		primary, err := a.findCalendar(tx, primaryID)
		if err != nil {
			return err
		}
		cal.zone = primary.zone
		if err := cal.edit(tx, body); err != nil {
			return err
		}
		cal.id, cal.updated, cal.rev = newCalendarID(tx), tx.Now, tx.Rev
		if err := tx.QueryRow(`INSERT INTO cal_calendars (id, summary, zone, entry, updated, rev, list_rev)
			VALUES (?, ?, ?, '{"selected":true,"colorId":"17","defaultReminders":[]}', ?, ?, ?) RETURNING seq`,
			cal.id, cal.summary, cal.zone, cal.updated, cal.rev, cal.rev).Scan(&cal.seq); err != nil {
			return err
		}
		return cal.save(tx)
	})
	return calendarAnswer(cal, err)
}

func (a *API) patchCalendar(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeCalendar(ctx, c, false)
}

func (a *API) updateCalendar(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeCalendar(ctx, c, true)
}

func (a *API) changeCalendar(ctx context.Context, c *gapi.Call, replace bool) (any, error) {
	body, err := c.Body.Tree()
	if err != nil {
		return nil, err
	}
	var cal *calRow
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		if cal, err = a.liveCalendar(tx, c.Path["calendarId"]); err != nil {
			return err
		}
		if err := c.Match(cal.etag()); err != nil {
			return err
		}
		zone := cal.zone
		if replace {
			if text(body, "summary") == "" {
				return required("Missing title.")
			}
			cal.description, cal.place = "", ""
			delete(cal.extra, "conferenceProperties")
		}
		if err := cal.edit(tx, body); err != nil {
			return err
		}
		if cal.zone != zone {
			if err := a.rezone(tx, cal); err != nil {
				return err
			}
		}
		// The list shows the calendar's title and zone, so its entry changes.
		return cal.save(tx)
	})
	return calendarAnswer(cal, err)
}

func (a *API) deleteCalendar(ctx context.Context, c *gapi.Call) (any, error) {
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		cal, err := a.liveCalendar(tx, c.Path["calendarId"])
		if err != nil {
			return err
		}
		if cal.primary() {
			return gapi.Invalid("The primary calendar can't be deleted; calendars.clear removes its events.")
		}
		if err := c.Match(cal.etag()); err != nil {
			return err
		}
		if err := cal.removeEvents(tx); err != nil {
			return err
		}
		if _, err := tx.Exec(`DELETE FROM cal_rules WHERE calendar = ?`, cal.seq); err != nil {
			return err
		}
		_, err = tx.Exec(`UPDATE cal_calendars SET deleted = 1, listed = 0, rev = ?, list_rev = ? WHERE seq = ?`, tx.Rev, tx.Rev, cal.seq)
		return err
	})
}

func (a *API) clearCalendar(ctx context.Context, c *gapi.Call) (any, error) {
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		cal, err := a.liveCalendar(tx, c.Path["calendarId"])
		if err != nil {
			return err
		}
		if !cal.primary() {
			return gapi.Invalid("Only the primary calendar can be cleared; a secondary one can be deleted.")
		}
		if err := cal.removeEvents(tx); err != nil {
			return err
		}
		// Nothing is left that a sync could tell, so its tokens end.
		cal.syncRev, cal.longest = tx.Rev, 0
		return cal.touch(tx)
	})
}

func (c *calRow) removeEvents(tx *store.Tx) error {
	if _, err := tx.Exec(`DELETE FROM cal_properties WHERE event IN (SELECT seq FROM cal_events WHERE calendar = ?)`, c.seq); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM cal_events WHERE calendar = ?`, c.seq)
	return err
}

// SetTimeZone gives the primary calendar a zone (an IANA name): what a new
// workspace's owner lives in. Errors are *gapi.Error for an unknown name.
func (a *API) SetTimeZone(ctx context.Context, zone string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		cal, err := a.findCalendar(tx, primaryID)
		if err != nil {
			return err
		}
		if err := cal.setZone(zone); err != nil {
			return err
		}
		if err := a.rezone(tx, cal); err != nil {
			return err
		}
		return cal.save(tx)
	})
}
