package driveapi

import (
	"context"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) createPermission(ctx context.Context, c *gapi.Call) (any, error) {
	w, err := readWish(c.Body)
	if err != nil {
		return nil, err
	}
	if err := w.check(); err != nil {
		return nil, err
	}
	notify, err := notification(c.Query, w.kind, w.role)
	if err != nil {
		return nil, err
	}
	var out *Permission
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		f, have, err := a.administrable(tx, c)
		if err != nil {
			return err
		}
		if err := w.suits(f, have); err != nil {
			return err
		}
		if err := w.checkExpiry(tx, w.kind); err != nil {
			return err
		}
		id := w.identify()
		if w.role == owner {
			err = a.transfer(tx, c, f, have, w.grantee)
		} else {
			err = a.grant(tx, f, id, w)
		}
		if err != nil {
			return err
		}
		if notify {
			if err := notice(tx, f, w, c.Query.String("emailMessage")); err != nil {
				return err
			}
		}
		m, err := a.permissionByID(tx, f, id)
		if err == nil {
			out = a.permission(m)
		}
		return err
	})
	return out, err
}

// notification says whether a mail would go out.
func notification(q gapi.Query, kind string, r role) (bool, error) {
	person := kind == "user" || kind == "group"
	if !person && q.Has("sendNotificationEmail") && q.Bool("sendNotificationEmail", false) {
		return false, gapi.InvalidParameter("sendNotificationEmail", "Notifications are only for users and groups.")
	}
	send := person && q.Bool("sendNotificationEmail", true)
	if r == owner && !send {
		return false, invalid("invalidSharingRequest", "The notification of a transfer of ownership cannot be disabled.")
	}
	if q.Has("emailMessage") && !send {
		return false, gapi.InvalidParameter("emailMessage", "A message needs a notification that is sent.")
	}
	return send, nil
}

// grant adds a permission. One that the grantee has already is only raised.
func (a *API) grant(tx *store.Tx, f *fileRow, id string, w *wish) error {
	var n int
	if err := tx.QueryRow(`SELECT count(*) FROM file_permissions WHERE file = ?`, f.seq).Scan(&n); err != nil {
		return err
	}
	if n >= maxShares {
		return forbidden("sharingRateLimitExceeded", "The limit of permissions on this item has been reached.")
	}
	grants, err := a.sight(tx).direct(f.seq)
	if err != nil {
		return err
	}
	for _, g := range grants {
		if g.id == id && g.role >= w.role {
			return nil
		}
	}
	_, err = tx.Exec(`INSERT INTO file_permissions (file, id, type, role, grantee, discovery, expires, pending) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (file, id) DO UPDATE SET role = excluded.role, expires = excluded.expires, pending = excluded.pending`,
		f.seq, id, w.kind, w.role.String(), w.grantee, w.discovery != nil && *w.discovery, or(w.expires), w.pending != nil && *w.pending)
	if err != nil {
		return err
	}
	return a.reshared(tx, f)
}

// or gives a number, 0 for none.
func or(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// transfer gives a file to another owner; the old one becomes a writer.
func (a *API) transfer(tx *store.Tx, c *gapi.Call, f *fileRow, have role, to string) error {
	if have < owner {
		return noPermission(f.id)
	}
	if !c.Query.Bool("transferOwnership", false) {
		return forbidden("forbidden", "The transferOwnership parameter must be enabled when the permission role is 'owner'.")
	}
	if strings.EqualFold(f.owner, to) {
		return nil
	}
	if _, err := tx.Exec(`UPDATE file_permissions SET role = 'writer' WHERE file = ? AND role = 'owner'`, f.seq); err != nil {
		return err
	}
	f.owner = to
	if err := a.own(tx, f, to); err != nil {
		return err
	}
	if c.Query.Bool("moveToNewOwnersRoot", false) {
		f.parent.Valid, f.parent.Int64 = false, 0 // a drive that is not here
	}
	if err := f.save(tx); err != nil {
		return err
	}
	return a.reshared(tx, f)
}

func (a *API) updatePermission(ctx context.Context, c *gapi.Call) (any, error) {
	w, err := readWish(c.Body)
	if err != nil {
		return nil, err
	}
	if w.kind != "" || w.grantee != "" || w.discovery != nil {
		return nil, notWritable("The resource body includes fields which are not directly writable.")
	}
	var out *Permission
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		f, have, err := a.administrable(tx, c)
		if err != nil {
			return err
		}
		m, err := a.permissionByID(tx, f, c.Path["permissionId"])
		if err != nil {
			return err
		}
		if err := a.alter(tx, c, f, have, m, w); err != nil {
			return err
		}
		if m, err = a.permissionByID(tx, f, c.Path["permissionId"]); err == nil {
			out = a.permission(m)
		}
		return err
	})
	return out, err
}

// alter changes the role or the expiry of a permission.
func (a *API) alter(tx *store.Tx, c *gapi.Call, f *fileRow, have role, m *merged, w *wish) error {
	w.kind = m.kind
	if w.role == noRole {
		w.role = m.role
	}
	if err := w.suits(f, have); err != nil {
		return err
	}
	if err := w.checkExpiry(tx, m.kind); err != nil {
		return err
	}
	d := m.directOn()
	switch {
	case w.role > writer && m.kind != "user" && !(m.kind == "group" && w.role < owner):
		return gapi.Invalid("The specified role is invalid for permissions of type %s.", m.kind)
	case w.role == owner && m.role < owner:
		return a.transfer(tx, c, f, have, m.grantee)
	case m.role == owner && w.role < owner:
		return forbidden("cannotRemoveOwner", "The role of the owner of a file cannot be changed; transfer the ownership instead.")
	case d == nil && w.role < m.role:
		return forbidden("cannotModifyInheritedPermission", "The permission is inherited, and its role cannot be lowered on this item.")
	case d == nil && w.role == m.role:
		return nil
	case d == nil:
		w.grantee, w.discovery = m.grantee, &m.discovery
		return a.grant(tx, f, m.id, w)
	case d.role == organizer && w.role < organizer && f.top == topShared:
		if err := otherOrganizer(tx, f, d); err != nil {
			return err
		}
	}
	expires := d.expires
	if w.expires != nil {
		expires = *w.expires
	}
	if c.Query.Bool("removeExpiration", false) {
		expires = 0
	}
	pending := d.pending
	if w.pending != nil {
		pending = *w.pending
	}
	if _, err := tx.Exec(`UPDATE file_permissions SET role = ?, expires = ?, pending = ? WHERE seq = ?`, w.role.String(), expires, pending, d.seq); err != nil {
		return err
	}
	return a.reshared(tx, f)
}
