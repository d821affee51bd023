package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func renderAbout(d value.Value) string {
	if !d.Has("storageUsed") && !d.Has("rootFolderId") {
		return ""
	}
	used, of := show.Bytes(d.Get("storageUsed")), show.Bytes(d.Get("storageLimit"))
	if n, ok := d.Get("storageLimit").AsInt(); of == "" || ok && n == 0 {
		of = "unlimited storage"
	}
	return text.Or(used, "an unknown amount") + " used of " + of + "\n" + text.Details(
		text.Line{Label: "Account", Text: d.Get("email").Text()},
		text.Line{Label: "In Drive", Text: show.Bytes(d.Get("storageUsedInDrive"))},
		text.Line{Label: "Root folder", Text: d.Get("rootFolderId").Text()},
	)
}

// renderFile shows a file or a folder, with lines that the tool adds.
func renderFile(f value.Value, more ...text.Line) string {
	lines := append([]text.Line{
		{Label: "Type", Text: f.Get("mimeType").Text()},
		{Label: "Size", Text: sizeOf(f)},
		{Label: "State", Text: state(f)},
		{Label: "Owner", Text: f.Get("owner").Text()},
		{Label: "Created", Text: show.Moment(f.Get("created"))},
		{Label: "Updated", Text: show.Moment(f.Get("updated"))},
		{Label: "In", Text: show.Join(f.Get("parents"), ", ", value.Value.Text)},
		{Label: "Shared drive", Text: f.Get("driveId").Text()},
		{Label: "Shortcut to", Text: f.Get("shortcutTargetId").Text()},
		{Label: "Id", Text: f.Get("id").Text()},
		{Label: "Open", Text: f.Get("url").Text()},
		{Label: "Description", Text: f.Get("description").Text()},
	}, more...)
	return named(f) + "\n" + text.Details(lines...)
}

// sizeOf leaves out the 0 of Google's own documents: they have no size.
func sizeOf(f value.Value) string {
	if n, ok := f.Get("size").AsInt(); ok && n == 0 && isNative(f.Get("mimeType").Text()) {
		return ""
	}
	return show.Bytes(f.Get("size"))
}

func state(f value.Value) string {
	switch starred, trashed := f.Get("starred").IsTrue(), f.Get("trashed").IsTrue(); {
	case starred && trashed:
		return "starred, in the trash"
	case starred:
		return "starred"
	case trashed:
		return "in the trash"
	}
	return ""
}

// also are the lines that tell what a change left behind.
func also(a *plugin.Answer) []text.Line {
	d := a.Data
	switch a.Tool {
	case "drive_move_file":
		return []text.Line{{Label: "Still in", Text: show.Join(d.Get("failedParentRemovals"), ", ", value.Value.Text)}}
	case "drive_add_parent":
		return []text.Line{{Label: "Shortcut", Text: d.Get("shortcut").Get("id").Text()}}
	case "drive_remove_parent":
		return []text.Line{{Label: "In the trash", Text: text.After("the shortcut ", d.Get("trashedShortcutId").Text())}}
	case "drive_update_content":
		return []text.Line{{Label: "Before", Text: text.After("revision ", d.Get("previousRevisionId").Text())}}
	case "drive_set_sharing":
		now := a.Args
		if d.Has("sharingAccess") {
			now = value.Object(value.M("access", d.Get("sharingAccess")), value.M("permission", d.Get("sharingPermission")))
		}
		shared := now.Get("access").Text()
		if shared != "" && shared != "PRIVATE" {
			shared += " / " + now.Get("permission").Text()
		}
		return []text.Line{{Label: "Sharing", Text: shared}}
	}
	return nil
}

// renderContent is the file's text below what it is.
func renderContent(d value.Value) string {
	content, ok := d.Get("content").AsString()
	if !ok {
		return ""
	}
	out := named(d) + "\n" + text.Details(
		text.Line{Label: "Type", Text: d.Get("mimeType").Text()},
		text.Line{Label: "Size", Text: sizeOf(d)},
		text.Line{Label: "Id", Text: d.Get("id").Text()},
		text.Line{Label: "Exported as", Text: d.Get("exportMimeType").Text()},
		text.Line{Label: "Shortcut", Text: d.Get("shortcutId").Text()},
	) + "\n" + content
	length := characters(d)
	if length == 0 {
		out += "(empty)"
	}
	if out[len(out)-1] != '\n' {
		out += "\n"
	}
	if d.Get("truncated").IsTrue() {
		out += "\n(The text goes on. It was cut after " + text.Count(length, "character", "characters") + ".)\n"
	}
	return out
}

// characters is the length of the content. Where the host puts the text in
// later, the answer states it.
func characters(d value.Value) int {
	if n, ok := d.Get("characters").AsInt(); ok {
		return int(n)
	}
	return text.Units(d.Get("content").Text())
}

// renderExport names the bytes and leaves them out: nobody reads base64.
func renderExport(d value.Value) string {
	if !d.Has("base64") {
		return ""
	}
	return "Exported the file " + d.Get("fileId").Text() + " as " + d.Get("mimeType").Text() + ", " + show.Bytes(d.Get("size")) +
		". The bytes are in base64, which the JSON form of this answer shows.\n"
}

// renderPermissions has the peer's four lines (vectors envelope, kind
// formatPermissions) and those who may comment, where a server tells.
func renderPermissions(d value.Value) string {
	if d.Kind() != value.KindObject {
		return ""
	}
	out := "Owner: " + text.Or(d.Get("owner").Text(), "unknown") + "\n" +
		"Sharing: " + sharing(d) + "\n" +
		"Editors: " + text.Or(show.Join(d.Get("editors"), ", ", value.Value.Text), "none") + "\n" +
		"Viewers: " + text.Or(show.Join(d.Get("viewers"), ", ", value.Value.Text), "none") + "\n"
	if who := show.Join(d.Get("commenters"), ", ", value.Value.Text); who != "" {
		out += "Of them may comment: " + who + "\n"
	}
	return out
}

// sharing has the peer's word for what is not there.
func sharing(d value.Value) string {
	return text.Or(d.Get("sharingAccess").Text(), "undefined") + " / " + text.Or(d.Get("sharingPermission").Text(), "undefined")
}
