package calendarapi

import (
	"context"
	"strconv"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (c *calRow) entryTag() string {
	return gapi.ETag("entry", c.public(), strconv.FormatInt(c.rev, 10), strconv.FormatInt(c.listRev, 10))
}

// listEntry is the calendar as the owner's list shows it.
func (c *calRow) listEntry() (*CalendarListEntry, error) {
	r := &CalendarListEntry{}
	if err := into(c.entry, r); err != nil {
		return nil, err
	}
	cal, err := c.resource()
	if err != nil {
		return nil, err
	}
	r.Kind, r.ETag, r.ID = "calendar#calendarListEntry", c.entryTag(), cal.ID
	r.Summary, r.Description, r.Location, r.TimeZone, r.DataOwner = cal.Summary, cal.Description, cal.Location, cal.TimeZone, cal.DataOwner
	r.ConferenceProperties, r.AccessRole, r.Primary, r.Deleted = cal.ConferenceProperties, ownerRole, c.primary(), !c.listed
	if r.BackgroundColor == "" {
		r.BackgroundColor, _ = background(calendarColors, r.ColorID)
		r.ForegroundColor = foreground
	}
	if r.DefaultReminders == nil {
		r.DefaultReminders = []EventReminder{}
	}
	return r, nil
}

const listScope = "calendarList"

// listCalendars gives the list in order of creation, the primary first.
func (a *API) listCalendars(ctx context.Context, c *gapi.Call) (any, error) {
	q := c.Query
	if err := oneOf("minAccessRole", q.String("minAccessRole"), "freeBusyReader", "owner", "reader", "writer", "writerWithoutPrivateAccess"); err != nil {
		return nil, err
	}
	deleted, hidden := q.Bool("showDeleted", false), q.Bool("showHidden", false)
	if q.Has("syncToken") {
		if q.Has("minAccessRole") || q.Has("showOwnOrganizationOnly") {
			return nil, gapi.InvalidParameter("syncToken", "Sync token cannot be used with minAccessRole or showOwnOrganizationOnly.")
		}
		if q.Has("showDeleted") && !deleted || q.Has("showHidden") && !hidden {
			return nil, gapi.InvalidParameter("syncToken", "Sync token cannot be used with showDeleted or showHidden set to false.")
		}
		deleted, hidden = true, true
	}
	page := &CalendarList{Kind: "calendar#calendarList", Items: []CalendarListEntry{}}
	var tags []string
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		p, err := openPager(tx, q, listScope)
		if err != nil {
			return err
		}
		rows, err := tx.Query(`SELECT `+calColumns+` FROM cal_calendars WHERE seq > ? AND max(list_rev, rev) > ? AND (listed = 1 OR ?)
			AND (?  OR coalesce(json_extract(entry, '$.hidden'), 0) = 0 OR listed = 0) ORDER BY seq LIMIT ?`,
			p.after, p.since, deleted, hidden, p.size+1)
		if err != nil {
			return err
		}
		defer rows.Close()
		last := int64(0)
		for rows.Next() {
			if len(page.Items) == p.size {
				page.NextPageToken = p.next(last)
				break
			}
			cal := &calRow{owner: a.owner}
			if err := cal.scan(rows); err != nil {
				return err
			}
			e, err := cal.listEntry()
			if err != nil {
				return err
			}
			page.Items = append(page.Items, *e)
			tags, last = append(tags, e.ETag), cal.seq
		}
		if page.NextPageToken == "" && !q.Has("minAccessRole") && !q.Bool("showOwnOrganizationOnly", false) {
			page.NextSyncToken = p.sync(listScope)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, err
	}
	page.ETag = gapi.ETag(append(tags, page.NextPageToken)...)
	return page, nil
}

// listedCalendar finds a calendar that is on the list; 404.
func (a *API) listedCalendar(tx *store.Tx, id string) (*calRow, error) {
	cal, err := a.liveCalendar(tx, id)
	if err == nil && !cal.listed {
		return nil, notFound()
	}
	return cal, err
}

func (a *API) getEntry(ctx context.Context, c *gapi.Call) (any, error) {
	var cal *calRow
	err := a.store.Read(ctx, func(tx *store.Tx) (err error) {
		cal, err = a.listedCalendar(tx, c.Path["calendarId"])
		return err
	})
	return entryAnswer(cal, err)
}

func entryAnswer(cal *calRow, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	r, err := cal.listEntry()
	if err != nil {
		return nil, err
	}
	return r, nil
}

// insertEntry puts a calendar of the workspace back on the list.
func (a *API) insertEntry(ctx context.Context, c *gapi.Call) (any, error) {
	id, err := c.Body.String("id")
	if err != nil {
		return nil, err
	}
	if id == "" {
		return nil, required("Missing calendar id.")
	}
	return a.changeEntry(ctx, c, func(tx *store.Tx) (*calRow, error) {
		cal, err := a.liveCalendar(tx, id)
		if err == nil && !cal.listed {
			cal.listed, cal.entry = true, obj{"colorId": "17"}
		}
		return cal, err
	}, false)
}

func (a *API) patchEntry(ctx context.Context, c *gapi.Call) (any, error) {
	id := c.Path["calendarId"]
	return a.changeEntry(ctx, c, func(tx *store.Tx) (*calRow, error) { return a.listedCalendar(tx, id) }, false)
}

func (a *API) updateEntry(ctx context.Context, c *gapi.Call) (any, error) {
	id := c.Path["calendarId"]
	return a.changeEntry(ctx, c, func(tx *store.Tx) (*calRow, error) { return a.listedCalendar(tx, id) }, true)
}

func (a *API) changeEntry(ctx context.Context, c *gapi.Call, find func(*store.Tx) (*calRow, error), replace bool) (any, error) {
	body, err := c.Body.Tree()
	if err != nil {
		return nil, err
	}
	edit, err := readEntry(body, c.Query.Bool("colorRgbFormat", false))
	if err != nil {
		return nil, err
	}
	var cal *calRow
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		if cal, err = find(tx); err != nil {
			return err
		}
		if err := c.Match(cal.entryTag()); err != nil {
			return err
		}
		if replace { // the color stays where the body names none
			cal.entry = keep(cal.entry, "colorId", "backgroundColor", "foregroundColor")
		}
		cal.entry = merge(cal.entry, edit)
		if cal.primary() && cal.entry["hidden"] == true {
			return gapi.Invalid("Invalid value at 'calendar_list_entry.hidden': the primary calendar can't be hidden.")
		}
		return cal.saveEntry(tx)
	})
	return entryAnswer(cal, err)
}

func (c *calRow) saveEntry(tx *store.Tx) error {
	entry, err := encodeTree(c.entry)
	if err != nil {
		return err
	}
	c.listRev = tx.Rev
	_, err = tx.Exec(`UPDATE cal_calendars SET entry = ?, listed = ?, list_rev = ? WHERE seq = ?`, entry, c.listed, c.listRev, c.seq)
	return err
}

// deleteEntry takes a calendar off the list; the calendar itself stays.
func (a *API) deleteEntry(ctx context.Context, c *gapi.Call) (any, error) {
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		cal, err := a.listedCalendar(tx, c.Path["calendarId"])
		if err != nil {
			return err
		}
		if cal.primary() {
			return gapi.Invalid("The primary calendar can't be taken off the list.")
		}
		if err := c.Match(cal.entryTag()); err != nil {
			return err
		}
		cal.listed = false
		return cal.saveEntry(tx)
	})
}
