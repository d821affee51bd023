package calendarapi

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// ruleRow is a sharing rule. The owner's own has seq 0 and stands in no table.
type ruleRow struct {
	seq                  int64
	id, role, typ, value string
	rev                  int64
}

const ruleColumns = `seq, id, role, type, value, rev`

func (r *ruleRow) scan(row interface{ Scan(...any) error }) error {
	return row.Scan(&r.seq, &r.id, &r.role, &r.typ, &r.value, &r.rev)
}

func (r *ruleRow) etag() string { return gapi.ETag("rule", r.id, r.role, strconv.FormatInt(r.rev, 10)) }

func (r *ruleRow) resource() *AclRule {
	return &AclRule{Kind: "calendar#aclRule", ETag: r.etag(), ID: r.id, Role: r.role, Scope: &AclScope{Type: r.typ, Value: r.value}}
}

// deletedRole marks a rule that is gone.
const deletedRole = "none"

func (a *API) ownRule() *ruleRow {
	return &ruleRow{id: "user:" + a.owner.Email, role: ownerRole, typ: "user", value: a.owner.Email}
}

func (a *API) listRules(ctx context.Context, c *gapi.Call) (any, error) {
	deleted := c.Query.Bool("showDeleted", false)
	if c.Query.Has("syncToken") && c.Query.Has("showDeleted") && !deleted {
		return nil, gapi.InvalidParameter("syncToken", "Sync token cannot be used with showDeleted set to false.")
	}
	deleted = deleted || c.Query.Has("syncToken")
	page := &Acl{Kind: "calendar#acl", Items: []AclRule{}}
	var tags []string
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		cal, err := a.liveCalendar(tx, c.Path["calendarId"])
		if err != nil {
			return err
		}
		scope := "acl|" + cal.id
		p, err := openPager(tx, c.Query, scope)
		if err != nil {
			return err
		}
		found := []*ruleRow{}
		if !c.Query.Has("pageToken") && p.since == 0 {
			found = append(found, a.ownRule())
		}
		rows, err := tx.Query(`SELECT `+ruleColumns+` FROM cal_rules WHERE calendar = ? AND seq > ? AND rev > ? AND (role != 'none' OR ?)
			ORDER BY seq LIMIT ?`, cal.seq, p.after, p.since, deleted, p.size+1)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			r := &ruleRow{}
			if err := r.scan(rows); err != nil {
				return err
			}
			found = append(found, r)
		}
		if len(found) > p.size {
			found = found[:p.size]
			page.NextPageToken = p.next(found[p.size-1].seq)
		} else {
			page.NextSyncToken = p.sync(scope)
		}
		for _, r := range found {
			page.Items = append(page.Items, *r.resource())
			tags = append(tags, r.etag())
		}
		return rows.Err()
	})
	if err != nil {
		return nil, err
	}
	page.ETag = gapi.ETag(append(tags, page.NextPageToken)...)
	return page, nil
}

// findRule finds a rule, deleted or not; 404.
func (a *API) findRule(tx *store.Tx, cal *calRow, id string) (*ruleRow, error) {
	if own := a.ownRule(); strings.EqualFold(id, own.id) {
		return own, nil
	}
	r := &ruleRow{}
	err := r.scan(tx.QueryRow(`SELECT `+ruleColumns+` FROM cal_rules WHERE calendar = ? AND id = ?`, cal.seq, id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, notFound()
	}
	return r, err
}

func (a *API) getRule(ctx context.Context, c *gapi.Call) (any, error) {
	var r *ruleRow
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		cal, err := a.liveCalendar(tx, c.Path["calendarId"])
		if err != nil {
			return err
		}
		if r, err = a.findRule(tx, cal, c.Path["ruleId"]); err == nil && r.role == deletedRole {
			return notFound()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return r.resource(), nil
}
