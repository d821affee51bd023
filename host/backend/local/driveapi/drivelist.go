package driveapi

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/wslite/wslite/host/backend/local/driveapi/query"
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) listDrives(ctx context.Context, c *gapi.Call) (any, error) {
	size, err := c.Query.Int("pageSize", drivesPage, 1, maxDrivesPage)
	if err != nil {
		return nil, err
	}
	e, err := query.Parse(c.Query.String("q"), query.Drives())
	if err != nil {
		return nil, badQuery(err)
	}
	out := &DriveList{Kind: "drive#driveList", Drives: []*Drive{}}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		key, err := tx.Secret()
		if err != nil {
			return err
		}
		scope := "drive.drives.list " + query.String(e)
		after, err := openDrive(key, scope, c.Query.String("pageToken"))
		if err != nil {
			return err
		}
		w := &filter{where: []string{"f.lost = 0", "(f.natural, f.seq) > (?, ?)"}, args: []any{after.Name, after.Seq}}
		if e != nil {
			t := &translator{api: a, tx: tx}
			sql, err := t.expr(e)
			if err != nil {
				return err
			}
			w.add(sql, t.args...)
		}
		rows, err := readDrives(tx, w, size+1)
		if err != nil {
			return err
		}
		if len(rows) > size {
			rows = rows[:size]
			data, err := json.Marshal(drivePlace{rows[size-1].natural, rows[size-1].seq})
			if err != nil {
				return err
			}
			out.NextPageToken = gapi.SealPageToken(key, scope, data)
		}
		s := a.sight(tx)
		for _, d := range rows {
			shown, err := a.drive(s, d)
			if err != nil {
				return err
			}
			out.Drives = append(out.Drives, shown)
		}
		return nil
	})
	return out, err
}

// drivePlace is where a page of drives ended.
type drivePlace struct {
	Name string
	Seq  int64
}

func openDrive(key []byte, scope, token string) (p drivePlace, err error) {
	if token == "" {
		return p, nil
	}
	data, err := gapi.OpenPageToken(key, scope, token)
	if err == nil && json.Unmarshal(data, &p) != nil {
		err = gapi.InvalidPageToken()
	}
	return p, err
}

func readDrives(tx *store.Tx, w *filter, n int) ([]*driveRow, error) {
	rows, err := tx.Query(`SELECT `+driveColumns+` FROM drives d JOIN files f ON f.seq = d.seq WHERE `+strings.Join(w.where, " AND ")+
		` ORDER BY f.natural, f.seq LIMIT ?`, append(w.args, n)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []*driveRow
	for rows.Next() {
		d := &driveRow{}
		if err := d.scan(rows); err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, rows.Err()
}
