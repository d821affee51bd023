package driveapi

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// own makes a person the owner of a file, by a permission like any other.
func (a *API) own(tx *store.Tx, f *fileRow, address string) error {
	_, err := tx.Exec(`INSERT INTO file_permissions (file, id, type, role, grantee) VALUES (?, ?, 'user', 'owner', ?)
		ON CONFLICT (file, id) DO UPDATE SET role = 'owner', pending = 0, expires = 0`, f.seq, permissionID("user", address), strings.ToLower(address))
	return err
}

// permission shows what holds for one grantee.
func (a *API) permission(m *merged) *Permission {
	p := &Permission{Kind: "drive#permission", ID: m.id, Type: m.kind, Role: m.role.String(), ExpirationTime: at(m.expires)}
	switch m.kind {
	case "user", "group":
		p.EmailAddress, p.DisplayName, p.Deleted, p.PendingOwner = m.grantee, a.displayName(m.grantee), yes(false), yes(m.pending)
	case "domain":
		p.Domain, p.DisplayName, p.AllowFileDiscovery = m.grantee, m.grantee, yes(m.discovery)
	case "anyone":
		p.AllowFileDiscovery = yes(m.discovery)
	}
	for _, d := range m.details {
		p.PermissionDetails = append(p.PermissionDetails, &PermissionPermissionDetails{
			PermissionType: "file", Role: d.role.String(), Inherited: yes(d.from != ""), InheritedFrom: d.from})
	}
	return p
}

// shareable finds a file whose permissions the user may see.
func (a *API) shareable(tx *store.Tx, c *gapi.Call) (*fileRow, error) {
	f, err := a.reach(tx, c, c.Path["fileId"])
	if err != nil {
		return nil, err
	}
	have, err := a.sight(tx).mine(f)
	if err == nil && have < writer {
		err = noPermission(f.id)
	}
	if f.space == 1 {
		return nil, forbidden("notSharable", "Files in the application data folder have no permissions.")
	}
	return f, err
}

// administrable is shareable for a change of permissions.
func (a *API) administrable(tx *store.Tx, c *gapi.Call) (*fileRow, role, error) {
	f, err := a.shareable(tx, c)
	if err != nil {
		return nil, noRole, err
	}
	have, err := a.sight(tx).mine(f)
	if err != nil {
		return nil, noRole, err
	}
	if f.top == topMyDrive {
		return nil, noRole, forbidden("invalidSharingRequest", "The root folder cannot be shared.")
	}
	if !canShare(f, have) {
		return nil, noRole, noPermission(f.id)
	}
	return f, have, nil
}

func (a *API) permissionByID(tx *store.Tx, f *fileRow, id string) (*merged, error) {
	grants, err := a.sight(tx).grants(f)
	if err != nil {
		return nil, err
	}
	for _, m := range merge(grants) {
		if m.id == id {
			return m, nil
		}
	}
	return nil, missing("permissionId", "Permission not found: %s.", id)
}

// directOn gives the part of a permission that stands on the file itself.
func (m *merged) directOn() *grant {
	for i := range m.details {
		if m.details[i].from == "" {
			return &m.details[i]
		}
	}
	return nil
}

func (a *API) listPermissions(ctx context.Context, c *gapi.Call) (any, error) {
	size, err := c.Query.Int("pageSize", permissionsPage, 1, permissionsPage)
	if err != nil {
		return nil, err
	}
	out := &PermissionList{Kind: "drive#permissionList", Permissions: []*Permission{}}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		f, err := a.shareable(tx, c)
		if err != nil {
			return err
		}
		grants, err := a.sight(tx).grants(f)
		if err != nil {
			return err
		}
		key, err := tx.Secret()
		if err != nil {
			return err
		}
		scope := "drive.permissions.list " + f.id
		after, err := openText(key, scope, c.Query.String("pageToken"))
		if err != nil {
			return err
		}
		for _, m := range merge(grants) {
			if place := m.place(); place <= after {
				continue
			} else if len(out.Permissions) == size {
				out.NextPageToken = gapi.SealPageToken(key, scope, []byte(last(out.Permissions)))
				break
			}
			out.Permissions = append(out.Permissions, a.permission(m))
		}
		return nil
	})
	return out, err
}

// place sorts permissions as merge does: by role, then id.
func (m *merged) place() string { return string(rune('a'+owner-m.role)) + m.id }

func last(all []*Permission) string {
	p := all[len(all)-1]
	r, _ := roleOf(p.Role)
	return (&merged{grant: grant{id: p.ID, role: r}}).place()
}

// openText opens a page token that holds a text; "" without one.
func openText(key []byte, scope, token string) (string, error) {
	if token == "" {
		return "", nil
	}
	data, err := gapi.OpenPageToken(key, scope, token)
	return string(data), err
}

func (a *API) getPermission(ctx context.Context, c *gapi.Call) (any, error) {
	var out *Permission
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		f, err := a.shareable(tx, c)
		if err != nil {
			return err
		}
		m, err := a.permissionByID(tx, f, c.Path["permissionId"])
		if err == nil {
			out = a.permission(m)
		}
		return err
	})
	return out, err
}

func (a *API) deletePermission(ctx context.Context, c *gapi.Call) (any, error) {
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		f, err := a.reach(tx, c, c.Path["fileId"])
		if err != nil {
			return err
		}
		grants, err := a.sight(tx).grants(f)
		if err != nil {
			return err
		}
		id := c.Path["permissionId"]
		// Anybody may give up what was given to them.
		if id != permissionID("user", a.owner.Email) || a.roleIn(grants) == noRole {
			if f, _, err = a.administrable(tx, c); err != nil {
				return err
			}
		}
		m, err := a.permissionByID(tx, f, id)
		if err != nil {
			return err
		}
		d := m.directOn()
		switch {
		case d == nil:
			return forbidden("cannotDeletePermission", "The permission is inherited and cannot be deleted from this item.")
		case d.role == owner:
			return forbidden("cannotRemoveOwner", "The owner of a file cannot be removed.")
		case d.role == organizer && f.top == topShared:
			if err := otherOrganizer(tx, f, d); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(`DELETE FROM file_permissions WHERE seq = ?`, d.seq); err != nil {
			return err
		}
		return a.reshared(tx, f)
	})
}

// otherOrganizer keeps the last organizer of a shared drive.
func otherOrganizer(tx *store.Tx, f *fileRow, d *grant) error {
	var one int
	err := tx.QueryRow(`SELECT 1 FROM file_permissions WHERE file = ? AND role = 'organizer' AND seq <> ? LIMIT 1`, f.seq, d.seq).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return forbidden("cannotRemoveLastOrganizer", "A shared drive must have at least one organizer.")
	}
	return err
}

// reshared records that permissions of a file changed.
func (a *API) reshared(tx *store.Tx, f *fileRow) error {
	if err := a.refresh(tx, f); err != nil {
		return err
	}
	if err := f.touch(tx); err != nil {
		return err
	}
	return f.changedBelow(tx)
}
