package driveapi

import (
	"net/url"
	"strconv"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// base is where links to the API point, as Google's do.
const base = "https://www.googleapis.com/drive/v3/"

// time writes a time; "" for never.
func at(ms int64) string {
	if ms == 0 {
		return ""
	}
	return gapi.FormatTime(ms)
}

// file shows a file with the fields that s wants, and others that cost
// nothing. s may serve many files.
func (a *API) file(s *sight, f *fileRow) (*File, error) {
	out := &File{
		Kind: "drive#file", ID: f.id, Name: f.name, MimeType: f.mime, Description: f.description, FolderColorRGB: f.color,
		Starred: yes(f.starred), Trashed: yes(f.trashed), ExplicitlyTrashed: yes(f.explicit),
		CreatedTime: at(f.created), ModifiedTime: at(f.modified), LastModifyingUser: a.user(f.modifiedBy),
		ModifiedByMe: yes(f.modifiedMe > 0), ModifiedByMeTime: at(f.modifiedMe), ViewedByMe: yes(f.viewed > 0), ViewedByMeTime: at(f.viewed),
		Version: strconv.FormatInt(f.version, 10), Spaces: []string{"drive"}, QuotaBytesUsed: strconv.FormatInt(f.quota, 10),
		CopyRequiresWriterPermission: yes(f.noCopy), ViewersCanCopyContent: yes(!f.noCopy), IsAppAuthorized: yes(true), HasThumbnail: yes(false),
		ThumbnailVersion: "0", WebViewLink: f.webViewLink(), ExportLinks: f.exportLinks(), InheritedPermissionsDisabled: yes(false),
		IconLink: "https://drive-thirdparty.googleusercontent.com/16/type/" + f.mime, SharedWithMeTime: at(f.sharedAt), SharingUser: a.user(f.sharedBy),
	}
	if f.space == 1 {
		out.Spaces = []string{appDataAlias}
	}
	if err := a.fillPlace(s, f, out); err != nil {
		return nil, err
	}
	if err := a.fillSharing(s, f, out); err != nil {
		return nil, err
	}
	if err := fillContent(s, f, out); err != nil {
		return nil, err
	}
	if !s.wantsAny("properties", "appProperties") {
		return out, nil
	}
	properties, err := propertiesOf(s.tx, f.seq)
	out.Properties, out.AppProperties = properties[0], properties[1]
	return out, err
}

// fillPlace sets the parent, if the user can see it, and the shared drive.
func (a *API) fillPlace(s *sight, f *fileRow, out *File) error {
	if f.parent.Valid && s.wants("parents") {
		p, err := s.row(f.parent.Int64)
		if err != nil {
			return err
		}
		if !p.lost {
			out.Parents = []string{p.id}
		}
	}
	if f.drive.Valid {
		d, err := s.row(f.drive.Int64)
		if err != nil {
			return err
		}
		out.DriveID, out.TeamDriveID = d.id, d.id
		out.TrashedTime, out.TrashingUser = at(f.trashedAt), a.user(f.trashedBy)
	}
	return nil
}

func (a *API) fillSharing(s *sight, f *fileRow, out *File) error {
	if !f.drive.Valid {
		out.OwnedByMe, out.WritersCanShare = yes(a.isMe(f.owner)), yes(f.writersShare)
		if u := a.user(f.owner); u != nil {
			out.Owners = []*User{u}
		}
	}
	if !s.wantsAny("capabilities", "permissionIds", "permissions", "shared", "hasAugmentedPermissions") {
		return nil
	}
	grants, err := s.grants(f)
	if err != nil {
		return err
	}
	mine := a.roleOn(f, grants)
	out.Capabilities = capabilities(f, mine)
	all := merge(grants)
	for _, m := range all {
		out.PermissionIDs = append(out.PermissionIDs, m.id)
	}
	if f.drive.Valid {
		direct := false
		for _, g := range grants {
			direct = direct || g.from == "" && f.top == notTop
		}
		out.HasAugmentedPermissions = yes(direct)
		return nil
	}
	out.Shared = yes(len(all) > 1)
	if canShare(f, mine) {
		for _, m := range all {
			out.Permissions = append(out.Permissions, a.permission(m))
		}
	}
	return nil
}

func fillContent(s *sight, f *fileRow, out *File) error {
	if f.shortcut() {
		out.ShortcutDetails = &FileShortcutDetails{TargetID: f.target, TargetMimeType: f.targetMime}
	}
	if f.native() {
		if f.head.Valid {
			out.Size = strconv.FormatInt(f.size, 10)
		}
		return nil
	}
	out.FileExtension, out.FullFileExtension = nameExtension(f.name)
	out.OriginalFilename = f.original
	out.WebContentLink = "https://drive.google.com/uc?id=" + url.QueryEscape(f.id) + "&export=download"
	out.Size = strconv.FormatInt(f.size, 10)
	if !f.head.Valid || !s.wantsAny("headRevisionId", "md5Checksum", "sha1Checksum", "sha256Checksum") {
		return nil
	}
	r, err := revisionBySeq(s.tx, f.head.Int64)
	out.HeadRevisionID, out.MD5Checksum, out.SHA1Checksum, out.SHA256Checksum = r.id, r.md5, r.sha1, r.sha256
	return err
}

// webViewLink is the address in a browser.
func (f *fileRow) webViewLink() string {
	id := url.PathEscape(f.id)
	switch editor := creatable[f.mime]; {
	case f.folder():
		return "https://drive.google.com/drive/folders/" + id
	case editor != "":
		return "https://docs.google.com/" + editor + "/d/" + id + "/edit?usp=drivesdk"
	}
	return "https://drive.google.com/file/d/" + id + "/view?usp=drivesdk"
}

// EntityTag makes the resources gapi.Tagged.
func (f *File) EntityTag() string { return gapi.ETag("file", f.ID, f.Version) }
