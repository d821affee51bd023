package calendarapi

import (
	"context"
	"errors"
	"io"

	"github.com/wslite/wslite/host/backend/local/calendarapi/ics"
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// Imported says what became of a file's events. A series with all its
// exceptions counts as one.
type Imported struct {
	Added, Updated, Unchanged int
	// Problems are events, or parts of events, that could not be taken over.
	Problems []ics.Problem
}

// importBatch is how many events are written in one transaction.
const importBatch = 200

// ImportICS reads an iCalendar file into a calendar ("primary" or an id).
// Events are told apart by their UID: one that is there already is replaced,
// and left alone if nothing differs. What can't be read is reported and costs
// nothing else. The error is of the reader or the store, a *gapi.Error for an
// unknown calendar, or says that the input is no iCalendar file; what was
// counted until then is in the calendar.
func (a *API) ImportICS(ctx context.Context, calendarID string, r io.Reader) (Imported, error) {
	var out Imported
	var cal *calRow
	err := a.store.Read(ctx, func(tx *store.Tx) (err error) {
		cal, err = a.liveCalendar(tx, calendarID)
		return err
	})
	if err != nil {
		return out, err
	}
	all, problems, err := ics.Read(r, cal.location)
	if err != nil {
		return out, err
	}
	out.Problems = problems
	for len(all) > 0 {
		n := min(len(all), importBatch)
		done := out
		err := a.store.Write(ctx, func(tx *store.Tx) error {
			cal, err := a.liveCalendar(tx, calendarID)
			if err != nil {
				return err
			}
			for _, e := range all[:n] {
				if err := done.add(ctx, a, tx, cal, e); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return out, err
		}
		out, all = done, all[n:]
	}
	return out, nil
}

// add imports one UID. What is wrong with it undoes it alone.
func (i *Imported) add(ctx context.Context, a *API, tx *store.Tx, cal *calRow, e ics.Event) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, err := tx.Exec(`SAVEPOINT cal_import`); err != nil {
		return err
	}
	before := *cal
	isNew, changed, err := a.importUID(tx, cal, e, i)
	var refused *gapi.Error
	if errors.As(err, &refused) {
		*cal = before
		i.problem(e.UID, refused)
		_, err := tx.Exec(`ROLLBACK TO cal_import`)
		return err
	}
	if err != nil {
		return err
	}
	switch {
	case isNew:
		i.Added++
	case changed:
		i.Updated++
	default:
		i.Unchanged++
	}
	_, err = tx.Exec(`RELEASE cal_import`)
	return err
}

func (i *Imported) problem(uid string, err error) {
	i.Problems = append(i.Problems, ics.Problem{UID: uid, Text: err.Error()})
}

var importOptions = writeOptions{importing: true, who: tellNone}

func (a *API) importUID(tx *store.Tx, cal *calRow, e ics.Event, i *Imported) (isNew, changed bool, err error) {
	if e.Body == nil {
		return a.importStrays(tx, cal, e)
	}
	row, isNew, err := a.importOne(tx, cal, e.Body, importOptions)
	if err != nil {
		return false, false, err
	}
	changed = row.rev == tx.Rev
	for _, x := range e.Exceptions {
		did, err := a.importException(tx, cal, row, x)
		var refused *gapi.Error
		if errors.As(err, &refused) { // the series is worth having without it
			i.problem(e.UID, refused)
			continue
		}
		if err != nil {
			return false, false, err
		}
		changed = changed || did
	}
	return isNew, changed, nil
}

func (a *API) importException(tx *store.Tx, cal *calRow, master *eventRow, x ics.Exception) (changed bool, err error) {
	id := instanceID(master.id, originalOf(x.Original, x.AllDay))
	t, err := a.resolve(tx, cal, id)
	var refused *gapi.Error
	if errors.As(err, &refused) || err == nil && t.master == nil {
		return false, gapi.Invalid("an exception (RECURRENCE-ID) is of no instance of the series")
	}
	if err != nil {
		return false, err
	}
	if text(x.Body, "status") == "cancelled" {
		if !t.instance() && t.row.cancelled {
			return false, nil
		}
		return true, a.cancel(tx, cal, t, tellNone)
	}
	body := merge(x.Body, obj{"sequence": nil}) // an exception is written again with any number
	row, err := a.apply(tx, cal, t, change{body: body, replace: true, writeOptions: importOptions})
	return err == nil && row.rev == tx.Rev, err
}

// importStrays imports exceptions whose series is not in the file, such as an
// invitation to one instance: each is an event of its own.
func (a *API) importStrays(tx *store.Tx, cal *calRow, e ics.Event) (isNew, changed bool, err error) {
	series, err := oneEvent(tx, `calendar = ? AND uid = ? AND series = 1 LIMIT 1`, cal.seq, e.UID)
	if err != nil {
		return false, false, err
	}
	for _, x := range e.Exceptions {
		if series != nil {
			did, err := a.importException(tx, cal, series, x)
			if err != nil {
				return false, false, err
			}
			changed = changed || did
			continue
		}
		x.Body["iCalUID"] = e.UID + "/" + originalOf(x.Original, x.AllDay)
		row, added, err := a.importOne(tx, cal, x.Body, importOptions)
		if err != nil {
			return false, false, err
		}
		isNew, changed = isNew || added, changed || row.rev == tx.Rev
	}
	return isNew, changed, nil
}
