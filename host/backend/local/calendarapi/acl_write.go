package calendarapi

import (
	"context"
	"net/mail"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// readRule reads role and scope of a body. A rule's id is its scope.
func readRule(b gapi.Body) (*ruleRow, error) {
	body, err := b.Tree()
	if err != nil {
		return nil, err
	}
	scope := sub(body, "scope")
	r := &ruleRow{role: text(body, "role"), typ: text(scope, "type"), value: strings.ToLower(text(scope, "value"))}
	if r.role == "" {
		return nil, required("Missing role.")
	}
	if err := oneOf("acl_rule.role", r.role, "none", "freeBusyReader", "reader", "writerWithoutPrivateAccess", "writer", "owner"); err != nil {
		return nil, err
	}
	if scope == nil || r.typ == "" {
		return nil, required("Missing scope.")
	}
	if err := oneOf("acl_rule.scope.type", r.typ, "default", "user", "group", "domain"); err != nil {
		return nil, err
	}
	r.id = r.typ
	if r.typ == "default" {
		r.value = ""
		if r.role != "none" && r.role != "freeBusyReader" && r.role != "reader" {
			return nil, gapi.Invalid("Invalid role for the scope \"default\": the public can only read.")
		}
		return r, nil
	}
	r.id += ":" + r.value
	if _, err := mail.ParseAddress(r.value); r.typ != "domain" && err != nil || r.typ == "domain" && !strings.Contains(r.value, ".") {
		return nil, gapi.Invalid("Invalid scope value.")
	}
	return r, nil
}

func (a *API) insertRule(ctx context.Context, c *gapi.Call) (any, error) {
	return a.writeRule(ctx, c, nil)
}

func (a *API) patchRule(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeRule(ctx, c)
}

func (a *API) updateRule(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeRule(ctx, c)
}

// changeRule changes the role; the scope is the rule's identity. PATCH and PUT
// are the same, since the role is the only field that can change.
func (a *API) changeRule(ctx context.Context, c *gapi.Call) (any, error) {
	body, err := c.Body.Tree()
	if err != nil {
		return nil, err
	}
	return a.writeRule(ctx, c, body)
}

// writeRule inserts the rule of the body, or with an edit changes the one that
// the path names.
func (a *API) writeRule(ctx context.Context, c *gapi.Call, edit obj) (any, error) {
	var r *ruleRow
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		cal, err := a.liveCalendar(tx, c.Path["calendarId"])
		if err != nil {
			return err
		}
		if edit == nil {
			if r, err = readRule(c.Body); err != nil {
				return err
			}
		} else if r, err = a.editedRule(tx, c, cal, edit); err != nil {
			return err
		}
		if strings.EqualFold(r.id, a.ownRule().id) && r.role != ownerRole {
			return forbidden("cannotChangeOwnAcl", "Cannot change your own access level.")
		}
		if strings.EqualFold(r.id, a.ownRule().id) {
			r = a.ownRule()
			return nil
		}
		r.rev = tx.Rev
		if _, err := tx.Exec(`INSERT INTO cal_rules (calendar, id, role, type, value, rev) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (calendar, id) DO UPDATE SET role = excluded.role, rev = excluded.rev`,
			cal.seq, r.id, r.role, r.typ, r.value, r.rev); err != nil {
			return err
		}
		if r.role == deletedRole || !c.Query.Bool("sendNotifications", true) || r.typ == "default" || r.typ == "domain" {
			return nil // nobody is told of a removal
		}
		return a.note(tx, cal, r.id, noteShared, []string{r.value})
	})
	if err != nil {
		return nil, err
	}
	return r.resource(), nil
}

func (a *API) editedRule(tx *store.Tx, c *gapi.Call, cal *calRow, edit obj) (*ruleRow, error) {
	r, err := a.findRule(tx, cal, c.Path["ruleId"])
	if err != nil {
		return nil, err
	}
	if r.role == deletedRole {
		return nil, notFound()
	}
	if err := c.Match(r.etag()); err != nil {
		return nil, err
	}
	if scope := sub(edit, "scope"); scope != nil && (text(scope, "type") != r.typ || !strings.EqualFold(text(scope, "value"), r.value)) {
		return nil, gapi.Invalid("Invalid scope: it can't be changed; delete the rule and insert another one.")
	}
	if role := text(edit, "role"); role != "" {
		r.role = role
	}
	return r, oneOf("acl_rule.role", r.role, "none", "freeBusyReader", "reader", "writerWithoutPrivateAccess", "writer", "owner")
}

func (a *API) deleteRule(ctx context.Context, c *gapi.Call) (any, error) {
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		cal, err := a.liveCalendar(tx, c.Path["calendarId"])
		if err != nil {
			return err
		}
		r, err := a.findRule(tx, cal, c.Path["ruleId"])
		if err != nil {
			return err
		}
		if r.seq == 0 {
			return forbidden("cannotChangeOwnAcl", "Cannot change your own access level.")
		}
		if r.role == deletedRole {
			return notFound()
		}
		if err := c.Match(r.etag()); err != nil {
			return err
		}
		_, err = tx.Exec(`UPDATE cal_rules SET role = 'none', rev = ? WHERE seq = ?`, tx.Rev, r.seq)
		return err
	})
}
