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
)

// table has the tools' order of tools.json, which is that of their names.
//
// Content is in no list of what must hold something: an empty file is a file.
// Proxies refuse it all the same, and say so.
var table = actions.Table{
	Service:       "drive",
	Batch:         "drive_batch",
	MaxOperations: google.MaxOperations,
	IDs:           []string{"commentId", "replyId", "revisionId", "driveId"},
	Choose:        choose,
	Rows: []actions.Row{
		{Name: "about", Tool: "drive_about"},
		{Name: "commentCreate", Tool: "drive_add_comment", Required: []string{"fileId", "content"}},
		{Name: "fileAddEditor", Tool: "drive_add_editor", Required: fileEmail},
		{Name: "fileAddParent", Tool: "drive_add_parent", Required: fileFolder, Check: apart("folderId")},
		{Name: "fileAddViewer", Tool: "drive_add_viewer", Required: fileEmail},
		{Name: "fileCopy", Tool: "drive_copy_file", Required: file, Check: checkCopy},
		{Name: "fileCreate", Tool: "drive_create_file", Required: []string{"name"}, Check: checkCreate},
		{Name: "folderCreate", Tool: "drive_create_folder", Required: []string{"name"}},
		{Name: "repliesCreate", Tool: "drive_create_reply", Required: []string{"fileId", "commentId", "content"}},
		{Name: "commentsDelete", Tool: "drive_delete_comment", Required: comment},
		{Name: "fileDelete", Tool: "drive_delete_file", Required: file},
		{Name: "repliesDelete", Tool: "drive_delete_reply", Required: reply},
		{Name: "fileExportAs", Tool: "drive_export_as", Required: []string{"fileId", "mimeType"}, Check: checkMimeType},
		{Name: "commentsGet", Tool: "drive_get_comment", Required: comment},
		{Name: "commentsList", Tool: "drive_get_comments", Required: file},
		{Name: "fileGet", Tool: "drive_get_file", Required: file},
		{Name: "folderGet", Tool: "drive_get_folder", Required: []string{"folderId"}},
		{Name: "folderPath", Tool: "drive_get_folder_path", Required: file},
		{Name: "fileGetPermissions", Tool: "drive_get_permissions", Required: file},
		{Name: "repliesGet", Tool: "drive_get_reply", Required: reply},
		{Name: "revisionsGet", Tool: "drive_get_revision", Required: revision},
		{Name: "sharedDrivesGet", Tool: "drive_get_shared_drive", Required: []string{"driveId"}},
		{Name: "changesStartPageToken", Tool: "drive_get_start_page_token"},
		{Name: "changesList", Tool: "drive_list_changes", Required: []string{"pageToken"}, Check: checkChanges},
		{Name: "fileList", Tool: "drive_list_files", Check: checkFileList},
		{Name: "folderList", Tool: "drive_list_folders", Check: checkFolderList},
		{Name: "folderListRoot", Tool: "drive_list_folders"},
		{Name: "repliesList", Tool: "drive_list_replies", Required: comment},
		{Name: "revisionsList", Tool: "drive_list_revisions", Required: file},
		{Name: "sharedDrivesList", Tool: "drive_list_shared_drives", Check: checkDriveQuery},
		{Name: "fileMove", Tool: "drive_move_file", Required: []string{"fileId", "destFolderId"}, Check: apart("destFolderId")},
		{Name: "fileExport", Tool: "drive_read_file", Required: file, Check: checkMimeType},
		{Name: "fileRemoveEditor", Tool: "drive_remove_editor", Required: fileEmail},
		{Name: "fileRemoveParent", Tool: "drive_remove_parent", Required: fileFolder, Check: apart("folderId")},
		{Name: "fileRemoveViewer", Tool: "drive_remove_viewer", Required: fileEmail},
		{Name: "fileSearch", Tool: "drive_search_files", Required: []string{"query"}, Check: checkSearch},
		{Name: "fileSetSharing", Tool: "drive_set_sharing", Required: []string{"fileId", "access", "permission"}, Check: checkSharing},
		{Name: "fileTrash", Tool: "drive_trash_file", Required: file},
		{Name: "fileUntrash", Tool: "drive_untrash_file", Required: file},
		{Name: "commentsUpdate", Tool: "drive_update_comment", Required: comment, Check: checkCommentUpdate},
		{Name: "fileUpdateContent", Tool: "drive_update_content", Required: file, Check: checkContent},
		{Name: "fileUpdateMeta", Tool: "drive_update_metadata", Required: file, Check: checkMetadata},
		{Name: "repliesUpdate", Tool: "drive_update_reply", Required: []string{"fileId", "commentId", "replyId", "content"}},
		{Name: "revisionsUpdate", Tool: "drive_update_revision", Required: []string{"fileId", "revisionId", "keepForever"}},
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
