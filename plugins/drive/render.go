package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// render writes what a tool did and what it is about. The two lists of files
// are the host's tables; so is an answer of a shape that is not known here.
func render(a *plugin.Answer) (string, error) {
	d := a.Data
	switch a.Tool {
	case table.Batch:
		return actions.RenderBatch(a, outcome), nil
	case "drive_about":
		return renderAbout(d), nil
	case "drive_read_file":
		return renderContent(d), nil
	case "drive_export_as":
		return renderExport(d), nil
	case "drive_list_folders":
		return renderFolderContent(a), nil
	case "drive_get_folder_path":
		return renderPath(d), nil
	case "drive_get_permissions":
		return renderPermissions(d), nil
	case "drive_get_comments":
		return renderComments(a), nil
	case "drive_list_replies":
		return renderReplies(a), nil
	case "drive_list_revisions":
		return renderRevisions(a), nil
	case "drive_list_shared_drives":
		return renderSharedDrives(a), nil
	case "drive_get_start_page_token":
		return renderStart(d), nil
	case "drive_list_changes":
		return renderChanges(a), nil
	}
	return renderOne(a), nil
}

// renderOne shows the object that an answer holds, or says what became of it.
func renderOne(a *plugin.Answer) string {
	d := a.Data
	switch {
	case d.Get("file").Has("id"):
		return did(a.Tool) + renderFile(d.Get("file"), also(a)...)
	case d.Get("folder").Has("id"):
		return did(a.Tool) + renderFile(d.Get("folder"))
	case d.Get("comment").Has("id"):
		return did(a.Tool) + renderComment(d.Get("comment"))
	case d.Get("reply").Has("id"):
		return did(a.Tool) + renderComment(d.Get("reply"))
	case d.Get("revision").Has("id"):
		return did(a.Tool) + renderRevision(d.Get("revision"))
	case d.Get("drive").Has("id"):
		return renderSharedDrive(d.Get("drive"))
	}
	return renderDone(a)
}

// did says what happened to the object that follows; nothing for a read.
func did(tool string) string {
	switch tool {
	case "drive_create_file", "drive_create_folder":
		return "Created: "
	case "drive_copy_file":
		return "Copied to: "
	case "drive_move_file":
		return "Moved: "
	case "drive_update_metadata", "drive_update_comment", "drive_update_reply", "drive_update_revision":
		return "Changed: "
	case "drive_update_content":
		return "Content replaced: "
	case "drive_add_parent":
		return "Added to a folder: "
	case "drive_remove_parent":
		return "Taken out of a folder: "
	case "drive_set_sharing":
		return "Sharing set: "
	case "drive_add_comment", "drive_create_reply":
		return "Added: "
	}
	return ""
}

// renderDone writes the answers that hold no more than what was done.
func renderDone(a *plugin.Answer) string {
	d := a.Data
	id := d.Get("fileId").Text()
	if id == "" {
		id = a.Args.Get("fileId").Text()
	}
	person := d.Get("email").Text()
	switch {
	case d.Get("added").IsTrue() && a.Tool == "drive_add_editor":
		return person + " may now edit the file " + id + ".\n"
	case d.Get("added").IsTrue():
		return person + " may now view the file " + id + ".\n"
	case d.Get("removed").IsTrue():
		return person + " has no " + access(a.Tool) + " access of their own to the file " + id + " any more. " +
			"Access by link, domain or folder is not changed.\n"
	case d.Has("removed"):
		return "Nothing was removed: " + person + " had no " + access(a.Tool) + " access of their own to the file " + id + ".\n"
	case d.Get("trashed").IsTrue():
		return "Moved the file " + id + " to the trash. drive_untrash_file brings it back.\n"
	case d.Get("untrashed").IsTrue():
		return "Took the file " + id + " out of the trash.\n"
	case !d.Get("deleted").IsTrue():
		return ""
	case d.Has("replyId"):
		return "Deleted the reply " + d.Get("replyId").Text() + " to the comment " + d.Get("commentId").Text() + ".\n"
	case d.Has("commentId"):
		return "Deleted the comment " + d.Get("commentId").Text() + " of the file " + id + ".\n"
	case d.Has("fileId"):
		return "Moved the file " + id + " to the trash; nothing was removed for good. drive_untrash_file brings it back.\n"
	}
	return ""
}

func access(tool string) string {
	if tool == "drive_remove_editor" {
		return "editing"
	}
	return "viewing"
}

// outcome is what the next step needs to know of an operation of a batch.
func outcome(d value.Value) string {
	for _, key := range [...]string{"file", "folder", "drive"} {
		if o := d.Get(key); o.Has("id") {
			return named(o) + " (" + o.Get("id").Text() + ")"
		}
	}
	for _, key := range [...]string{"comment", "reply", "revision"} {
		if o := d.Get(key); o.Has("id") {
			return key + " " + o.Get("id").Text()
		}
	}
	for _, key := range [...]string{"comments", "replies", "revisions", "drives", "changes", "path"} {
		if o := d.Get(key); o.Kind() == value.KindArray {
			return items(o.Len())
		}
	}
	switch {
	case d.Kind() == value.KindArray:
		return items(d.Len())
	case d.Has("folders") || d.Has("files"):
		return items(d.Get("folders").Len() + d.Get("files").Len())
	case d.Has("content"):
		return named(d) + ", " + text.Count(characters(d), "character", "characters")
	case d.Has("base64"):
		return show.Bytes(d.Get("size"))
	case d.Has("sharingAccess"):
		return sharing(d)
	case d.Has("startPageToken"):
		return d.Get("startPageToken").Text()
	case d.Has("removed") && !d.Get("removed").IsTrue():
		return "nothing removed"
	}
	return ""
}

func items(n int) string { return text.Count(n, "item", "items") }
