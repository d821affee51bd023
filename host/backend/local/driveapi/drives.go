package driveapi

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// driveRow is a shared drive: its top and what only a drive has.
type driveRow struct {
	fileRow
	color, theme, restrictions string
	hidden                     bool
}

const driveColumns = fileColumns + `, d.color, d.theme, d.hidden, d.restrictions`

func (d *driveRow) scan(row scanner) error {
	return d.fileRow.scan(row, &d.color, &d.theme, &d.hidden, &d.restrictions)
}

func driveBySeq(tx *store.Tx, seq int64) (*driveRow, error) {
	d := &driveRow{}
	return d, d.scan(tx.QueryRow(`SELECT `+driveColumns+` FROM files f JOIN drives d ON d.seq = f.seq WHERE f.seq = ?`, seq))
}

// driveFor finds a shared drive in which the user must have a role.
func (a *API) driveFor(tx *store.Tx, id string, need role) (*driveRow, error) {
	d := &driveRow{}
	err := d.scan(tx.QueryRow(`SELECT `+driveColumns+` FROM files f JOIN drives d ON d.seq = f.seq WHERE f.id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) || err == nil && d.lost {
		return nil, missing("driveId", "Shared drive not found: %s", id)
	}
	if err != nil {
		return nil, err
	}
	return d, a.demand(tx, &d.fileRow, need)
}

// drive shows a shared drive.
func (a *API) drive(s *sight, d *driveRow) (*Drive, error) {
	mine, err := s.mine(&d.fileRow)
	if err != nil {
		return nil, err
	}
	admin, edit := yes(mine >= organizer), yes(mine >= writer)
	on := func(name string) *bool { return yes(strings.Contains(d.restrictions, " "+name+" ")) }
	return &Drive{
		Kind: "drive#drive", ID: d.id, Name: d.name, ColorRGB: d.color, CreatedTime: at(d.created), Hidden: yes(d.hidden),
		BackgroundImageLink: themes[d.theme].image(),
		Capabilities: &DriveCapabilities{
			CanAddChildren: edit, CanComment: yes(mine >= commenter), CanCopy: yes(mine >= reader), CanDownload: yes(mine >= reader), CanEdit: edit, CanListChildren: yes(mine >= reader),
			CanReadRevisions: yes(mine >= reader), CanRename: admin, CanRenameDrive: admin, CanShare: admin, CanManageMembers: admin, CanDeleteDrive: admin,
			CanDeleteChildren: admin, CanTrashChildren: yes(mine >= fileOrganizer), CanChangeDriveBackground: admin, CanResetDriveRestrictions: admin,
			CanChangeCopyRequiresWriterPermissionRestriction: admin, CanChangeDomainUsersOnlyRestriction: admin, CanChangeDriveMembersOnlyRestriction: admin,
			CanChangeSharingFoldersRequiresOrganizerPermissionRestriction: admin, CanChangeDownloadRestriction: yes(false),
		},
		Restrictions: &DriveRestrictions{
			AdminManagedRestrictions: on("adminManagedRestrictions"), CopyRequiresWriterPermission: on("copyRequiresWriterPermission"),
			DomainUsersOnly: on("domainUsersOnly"), DriveMembersOnly: on("driveMembersOnly"),
			SharingFoldersRequiresOrganizerPermission: on("sharingFoldersRequiresOrganizerPermission"),
		},
	}, nil
}

func (a *API) createDrive(ctx context.Context, c *gapi.Call) (any, error) {
	request := c.Query.String("requestId")
	if request == "" {
		return nil, gapi.InvalidParameter("requestId", "Required parameter: requestId")
	}
	e, err := readDrive(c.Body)
	if err != nil {
		return nil, err
	}
	switch {
	case value(e.name) == "":
		return nil, gapi.Invalid("The field 'drive.name' is required.")
	case len(e.restrictions) > 0:
		return nil, notWritable("The restrictions of a shared drive cannot be set when it is created.")
	case value(e.color) != "":
		return nil, notWritable("The color of a shared drive cannot be set when it is created.")
	}
	var out *Drive
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		var used bool
		if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM drives WHERE request = ?)`, request).Scan(&used); err != nil {
			return err
		}
		if used {
			return conflict("conflict", "A shared drive was already created with the given requestId.")
		}
		d, err := a.newDrive(tx, request, e)
		if err != nil {
			return err
		}
		out, err = a.drive(a.sight(tx), d)
		return err
	})
	return out, err
}

func (a *API) newDrive(tx *store.Tx, request string, e *driveEdit) (*driveRow, error) {
	f := &fileRow{id: tx.NewID(), top: topShared, name: *e.name, mime: mimeFolder, created: tx.Now, modified: tx.Now, modifiedBy: a.owner.Email, writersShare: true}
	if err := f.insert(tx); err != nil {
		return nil, err
	}
	theme := first(value(e.theme), "abacus")
	if _, err := tx.Exec(`INSERT INTO drives (seq, request, color, theme) VALUES (?, ?, ?, ?)`, f.seq, request, themes[theme].color, theme); err != nil {
		return nil, err
	}
	_, err := tx.Exec(`INSERT INTO file_permissions (file, id, type, role, grantee) VALUES (?, ?, 'user', 'organizer', ?)`,
		f.seq, permissionID("user", a.owner.Email), strings.ToLower(a.owner.Email))
	if err != nil {
		return nil, err
	}
	none := ""
	if err := f.index(tx, &none); err != nil {
		return nil, err
	}
	if err := driveChanged(tx, f.id, false); err != nil {
		return nil, err
	}
	return driveBySeq(tx, f.seq)
}

// driveChanged moves a drive to the end of the changes.
func driveChanged(tx *store.Tx, id string, removed bool) error {
	_, err := tx.Exec(`INSERT OR REPLACE INTO drive_changes (id, kind, drive, space, removed, at) VALUES (?, 'drive', ?, 0, ?, ?)`, id, id, removed, tx.Now)
	return err
}

func (a *API) getDrive(ctx context.Context, c *gapi.Call) (any, error) {
	var out *Drive
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		d, err := a.driveFor(tx, c.Path["driveId"], reader)
		if err == nil {
			out, err = a.drive(a.sight(tx), d)
		}
		return err
	})
	return out, err
}

// changeDrive changes a drive and shows it.
func (a *API) changeDrive(ctx context.Context, c *gapi.Call, need role, change func(*store.Tx, *driveRow) error) (any, error) {
	var out *Drive
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		d, err := a.driveFor(tx, c.Path["driveId"], need)
		if err != nil {
			return err
		}
		if err := change(tx, d); err != nil {
			return err
		}
		if err := driveChanged(tx, d.id, false); err != nil {
			return err
		}
		if d, err = driveBySeq(tx, d.seq); err == nil {
			out, err = a.drive(a.sight(tx), d)
		}
		return err
	})
	return out, err
}

func (a *API) hideDrive(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeDrive(ctx, c, reader, setHidden(true))
}

func (a *API) unhideDrive(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeDrive(ctx, c, reader, setHidden(false))
}

func setHidden(v bool) func(*store.Tx, *driveRow) error {
	return func(tx *store.Tx, d *driveRow) error {
		_, err := tx.Exec(`UPDATE drives SET hidden = ? WHERE seq = ?`, v, d.seq)
		return err
	}
}

func (a *API) deleteDrive(ctx context.Context, c *gapi.Call) (any, error) {
	all := c.Query.Bool("allowItemDeletion", false)
	if all && !c.Query.Bool("useDomainAdminAccess", false) {
		return nil, gapi.InvalidParameter("allowItemDeletion", "The allowItemDeletion parameter is only supported when useDomainAdminAccess is true.")
	}
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		d, err := a.driveFor(tx, c.Path["driveId"], organizer)
		if err != nil {
			return err
		}
		var full bool
		if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM files WHERE parent = ? AND trashed = 0)`, d.seq).Scan(&full); err != nil {
			return err
		}
		if full && !all {
			return forbidden("teamDriveNotEmpty", "A shared drive cannot be deleted while it holds items that are not in the trash.")
		}
		if err := a.remove(tx, d.seq); err != nil {
			return err
		}
		return driveChanged(tx, d.id, true)
	})
	if err != nil {
		return nil, err
	}
	return nil, a.blobs.Sweep(ctx)
}
