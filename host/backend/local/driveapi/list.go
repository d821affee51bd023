package driveapi

import (
	"context"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) listFiles(ctx context.Context, c *gapi.Call) (any, error) {
	size, err := c.Query.Int("pageSize", filesPage, 1, maxFilesPage)
	if err != nil {
		return nil, err
	}
	o, err := readOrder(c.Query.String("orderBy"))
	if err != nil {
		return nil, err
	}
	if err := refuseLabels(c.Query); err != nil {
		return nil, err
	}
	out := &FileList{Kind: "drive#fileList", IncompleteSearch: yes(false), Files: make([]*File, 0, min(size, filesPage))}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		w, err := a.corpus(tx, c.Query)
		if err != nil {
			return err
		}
		if err := w.addQuery(a, tx, c.Query.String("q"), allDrives(c.Query)); err != nil {
			return err
		}
		rows, next, err := page(tx, o, w, size, c.Query.String("pageToken"))
		if err != nil {
			return err
		}
		out.NextPageToken = next
		s := a.sight(tx)
		s.wants = func(field string) bool { return c.Selects("files", field) }
		for _, f := range rows {
			shown, err := a.file(s, f)
			if err != nil {
				return err
			}
			out.Files = append(out.Files, shown)
		}
		return nil
	})
	return out, err
}

// corpus says which files a list is about, before its query.
func (a *API) corpus(tx *store.Tx, q gapi.Query) (*filter, error) {
	w := &filter{}
	w.add("f.lost = 0")
	w.add("f.top = 0") // no list shows the top of a drive
	drive := first(q.String("driveId"), q.String("teamDriveId"))
	items := q.Bool("includeItemsFromAllDrives", false) || q.Bool("includeTeamDriveItems", false)
	corpora := first(q.String("corpora"), q.String("corpus"))
	if corpora == "" && drive != "" {
		corpora = "drive"
	}
	if (corpora == "drive" || corpora == "teamDrive") != (drive != "") {
		return nil, gapi.InvalidParameter("driveId", "The driveId parameter must be specified if and only if corpora is set to drive.")
	}
	if items && !allDrives(q) {
		return nil, gapi.InvalidParameter("supportsAllDrives", "The supportsAllDrives parameter must be set to true if includeItemsFromAllDrives is true.")
	}
	switch corpora {
	case "", "user", "default":
		if !items {
			w.add("f.drive IS NULL")
		}
	case "domain":
		w.add("f.drive IS NULL AND f.visibility IN (2, 4)")
	case "drive", "teamDrive", "allDrives", "allTeamDrives":
		if !items {
			return nil, gapi.InvalidParameter("includeItemsFromAllDrives", "The includeItemsFromAllDrives parameter must be set to true for the corpora %s.", corpora)
		}
		if drive != "" {
			d, err := a.driveFor(tx, drive, reader)
			if err != nil {
				return nil, err
			}
			w.add("f.drive = ?", d.seq)
		}
	default:
		return nil, gapi.InvalidParameter("corpora", "Invalid value %s for corpora: it must be user, domain, drive or allDrives.", gapi.Quote(corpora))
	}
	return w, addSpaces(w, q.String("spaces"))
}

// addSpaces restricts a filter to the spaces of a request.
func addSpaces(w *filter, list string) error {
	if list == "" {
		list = "drive"
	}
	wanted := map[string]bool{}
	for s := range strings.SplitSeq(list, ",") {
		s = strings.TrimSpace(s)
		if s != "drive" && s != appDataAlias {
			return gapi.InvalidParameter("spaces", "Invalid value %s for spaces: it must be drive, appDataFolder or both.", gapi.Quote(s))
		}
		wanted[s] = true
	}
	if len(wanted) == 1 {
		w.add("f.space = ?", wanted[appDataAlias])
	}
	return nil
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// selectFiles is the query of a page, with what makes its position behind the
// columns of the files.
func selectFiles(o *order, where []string) string {
	orderBy, position := o.sql()
	return `SELECT ` + fileColumns + `, ` + position + ` FROM files f WHERE ` + strings.Join(where, " AND ") + ` ORDER BY ` + orderBy + ` LIMIT ?`
}

// page reads one page of files and makes the token of the next.
func page(tx *store.Tx, o *order, w *filter, size int, token string) ([]*fileRow, string, error) {
	key, err := tx.Secret()
	if err != nil {
		return nil, "", err
	}
	scope := o.scope("drive.files.list", w)
	where, args := w.where, w.args
	if token != "" {
		data, err := gapi.OpenPageToken(key, scope, token)
		if err != nil {
			return nil, "", err
		}
		position, err := o.decodePosition(data)
		if err != nil {
			return nil, "", err
		}
		after, more := o.after(position)
		where, args = append(where, after), append(args, more...)
	}
	rows, err := tx.Query(selectFiles(o, where), append(args, size+1)...)
	if err != nil {
		return nil, "", err
	}
	defer rows.Close()
	var found []*fileRow
	position := make([]any, len(o.by))
	for rows.Next() {
		if len(found) == size {
			data, err := encodePosition(position)
			return found, gapi.SealPageToken(key, scope, data), err
		}
		f := &fileRow{}
		into := make([]any, len(position))
		for i := range position {
			into[i] = &position[i]
		}
		if err := f.scan(rows, into...); err != nil {
			return nil, "", err
		}
		found = append(found, f)
	}
	return found, "", rows.Err()
}
