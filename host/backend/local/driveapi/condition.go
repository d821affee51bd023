package driveapi

import (
	"fmt"
	"strings"

	"github.com/wslite/wslite/host/backend/local/driveapi/query"
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// filter collects SQL conditions with their arguments. All that a client sent
// is an argument, never part of the SQL.
type filter struct {
	where []string
	args  []any
}

func (w *filter) add(where string, args ...any) {
	w.where = append(w.where, where)
	w.args = append(w.args, args...)
}

// translator turns a query into SQL.
type translator struct {
	api    *API
	tx     *store.Tx
	drives bool // the client sees shared drives
	args   []any
}

// addQuery adds a client's query to the filter.
func (w *filter) addQuery(a *API, tx *store.Tx, text string, drives bool) error {
	e, err := query.Parse(text, query.Files())
	if err != nil {
		return badQuery(err)
	}
	if e == nil {
		return nil
	}
	t := &translator{api: a, tx: tx, drives: drives}
	sql, err := t.expr(e)
	if err != nil {
		return err
	}
	w.add(sql, t.args...)
	return nil
}

func badQuery(err error) error {
	e := gapi.InvalidParameter("q", "Invalid Value: %s.", err)
	e.Reason = "invalid"
	return e
}

func (t *translator) expr(e query.Expr) (string, error) {
	switch e := e.(type) {
	case query.And:
		return t.pair(e.Left, " AND ", e.Right)
	case query.Or:
		return t.pair(e.Left, " OR ", e.Right)
	case query.Not:
		x, err := t.expr(e.X)
		return "NOT " + x, err
	}
	sql, err := t.term(e.(query.Term))
	return "(" + sql + ")", err
}

func (t *translator) pair(left query.Expr, word string, right query.Expr) (string, error) {
	l, err := t.expr(left)
	if err != nil {
		return "", err
	}
	r, err := t.expr(right)
	return "(" + l + word + r + ")", err
}

func (t *translator) arg(v any) string {
	t.args = append(t.args, v)
	return "?"
}

// columns are the fields that a column answers.
var columns = map[string]string{
	"name": "f.name", "mimeType": "f.mime", "trashed": "f.trashed", "starred": "f.starred", "modifiedTime": "f.modified",
	"hidden":      "d.hidden",
	"createdTime": "f.created", "viewedByMeTime": "f.viewed", "shortcutDetails.targetId": "f.target",
}

func (t *translator) term(q query.Term) (string, error) {
	switch q.Field {
	case "modifiedTime", "createdTime", "viewedByMeTime":
		sql := columns[q.Field] + " " + string(q.Op) + " " + t.arg(q.Time.UnixMilli())
		if q.Field == "viewedByMeTime" {
			sql += " AND f.viewed > 0"
		}
		return sql, nil
	case "trashed", "starred", "hidden":
		return columns[q.Field] + " " + string(q.Op) + " " + t.arg(q.Bool), nil
	case "sharedWithMe":
		if q.Bool == (q.Op == query.Equal) {
			return "f.shared_at > 0", nil
		}
		return "f.shared_at = 0", nil
	case "parents":
		p, err := t.api.find(t.tx, q.Text, t.drives)
		if err != nil {
			return "", err
		}
		return "f.parent = " + t.arg(p.seq), nil
	case "owners", "writers", "readers":
		return t.people(q), nil
	case "properties", "appProperties":
		return "EXISTS (SELECT 1 FROM file_properties p WHERE p.file = f.seq AND p.private = " + t.arg(q.Field == "appProperties") +
			" AND p.key = " + t.arg(q.Key) + " AND p.value = " + t.arg(q.Text) + ")", nil
	case "visibility":
		for level, name := range visibilities {
			if q.Text == name {
				return "f.visibility " + string(q.Op) + " " + t.arg(level), nil
			}
		}
		return "", badQuery(fmt.Errorf("visibility is one of %s", strings.Join(visibilities, ", ")))
	case "fullText":
		return t.words("body", fullText(q.Text)), nil
	}
	return t.text(q), nil
}

func (t *translator) text(q query.Term) string {
	switch {
	case q.Op != query.Contains:
		return columns[q.Field] + " " + string(q.Op) + " " + t.arg(q.Text)
	case q.Field == "mimeType":
		return "instr(f.mime, " + t.arg(q.Text) + ") > 0"
	}
	var begins []string
	for _, w := range words(q.Text) {
		begins = append(begins, " "+w)
	}
	return t.words("name", begins)
}

// words demands that all pieces stand in the words of a file. Nothing to look
// for is found nowhere.
func (t *translator) words(column string, pieces []string) string {
	if len(pieces) == 0 {
		return "0"
	}
	var all []string
	for _, p := range pieces {
		all = append(all, "instr(w."+column+", "+t.arg(p)+") > 0")
	}
	return "EXISTS (SELECT 1 FROM file_words w WHERE w.file = f.seq AND " + strings.Join(all, " AND ") + ")"
}

// fullText parts a search into what must be found: whole words, and for a text
// in double quotes the run of its words.
func fullText(text string) (pieces []string) {
	for i, part := range strings.Split(text, `"`) {
		w := words(part)
		if i%2 == 1 && len(w) > 0 {
			pieces = append(pieces, run(w))
			continue
		}
		for _, one := range w {
			pieces = append(pieces, run([]string{one}))
		}
	}
	return pieces
}

// people asks who has a role: on the file or a folder above it.
func (t *translator) people(q query.Term) string {
	who := strings.ToLower(q.Text)
	if who == "me" {
		who = strings.ToLower(t.api.owner.Email)
	}
	if q.Field == "owners" {
		return "lower(f.owner) = " + t.arg(who)
	}
	roles := "('owner', 'organizer', 'fileOrganizer', 'writer')"
	if q.Field == "readers" {
		roles = "('owner', 'organizer', 'fileOrganizer', 'writer', 'commenter', 'reader')"
	}
	return "EXISTS (WITH RECURSIVE up (seq) AS (SELECT f.seq UNION ALL SELECT u.parent FROM files u JOIN up ON u.seq = up.seq WHERE u.parent IS NOT NULL) " +
		"SELECT 1 FROM file_permissions p JOIN up ON p.file = up.seq WHERE p.grantee = " + t.arg(who) + " AND p.role IN " + roles + ")"
}
