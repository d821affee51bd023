package gmailapi

import (
	"strings"

	"github.com/wslite/wslite/host/backend/local/gmailapi/query"
	"github.com/wslite/wslite/host/backend/local/store"
)

// compiler makes a SQL condition on messages of a query. Values are arguments,
// never part of the text.
type compiler struct {
	tx    *store.Tx
	alias string // of mail_messages
	row   string // the number of the message where the list walks
	owner string // whom "me" means
	args  []any
	err   error // the first failure of a look-up

	// spam and trash say that the query asks for such mail.
	spam, trash bool
}

// never matches nothing, always everything.
const (
	never  = "0"
	always = "1"
)

func (c *compiler) expr(e query.Expr) string {
	switch e := e.(type) {
	case query.All:
		return c.join(e, " AND ", always)
	case query.Any:
		return c.join(e, " OR ", never)
	case query.Not:
		return c.not(e.X)
	case query.Text:
		return c.text(e)
	case query.Label:
		return c.label(e)
	case query.Has:
		return c.has(e.What)
	case query.Date:
		c.args = append(c.args, e.At)
		return c.alias + ".date " + map[bool]string{true: "<", false: ">="}[e.Before] + " ?"
	case query.Size:
		c.args = append(c.args, e.Bytes)
		return c.alias + ".size " + map[bool]string{true: ">", false: "<"}[e.Larger] + " ?"
	case query.MessageID:
		c.args = append(c.args, e.ID)
		return "(" + c.alias + ".message_id = ? AND " + c.alias + ".message_id <> '')"
	}
	return never
}

// not negates a term. What is excluded is not asked for: -in:spam opens no
// spam.
func (c *compiler) not(x query.Expr) string {
	spam, trash := c.spam, c.trash
	sql := "NOT (" + c.expr(x) + ")"
	c.spam, c.trash = spam, trash
	return sql
}

func (c *compiler) join(list []query.Expr, sign, empty string) string {
	if len(list) == 0 {
		return empty
	}
	var out []string
	for _, e := range list {
		out = append(out, c.expr(e))
	}
	return "(" + strings.Join(out, sign) + ")"
}

// columns are those of mail_words that a field stands for.
var columns = map[query.Field]string{
	query.Anywhere: "subject sender recipient cc bcc body filename",
	query.From:     "sender", query.To: "recipient cc bcc", query.Cc: "cc", query.Bcc: "bcc", query.Subject: "subject",
	query.List: "list", query.DeliveredTo: "delivered", query.Filename: "filename",
}

func (c *compiler) text(t query.Text) string {
	phrase := t.Phrase
	switch t.Field {
	case query.From, query.To, query.Cc, query.Bcc, query.DeliveredTo:
		if strings.EqualFold(phrase, "me") {
			phrase = c.owner
		}
	}
	return c.words(columns[t.Field], phrase)
}

// words looks a phrase up in the index. One without a word says nothing, like a
// lone dash, and matches all.
func (c *compiler) words(columns, phrase string) string {
	if wordless(phrase) {
		return always
	}
	phrase = strings.ReplaceAll(strings.ToValidUTF8(phrase, " "), "\x00", " ") // the index takes a zero for the end
	c.args = append(c.args, "{"+columns+`} : "`+strings.ReplaceAll(segment(phrase), `"`, `""`)+`"`)
	return c.row + " IN (SELECT rowid FROM mail_words WHERE mail_words MATCH ?)"
}

func (c *compiler) has(what string) string {
	const links = "body subject"
	switch what {
	case "attachment":
		return c.alias + ".attachments > 0"
	case "userlabels":
		return c.anyLabel("l.is_system = 0")
	case "nouserlabels":
		return "NOT " + c.anyLabel("l.is_system = 0")
	case "yellow-star":
		return c.bears(starred)
	case "youtube":
		return "(" + c.words(links, "youtube.com") + " OR " + c.words(links, "youtu.be") + ")"
	case "drive":
		return "(" + c.words(links, "drive.google.com") + " OR " + c.words(links, "docs.google.com") + ")"
	}
	return c.words(links, "docs.google.com/"+what) // document, spreadsheet or presentation
}

// anyLabel says that a message has a label of a kind.
func (c *compiler) anyLabel(kind string) string {
	return "EXISTS (SELECT 1 FROM mail_message_labels x JOIN mail_labels l ON l.seq = x.label WHERE x.message = " + c.alias + ".seq AND " + kind + ")"
}

// bears says that a message has the label of an id.
func (c *compiler) bears(id string) string {
	c.args = append(c.args, id)
	return "EXISTS (SELECT 1 FROM mail_message_labels x WHERE x.message = " + c.alias + ".seq AND x.label = (SELECT seq FROM mail_labels WHERE id = ?))"
}
