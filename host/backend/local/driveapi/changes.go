package driveapi

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// Tokens of changes are plain numbers as Google's are: they are kept for
// months, and go with any filter.

func (a *API) startPageToken(ctx context.Context, c *gapi.Call) (any, error) {
	out := &StartPageToken{Kind: "drive#startPageToken"}
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		if _, err := a.changesOf(tx, c.Query); err != nil {
			return err
		}
		n, err := nextChange(tx)
		out.StartPageToken = strconv.FormatInt(n, 10)
		return err
	})
	return out, err
}

// nextChange is the number that the next change will have.
func nextChange(tx *store.Tx) (n int64, err error) {
	err = tx.QueryRow(`SELECT coalesce(max(n), 0) + 1 FROM drive_changes`).Scan(&n)
	return n, err
}

// changesOf reads which drive a request is about; "" for all.
func (a *API) changesOf(tx *store.Tx, q gapi.Query) (string, error) {
	id := first(q.String("driveId"), q.String("teamDriveId"))
	if id == "" {
		return "", nil
	}
	if !allDrives(q) {
		return "", gapi.InvalidParameter("supportsAllDrives", "The supportsAllDrives parameter must be set to true if driveId is specified.")
	}
	_, err := a.driveFor(tx, id, reader)
	return id, err
}

// changeRow is a row of drive_changes.
type changeRow struct {
	n               int64
	id, kind, drive string
	removed         bool
	at              int64
}

func (a *API) listChanges(ctx context.Context, c *gapi.Call) (any, error) {
	size, err := c.Query.Int("pageSize", changesPage, 1, maxChangesPage)
	if err != nil {
		return nil, err
	}
	if err := refuseLabels(c.Query); err != nil {
		return nil, err
	}
	from, err := changesFrom(c.Query.String("pageToken"))
	if err != nil {
		return nil, err
	}
	out := &ChangeList{Kind: "drive#changeList", Changes: []*Change{}}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		w, err := a.changeFilter(tx, c.Query)
		if err != nil {
			return err
		}
		next, err := nextChange(tx)
		if err != nil {
			return err
		}
		if from > next {
			return gapi.InvalidPageToken()
		}
		rows, err := readChanges(tx, w, from, size+1)
		if err != nil {
			return err
		}
		out.NewStartPageToken = strconv.FormatInt(next, 10)
		if len(rows) > size {
			out.NewStartPageToken, out.NextPageToken = "", strconv.FormatInt(rows[size].n, 10)
			rows = rows[:size]
		}
		s := a.sight(tx)
		s.wants = func(field string) bool { return c.Selects("changes", "file", field) }
		for _, r := range rows {
			ch, err := a.change(s, r)
			if err != nil {
				return err
			}
			out.Changes = append(out.Changes, ch)
		}
		return nil
	})
	return out, err
}

// changesFrom reads a token: plain digits from 1.
func changesFrom(token string) (int64, error) {
	if token == "" {
		return 0, gapi.InvalidParameter("pageToken", "Required parameter: pageToken")
	}
	n, err := strconv.ParseInt(token, 10, 64)
	if err != nil || n < 1 || strconv.FormatInt(n, 10) != token {
		return 0, gapi.InvalidPageToken()
	}
	return n, nil
}

func (a *API) changeFilter(tx *store.Tx, q gapi.Query) (*filter, error) {
	w := &filter{}
	drive, err := a.changesOf(tx, q)
	if err != nil {
		return nil, err
	}
	items := q.Bool("includeItemsFromAllDrives", false) || q.Bool("includeTeamDriveItems", false)
	switch {
	case items && !allDrives(q):
		return nil, gapi.InvalidParameter("supportsAllDrives", "The supportsAllDrives parameter must be set to true if includeItemsFromAllDrives is true.")
	case drive != "" && !items:
		return nil, gapi.InvalidParameter("includeItemsFromAllDrives", "The includeItemsFromAllDrives parameter must be set to true if driveId is specified.")
	case drive != "":
		w.add("f.drive = ?", drive)
	case !items || q.Bool("restrictToMyDrive", false):
		w.add("f.drive = ''")
	}
	if q.Bool("restrictToMyDrive", false) {
		w.add("(f.removed OR EXISTS (SELECT 1 FROM files x WHERE x.id = f.id AND x.parent IS NOT NULL))")
	}
	if !q.Bool("includeRemoved", true) {
		w.add("f.removed = 0 AND NOT EXISTS (SELECT 1 FROM files x WHERE x.id = f.id AND x.lost)")
	}
	return w, addSpaces(w, q.String("spaces"))
}

func readChanges(tx *store.Tx, w *filter, from int64, n int) ([]changeRow, error) {
	where := append([]string{"f.n >= ?"}, w.where...)
	args := append([]any{from}, w.args...)
	rows, err := tx.Query(`SELECT f.n, f.id, f.kind, f.drive, f.removed, f.at FROM drive_changes f WHERE `+strings.Join(where, " AND ")+` ORDER BY f.n LIMIT ?`, append(args, n)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []changeRow
	for rows.Next() {
		var r changeRow
		if err := rows.Scan(&r.n, &r.id, &r.kind, &r.drive, &r.removed, &r.at); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

// change shows a change with what its file or drive is now. What the user lost
// access to is removed for them.
func (a *API) change(s *sight, r changeRow) (*Change, error) {
	out := &Change{Kind: "drive#change", ChangeType: r.kind, Type: r.kind, Time: at(r.at), Removed: yes(r.removed)}
	if r.kind == "drive" {
		out.DriveID, out.TeamDriveID, out.Type = r.id, r.id, "teamDrive"
	} else {
		out.FileID, out.DriveID, out.TeamDriveID = r.id, r.drive, r.drive
	}
	if r.removed {
		return out, nil
	}
	f, err := rowByID(s.tx, r.id)
	var e *gapi.Error
	if errors.As(err, &e) || err == nil && f.lost {
		out.Removed = yes(true)
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	if r.kind == "drive" {
		d, err := driveBySeq(s.tx, f.seq)
		if err == nil {
			out.Drive, err = a.drive(s, d)
		}
		return out, err
	}
	out.File, err = a.file(s, f)
	return out, err
}
