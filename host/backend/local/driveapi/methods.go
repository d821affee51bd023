package driveapi

import "github.com/wslite/wslite/host/backend/local/gapi"

// What is answered when the client chooses no fields.
const (
	fileFields       = "kind,id,name,mimeType"
	permissionFields = "kind,id,type,role"
	revisionFields   = "kind,id,mimeType,modifiedTime"
	driveFields      = "kind,id,name"
)

func str(names ...string) []gapi.Param   { return params(gapi.String, names) }
func num(names ...string) []gapi.Param   { return params(gapi.Integer, names) }
func flags(names ...string) []gapi.Param { return params(gapi.Boolean, names) }

func params(t gapi.Type, names []string) (out []gapi.Param) {
	for _, n := range names {
		out = append(out, gapi.Param{Name: n, Type: t})
	}
	return out
}

func join(lists ...[]gapi.Param) (out []gapi.Param) {
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// Methods lists the methods that are served.
func (a *API) Methods() []gapi.Method {
	var out []gapi.Method
	for _, part := range [][]gapi.Method{a.fileMethods(), a.permissionMethods(), a.commentMethods(), a.revisionMethods(), a.driveMethods()} {
		out = append(out, part...)
	}
	return out
}

const (
	v3    = "drive/v3/"
	files = v3 + "files"
	one   = files + "/{fileId}"
)

func (a *API) fileMethods() []gapi.Method {
	drives := flags("supportsAllDrives", "supportsTeamDrives")
	view := str("includeLabels", "includePermissionsForView")
	write := join(drives, view, flags("enforceSingleParent", "keepRevisionForever"), str("ocrLanguage"))
	create := join(write, flags("ignoreDefaultVisibility", "useContentAsIndexableText"))
	return []gapi.Method{
		{ID: "drive.about.get", HTTP: "GET", Path: v3 + "about", Result: About{}, Serve: a.about},
		{ID: "drive.files.list", HTTP: "GET", Path: files, Result: FileList{}, Default: "kind,incompleteSearch,nextPageToken,files(" + fileFields + ")", Serve: a.listFiles,
			Query: join(drives, view, flags("includeItemsFromAllDrives", "includeTeamDriveItems"), num("pageSize"),
				str("corpora", "corpus", "driveId", "orderBy", "pageToken", "q", "spaces", "teamDriveId"))},
		{ID: "drive.files.create", HTTP: "POST", Path: files, Query: create, Body: File{}, Resource: "file", Result: File{}, Default: fileFields,
			Upload: true, MaxUpload: maxUpload, Check: a.checkCreate, Serve: a.createFile},
		{ID: "drive.files.generateIds", HTTP: "GET", Path: files + "/generateIds", Query: join(num("count"), str("space", "type")), Result: GeneratedIds{}, Serve: a.generateIDs},
		{ID: "drive.files.emptyTrash", HTTP: "DELETE", Path: files + "/trash", Query: join(str("driveId"), flags("enforceSingleParent")), Serve: a.emptyTrash},
		{ID: "drive.files.get", HTTP: "GET", Path: one, Query: join(drives, view, flags("acknowledgeAbuse")), Result: File{}, Default: fileFields,
			Download: a.downloadFile, Serve: a.getFile},
		{ID: "drive.files.update", HTTP: "PATCH", Path: one, Query: join(write, flags("useContentAsIndexableText"), str("addParents", "removeParents")),
			Body: File{}, Resource: "file", Result: File{}, Default: fileFields, Upload: true, MaxUpload: maxUpload, Check: a.checkUpdate, Serve: a.updateFile},
		{ID: "drive.files.delete", HTTP: "DELETE", Path: one, Query: join(drives, flags("enforceSingleParent")), Serve: a.deleteFile},
		{ID: "drive.files.copy", HTTP: "POST", Path: one + "/copy", Query: join(write, flags("copyComments", "ignoreDefaultVisibility")),
			Body: File{}, Resource: "file", Result: File{}, Default: fileFields, Serve: a.copyFile},
		{ID: "drive.files.export", HTTP: "GET", Path: one + "/export", Query: str("mimeType"), Download: a.exportFile},
	}
}

func (a *API) permissionMethods() []gapi.Method {
	const list, each = one + "/permissions", one + "/permissions/{permissionId}"
	basic := flags("supportsAllDrives", "supportsTeamDrives", "useDomainAdminAccess")
	write := join(basic, flags("enforceExpansiveAccess"))
	return []gapi.Method{
		{ID: "drive.permissions.list", HTTP: "GET", Path: list, Query: join(basic, str("includePermissionsForView", "pageToken"), num("pageSize")), Result: PermissionList{},
			Default: "kind,nextPageToken,permissions(" + permissionFields + ")", Serve: a.listPermissions},
		{ID: "drive.permissions.get", HTTP: "GET", Path: each, Query: basic, Result: Permission{}, Default: permissionFields, Serve: a.getPermission},
		{ID: "drive.permissions.create", HTTP: "POST", Path: list, Body: Permission{}, Resource: "permission", Result: Permission{}, Default: permissionFields, Serve: a.createPermission,
			Query: join(write, str("emailMessage"), flags("enforceSingleParent", "moveToNewOwnersRoot", "sendNotificationEmail", "transferOwnership"))},
		{ID: "drive.permissions.update", HTTP: "PATCH", Path: each, Body: Permission{}, Resource: "permission", Result: Permission{}, Default: permissionFields, Serve: a.updatePermission,
			Query: join(write, flags("removeExpiration", "transferOwnership"))},
		{ID: "drive.permissions.delete", HTTP: "DELETE", Path: each, Query: write, Serve: a.deletePermission},
	}
}

func (a *API) commentMethods() []gapi.Method {
	const comments, comment = one + "/comments", one + "/comments/{commentId}"
	const replies, reply = comment + "/replies", comment + "/replies/{replyId}"
	deleted := flags("includeDeleted")
	page := join(deleted, num("pageSize"), str("pageToken"))
	return []gapi.Method{
		{ID: "drive.comments.list", HTTP: "GET", Path: comments, Query: join(page, str("startModifiedTime")), Result: CommentList{}, Serve: a.listComments},
		{ID: "drive.comments.get", HTTP: "GET", Path: comment, Query: deleted, Result: Comment{}, Serve: a.getComment},
		{ID: "drive.comments.create", HTTP: "POST", Path: comments, Body: Comment{}, Resource: "comment", Result: Comment{}, Serve: a.createComment},
		{ID: "drive.comments.update", HTTP: "PATCH", Path: comment, Body: Comment{}, Resource: "comment", Result: Comment{}, Serve: a.updateComment},
		{ID: "drive.comments.delete", HTTP: "DELETE", Path: comment, Serve: a.deleteComment},
		{ID: "drive.replies.list", HTTP: "GET", Path: replies, Query: page, Result: ReplyList{}, Serve: a.listReplies},
		{ID: "drive.replies.get", HTTP: "GET", Path: reply, Query: deleted, Result: Reply{}, Serve: a.getReply},
		{ID: "drive.replies.create", HTTP: "POST", Path: replies, Body: Reply{}, Resource: "reply", Result: Reply{}, Serve: a.createReply},
		{ID: "drive.replies.update", HTTP: "PATCH", Path: reply, Body: Reply{}, Resource: "reply", Result: Reply{}, Serve: a.updateReply},
		{ID: "drive.replies.delete", HTTP: "DELETE", Path: reply, Serve: a.deleteReply},
	}
}

func (a *API) revisionMethods() []gapi.Method {
	const list, each = one + "/revisions", one + "/revisions/{revisionId}"
	drives := flags("supportsAllDrives", "supportsTeamDrives")
	ids := str("driveId", "teamDriveId")
	return []gapi.Method{
		{ID: "drive.revisions.list", HTTP: "GET", Path: list, Query: join(num("pageSize"), str("pageToken")), Result: RevisionList{},
			Default: "kind,nextPageToken,revisions(" + revisionFields + ")", Serve: a.listRevisions},
		{ID: "drive.revisions.get", HTTP: "GET", Path: each, Query: flags("acknowledgeAbuse"), Result: Revision{}, Default: revisionFields,
			Download: a.downloadRevision, Serve: a.getRevision},
		{ID: "drive.revisions.update", HTTP: "PATCH", Path: each, Body: Revision{}, Resource: "revision", Result: Revision{}, Default: revisionFields, Serve: a.updateRevision},
		{ID: "drive.revisions.delete", HTTP: "DELETE", Path: each, Serve: a.deleteRevision},
		{ID: "drive.changes.getStartPageToken", HTTP: "GET", Path: v3 + "changes/startPageToken", Query: join(drives, ids), Result: StartPageToken{}, Serve: a.startPageToken},
		{ID: "drive.changes.list", HTTP: "GET", Path: v3 + "changes", Result: ChangeList{}, Serve: a.listChanges,
			Default: "kind,nextPageToken,newStartPageToken,changes(kind,type,changeType,time,removed,fileId,driveId,file(" + fileFields + "),drive(" + driveFields + "))",
			Query: join(drives, ids, flags("includeCorpusRemovals", "includeItemsFromAllDrives", "includeRemoved", "includeTeamDriveItems", "restrictToMyDrive"),
				num("pageSize"), str("includeLabels", "includePermissionsForView", "pageToken", "spaces"))},
	}
}

func (a *API) driveMethods() []gapi.Method {
	const list, each = v3 + "drives", v3 + "drives/{driveId}"
	admin := flags("useDomainAdminAccess")
	body := func(m gapi.Method) gapi.Method { m.Body, m.Resource = Drive{}, "drive"; return m }
	return []gapi.Method{
		{ID: "drive.drives.list", HTTP: "GET", Path: list, Query: join(admin, num("pageSize"), str("pageToken", "q")), Result: DriveList{},
			Default: "kind,nextPageToken,drives(" + driveFields + ")", Serve: a.listDrives},
		{ID: "drive.drives.get", HTTP: "GET", Path: each, Query: admin, Result: Drive{}, Default: driveFields, Serve: a.getDrive},
		body(gapi.Method{ID: "drive.drives.create", HTTP: "POST", Path: list, Query: str("requestId"), Result: Drive{}, Default: driveFields, Serve: a.createDrive}),
		body(gapi.Method{ID: "drive.drives.update", HTTP: "PATCH", Path: each, Query: admin, Result: Drive{}, Default: driveFields, Serve: a.updateDrive}),
		{ID: "drive.drives.delete", HTTP: "DELETE", Path: each, Query: join(admin, flags("allowItemDeletion")), Serve: a.deleteDrive},
		{ID: "drive.drives.hide", HTTP: "POST", Path: each + "/hide", Result: Drive{}, Default: driveFields, Serve: a.hideDrive},
		{ID: "drive.drives.unhide", HTTP: "POST", Path: each + "/unhide", Result: Drive{}, Default: driveFields, Serve: a.unhideDrive},
	}
}
