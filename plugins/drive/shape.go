package main

import (
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// Types of Drive's own items.
const (
	typeFolder   = nativePrefix + "folder"
	typeShortcut = nativePrefix + "shortcut"
)

// Fields of the answers that the plans keep.
const (
	keepFile = "id,name,mimeType,webViewLink,size,createdTime,modifiedTime,starred,trashed," +
		"owners(emailAddress),parents,driveId,description,shortcutDetails(targetId,targetMimeType)"
	keepFolder = "id,name,mimeType,webViewLink,createdTime,modifiedTime,owners(emailAddress),parents,driveId"
	keepUser   = "displayName,emailAddress,permissionId,photoLink"
)

// fileJSON is a file, folder or shortcut as the answers show it. What only
// some files have stands at the end, where it is.
func fileJSON(f value.Value) value.Value {
	shortcut := f.Get("shortcutDetails")
	return value.Object(
		value.M("id", f.Get("id")),
		value.M("name", f.Get("name")),
		value.M("mimeType", f.Get("mimeType")),
		value.M("url", value.OrNull(f.Get("webViewLink"))),
		value.M("size", sizeNumber(f.Get("size"))),
		value.M("created", value.OrNull(f.Get("createdTime"))),
		value.M("updated", value.OrNull(f.Get("modifiedTime"))),
		value.M("starred", value.Bool(f.Get("starred").IsTrue())),
		value.M("trashed", value.Bool(f.Get("trashed").IsTrue())),
		value.M("owner", owner(f)),
		value.M("parents", f.Get("parents").Map(asIs)),
		value.M("driveId", f.Get("driveId")),
		value.M("description", f.Get("description")),
		value.M("shortcutTargetId", shortcut.Get("targetId")),
		value.M("shortcutTargetMimeType", shortcut.Get("targetMimeType")),
	)
}

func folderJSON(f value.Value) value.Value {
	return value.Object(
		value.M("id", f.Get("id")),
		value.M("name", f.Get("name")),
		value.M("url", value.OrNull(f.Get("webViewLink"))),
		value.M("created", value.OrNull(f.Get("createdTime"))),
		value.M("updated", value.OrNull(f.Get("modifiedTime"))),
		value.M("owner", owner(f)),
		value.M("parents", f.Get("parents").Map(asIs)),
		value.M("driveId", f.Get("driveId")),
	)
}

// theFileJSON and theFolderJSON are data that hold one object.
func theFileJSON(f value.Value) value.Value { return value.Object(value.M("file", fileJSON(f))) }

func theFolderJSON(f value.Value) value.Value { return value.Object(value.M("folder", folderJSON(f))) }

// owner is the address of a file's owner; null in a shared drive, whose files
// belong to the drive.
func owner(f value.Value) value.Value {
	for _, o := range f.Get("owners").Items() {
		return value.OrNull(o.Get("emailAddress"))
	}
	return value.Null()
}

// userJSON is null where nobody is named.
func userJSON(u value.Value) value.Value {
	if u.Kind() != value.KindObject {
		return value.Null()
	}
	return value.Object(
		value.M("displayName", value.OrNull(u.Get("displayName"))),
		value.M("emailAddress", value.OrNull(u.Get("emailAddress"))),
		value.M("permissionId", value.OrNull(u.Get("permissionId"))),
		value.M("photoLink", value.OrNull(u.Get("photoLink"))),
	)
}

// sizeNumber makes a number of what the API writes as text; 0 where there is
// no size, as of Google's own documents.
func sizeNumber(v value.Value) value.Value {
	if n := numberOf(v); n.Exists() {
		return n
	}
	return value.Int(0)
}

// numberOf is a count that the API writes as text; absent where there is none.
func numberOf(v value.Value) value.Value {
	if n, ok := text.Digits(v.Text()); ok {
		return value.Int(n)
	}
	if _, ok := v.AsInt(); ok {
		return v
	}
	return value.Value{}
}

func asIs(v value.Value) value.Value { return v }

func isFolder(f value.Value) bool { return f.Get("mimeType").Text() == typeFolder }

func isShortcut(f value.Value) bool { return f.Get("mimeType").Text() == typeShortcut }
