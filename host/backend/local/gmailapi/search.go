package gmailapi

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/gmailapi/query"
	"github.com/wslite/wslite/host/backend/local/store"
)

// search is what a list is asked for.
type search struct {
	labels  []string // ids, all of which must be there
	expr    query.Expr
	hidden  bool   // with spam and trash, whatever the query says
	drafts  bool   // only messages of drafts
	scope   string // of page tokens
	size    int
	token   string
	threads bool // one row per thread: its newest message that matches
}

// readSearch reads the parameters of a list: of messages, threads or drafts.
func (a *API) readSearch(c *gapi.Call, method string) (s search, err error) {
	s = search{threads: method == "threads", drafts: method == "drafts", labels: c.Query.All("labelIds"),
		hidden: c.Query.Bool("includeSpamTrash", false), token: c.Query.String("pageToken")}
	if s.size, err = c.Query.Int("maxResults", pageSize, 1, maxPageSize); err != nil {
		return s, err
	}
	if s.expr, err = query.Parse(c.Query.String("q"), query.Env{Now: a.store.Now().In(a.zone)}); err != nil {
		return s, badQuery("q", err)
	}
	scope, err := json.Marshal([]any{method, s.labels, c.Query.String("q"), s.hidden})
	s.scope = string(scope) // JSON holds no zero byte
	return s, err
}

// badQuery words a query that can't be read.
func badQuery(name string, err error) error {
	var e *query.Error
	if errors.As(err, &e) {
		return gapi.InvalidParameter(name, "Invalid search query: %s", e.Error())
	}
	return err
}

// condition makes SQL of the search for one alias of mail_messages. row is the
// number of the message; a plus in front keeps SQLite from collecting and
// sorting what a word matches: a list walks in its order and looks each up.
func (a *API) condition(tx *store.Tx, s search, alias, row string) (string, []any, error) {
	c := &compiler{tx: tx, alias: alias, row: row, owner: a.owner.Email}
	sql := c.expr(s.expr)
	for _, id := range s.labels {
		sql += " AND " + c.bears(id)
	}
	if s.drafts {
		sql += " AND EXISTS (SELECT 1 FROM mail_drafts x WHERE x.message = " + alias + ".seq)"
	}
	if !s.hidden && !c.trash && !slices.Contains(s.labels, trash) {
		sql += " AND NOT " + c.bears(trash)
	}
	if !s.hidden && !c.spam && !slices.Contains(s.labels, spam) {
		sql += " AND NOT " + c.bears(spam)
	}
	return sql, c.args, c.err
}

// found is a page of messages, in the order of the list.
type found struct {
	rows     []*message
	next     string // token of the next page
	estimate int
}

// run reads a page.
func (a *API) run(tx *store.Tx, s search) (*found, error) {
	if _, err := labelsByID(tx, s.labels); err != nil {
		return nil, err
	}
	key, err := tx.Secret()
	if err != nil {
		return nil, err
	}
	from, args, err := a.matching(tx, s)
	if err != nil {
		return nil, err
	}
	out := &found{}
	if err := tx.QueryRow(`SELECT count(*) FROM (SELECT 1 `+from+` LIMIT ?)`, append(slices.Clone(args), maxEstimate)...).Scan(&out.estimate); err != nil {
		return nil, err
	}
	if s.token != "" {
		date, seq, err := openCursor(key, s)
		if err != nil {
			return nil, err
		}
		from += ` AND (d.date, d.message) < (?, ?)`
		args = append(args, date, seq)
	}
	rows, err := tx.Query(`SELECT `+messageColumns+` `+from+` ORDER BY d.date DESC, d.message DESC LIMIT ?`, append(args, s.size+1)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		if len(out.rows) == s.size {
			last := out.rows[s.size-1]
			position := binary.AppendVarint(binary.AppendVarint(nil, last.date), last.seq)
			out.next = gapi.SealPageToken(key, s.scope, position)
			break
		}
		m := &message{}
		if err := m.scan(rows); err != nil {
			return nil, err
		}
		out.rows = append(out.rows, m)
	}
	return out, rows.Err()
}

// matching gives FROM and WHERE of a search. d walks in the order of the list:
// along the messages of one label that all must have, or along all.
func (a *API) matching(tx *store.Tx, s search) (string, []any, error) {
	where, args, err := a.condition(tx, s, "m", "+d.message")
	if err != nil {
		return "", nil, err
	}
	from := `FROM (SELECT date, seq AS message FROM mail_messages) d CROSS JOIN mail_messages m ON m.seq = d.message WHERE `
	if id := s.driver(); id != "" {
		from = `FROM mail_message_labels d CROSS JOIN mail_messages m ON m.seq = d.message WHERE d.label = (SELECT seq FROM mail_labels WHERE id = ?) AND `
		args = append([]any{id}, args...)
	}
	if s.threads {
		newer, more, err := a.condition(tx, s, "n", "+n.seq")
		if err != nil {
			return "", nil, err
		}
		where += ` AND NOT EXISTS (SELECT 1 FROM mail_messages n WHERE n.thread = m.thread AND (n.date, n.seq) > (m.date, m.seq) AND ` + newer + `)`
		args = append(args, more...)
	}
	return from + where, args, nil
}

// driver gives a label that every result has; empty if none is sure.
func (s search) driver() string {
	if len(s.labels) > 0 {
		return s.labels[0]
	}
	if s.drafts {
		return draft
	}
	terms, ok := s.expr.(query.All)
	if !ok {
		terms = query.All{s.expr}
	}
	for _, e := range terms {
		if l, ok := e.(query.Label); ok && reserved(strings.ToLower(l.Name)) != "" {
			return reserved(strings.ToLower(l.Name))
		}
	}
	return ""
}

// openCursor gives where the page before ended.
func openCursor(key []byte, s search) (date, seq int64, err error) {
	b, err := gapi.OpenPageToken(key, s.scope, s.token)
	if err != nil {
		return 0, 0, err
	}
	date, n := binary.Varint(b)
	if n <= 0 {
		return 0, 0, gapi.InvalidPageToken()
	}
	seq, m := binary.Varint(b[n:])
	if m <= 0 {
		return 0, 0, gapi.InvalidPageToken()
	}
	return date, seq, nil
}
