package gmailapi

import (
	"strings"

	"github.com/wslite/wslite/host/backend/local/gmailapi/query"
)

// systemNames are the words of queries for system labels.
var systemNames = map[string]string{
	"inbox": inbox, "sent": sent, "draft": draft, "drafts": draft, "trash": trash, "bin": trash, "spam": spam,
	"unread": unread, "starred": starred, "important": important, "chat": chat, "chats": chat,
	"social": "CATEGORY_SOCIAL", "promotions": "CATEGORY_PROMOTIONS", "updates": "CATEGORY_UPDATES", "forums": "CATEGORY_FORUMS",
}

// label is the condition of label:, in:, is: and category:. A name that no
// label has matches nothing.
func (c *compiler) label(l query.Label) string {
	name := strings.ToLower(l.Name)
	switch {
	case name == "anywhere" && l.Op == "in":
		c.spam, c.trash = true, true
		return always
	case name == "read" && l.Op == "is":
		return "NOT " + c.bears(unread)
	case (name == "archive" || name == "archived") && l.Op == "in":
		return "NOT " + c.anyLabel("l.id IN ('INBOX', 'TRASH', 'SPAM', 'SENT', 'DRAFT', 'CHAT')")
	case name == "primary" && l.Op == "category":
		return "NOT " + c.anyLabel("l.id LIKE 'CATEGORY\\_%' ESCAPE '\\' AND l.id <> 'CATEGORY_PERSONAL'")
	case l.Op == "is" || l.Op == "category" || reserved(name) != "":
		return c.system(name)
	}
	if sql := c.userLabel(name); sql != never {
		return sql
	}
	return c.system(name)
}

// reserved gives the system label whose own name a word is. No user label can
// have such a name, but one can be called "drafts" or "social".
func reserved(name string) string {
	if id := systemNames[name]; strings.EqualFold(id, name) {
		return id
	}
	return ""
}

// system is the condition of a word for a system label.
func (c *compiler) system(name string) string {
	id := systemNames[name]
	if id == "" {
		return never
	}
	c.spam, c.trash = c.spam || id == spam, c.trash || id == trash
	return c.bears(id)
}

// userLabel prefers the label of exactly that name to those that only look
// alike with dashes.
func (c *compiler) userLabel(name string) string {
	if c.err != nil {
		return never
	}
	ids, err := column(c.tx, `SELECT id FROM mail_labels WHERE fold = ?1
		UNION ALL SELECT id FROM mail_labels WHERE slug = ?2 AND NOT EXISTS (SELECT 1 FROM mail_labels WHERE fold = ?1) LIMIT 20`, name, slugName(name))
	if c.err = err; err != nil || len(ids) == 0 {
		return never
	}
	var out []string
	for _, id := range ids {
		out = append(out, c.bears(id))
	}
	return "(" + strings.Join(out, " OR ") + ")"
}
