package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/value"
)

var (
	file       = []string{"fileId"}
	fileEmail  = []string{"fileId", "email"}
	fileFolder = []string{"fileId", "folderId"}
	comment    = []string{"fileId", "commentId"}
	reply      = []string{"fileId", "commentId", "replyId"}
	revision   = []string{"fileId", "revisionId"}
	local      = []string{"file"}
	paged      = []string{"pageToken"}
	notified   = []string{"sendNotificationEmail"}
	resolving  = []string{"action"}
)

// table has the tools' order of tools.json, which is that of their names.
//
// Content is in no list of what must hold something: an empty file is a file.
// Proxies refuse it all the same, and say so. The name of a new file is in none
// since a local file brings one of its own.
var table = actions.Table{
	Service:       "drive",
	Batch:         "drive_batch",
	MaxOperations: google.MaxOperations,
	IDs:           []string{"commentId", "replyId", "revisionId", "driveId"},
	Choose:        choose,
	Rows: []actions.Row{
		{Name: "about", Tool: "drive_about", Plan: planAbout},
		{Name: "commentCreate", Tool: "drive_add_comment", Required: []string{"fileId", "content"}, Plan: planCommentCreate},
		{Name: "fileAddEditor", Tool: "drive_add_editor", Required: fileEmail, RestOnly: notified, Plan: planFileAddEditor},
		{Name: "fileAddParent", Tool: "drive_add_parent", Required: fileFolder, Check: apart("folderId"), Plan: planFileAddParent},
		{Name: "fileAddViewer", Tool: "drive_add_viewer", Required: fileEmail, RestOnly: notified, Plan: planFileAddViewer},
		{Name: "fileCopy", Tool: "drive_copy_file", Required: file, Check: checkCopy, Plan: planFileCopy},
		{Name: "fileCreate", Tool: "drive_create_file", Check: checkCreate, RestOnly: local, Files: local, Plan: planFileCreate},
		{Name: "folderCreate", Tool: "drive_create_folder", Required: []string{"name"}, Plan: planFolderCreate},
		{Name: "repliesCreate", Tool: "drive_create_reply", Required: []string{"fileId", "commentId", "content"}, RestOnly: resolving, Plan: planRepliesCreate},
		{Name: "commentsDelete", Tool: "drive_delete_comment", Required: comment, Plan: planCommentsDelete},
		{Name: "fileDelete", Tool: "drive_delete_file", Required: file, Plan: planFileDelete},
		{Name: "repliesDelete", Tool: "drive_delete_reply", Required: reply, Plan: planRepliesDelete},
		{Name: "fileExportAs", Tool: "drive_export_as", Required: []string{"fileId", "mimeType"}, Check: checkMimeType, Plan: planFileExportAs},
		{Name: "commentsGet", Tool: "drive_get_comment", Required: comment, Plan: planCommentsGet},
		{Name: "commentsList", Tool: "drive_get_comments", Required: file, Check: checkComments, RestOnly: []string{"startModifiedTime", "includeReplies"}, Plan: planCommentsList},
		{Name: "fileGet", Tool: "drive_get_file", Required: file, Plan: planFileGet},
		{Name: "folderGet", Tool: "drive_get_folder", Required: []string{"folderId"}, Plan: planFolderGet},
		{Name: "folderPath", Tool: "drive_get_folder_path", Required: file, Plan: planFolderPath},
		{Name: "fileGetPermissions", Tool: "drive_get_permissions", Required: file, Plan: planFileGetPermissions},
		{Name: "repliesGet", Tool: "drive_get_reply", Required: reply, Plan: planRepliesGet},
		{Name: "revisionsGet", Tool: "drive_get_revision", Required: revision, Plan: planRevisionsGet},
		{Name: "sharedDrivesGet", Tool: "drive_get_shared_drive", Required: []string{"driveId"}, Plan: planSharedDrivesGet},
		{Name: "changesStartPageToken", Tool: "drive_get_start_page_token", Plan: planStartPageToken},
		{Name: "changesList", Tool: "drive_list_changes", Required: []string{"pageToken"}, Check: checkChanges, Plan: planChangesList},
		{Name: "fileList", Tool: "drive_list_files", Check: checkFileList, RestOnly: []string{"orderBy", "includeTrashed", "driveId"}, Plan: planFileList},
		{Name: "folderList", Tool: "drive_list_folders", Check: checkFolderList, RestOnly: paged, Plan: planFolderList},
		{Name: "folderListRoot", Tool: "drive_list_folders", RestOnly: paged, Plan: planFolderList},
		{Name: "repliesList", Tool: "drive_list_replies", Required: comment, Plan: planRepliesList},
		{Name: "revisionsList", Tool: "drive_list_revisions", Required: file, Plan: planRevisionsList},
		{Name: "sharedDrivesList", Tool: "drive_list_shared_drives", Check: checkDriveQuery, Plan: planSharedDrivesList},
		{Name: "fileMove", Tool: "drive_move_file", Required: []string{"fileId", "destFolderId"}, Check: apart("destFolderId"), Plan: planFileMove},
		{Name: "fileExport", Tool: "drive_read_file", Required: file, Check: checkMimeType, Plan: planFileExport},
		{Name: "fileRemoveEditor", Tool: "drive_remove_editor", Required: fileEmail, Plan: planFileRemoveEditor},
		{Name: "fileRemoveParent", Tool: "drive_remove_parent", Required: fileFolder, Check: apart("folderId"), Plan: planFileRemoveParent},
		{Name: "fileRemoveViewer", Tool: "drive_remove_viewer", Required: fileEmail, Plan: planFileRemoveViewer},
		{Name: "fileSearch", Tool: "drive_search_files", Required: []string{"query"}, Check: checkSearch, RestOnly: []string{"syntax", "orderBy", "pageToken", "includeTrashed", "driveId", "allDrives"}, Plan: planFileSearch},
		{Name: "fileSetSharing", Tool: "drive_set_sharing", Required: []string{"fileId", "access", "permission"}, Check: checkSharing, Plan: planFileSetSharing},
		{Name: "fileTrash", Tool: "drive_trash_file", Required: file, Plan: planFileTrash},
		{Name: "fileUntrash", Tool: "drive_untrash_file", Required: file, Plan: planFileUntrash},
		{Name: "commentsUpdate", Tool: "drive_update_comment", Required: comment, Check: checkCommentUpdate, Plan: planCommentsUpdate},
		{Name: "fileUpdateContent", Tool: "drive_update_content", Required: file, Check: checkContent, RestOnly: []string{"file", "expectedMd5"}, Files: local, Plan: planFileUpdateContent},
		{Name: "fileUpdateMeta", Tool: "drive_update_metadata", Required: file, Check: checkMetadata, Plan: planFileUpdateMeta},
		{Name: "repliesUpdate", Tool: "drive_update_reply", Required: []string{"fileId", "commentId", "replyId", "content"}, Plan: planRepliesUpdate},
		{Name: "revisionsUpdate", Tool: "drive_update_revision", Required: []string{"fileId", "revisionId", "keepForever"}, Plan: planRevisionsUpdate},
	},
}

// choose: the server has an action of its own for the root folder, whose id
// the caller need not know.
func choose(tool string, args value.Value) string {
	if tool == "drive_list_folders" && !args.Has("folderId") {
		return "folderListRoot"
	}
	return ""
}
