package driveapi

import (
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// edit is what a body asks of a file; nil leaves a field as it is.
type edit struct {
	id, name, mime, description   *string
	color, original, target, hint *string
	parents                       []string
	starred, trashed              *bool
	noCopy, writersShare          *bool
	created, modified, viewed     *int64
	properties                    [2]map[string]*string // public, private; nil clears
}

// writable are the fields that are read; others are refused by name, since
// setting them would do nothing.
var writable = map[string]bool{
	"kind": true, "id": true, "name": true, "mimeType": true, "description": true, "starred": true, "trashed": true, "parents": true,
	"createdTime": true, "modifiedTime": true, "viewedByMeTime": true, "properties": true, "appProperties": true, "folderColorRgb": true,
	"copyRequiresWriterPermission": true, "viewersCanCopyContent": true, "writersCanShare": true, "originalFilename": true,
	"shortcutDetails": true, "contentHints": true,
}

// absent are fields of what this workspace has not.
var absent = map[string]string{
	"contentRestrictions": "content restrictions", "inheritedPermissionsDisabled": "folders with limited access",
	"downloadRestrictions": "download restrictions", "clientEncryptionDetails": "client-side encryption", "linkShareMetadata": "link security updates",
}

// readEdit reads a body and checks all that needs no storage.
func readEdit(b gapi.Body) (*edit, error) {
	tree, err := b.Tree()
	if err != nil {
		return nil, err
	}
	for name, v := range tree {
		if what := absent[name]; what != "" && v != nil {
			return nil, unsupported(what)
		}
		if !writable[name] && v != nil {
			return nil, notWritable("The resource body includes fields which are not directly writable.")
		}
	}
	e := &edit{
		id: text(tree, "id"), name: text(tree, "name"), mime: text(tree, "mimeType"), description: text(tree, "description"),
		color: text(tree, "folderColorRgb"), original: text(tree, "originalFilename"),
		starred: flag(tree, "starred"), trashed: flag(tree, "trashed"), noCopy: flag(tree, "copyRequiresWriterPermission"), writersShare: flag(tree, "writersCanShare"),
	}
	if can := flag(tree, "viewersCanCopyContent"); can != nil && e.noCopy == nil {
		e.noCopy = yes(!*can) // the older name of the opposite
	}
	if details, ok := tree["shortcutDetails"].(map[string]any); ok {
		e.target = text(details, "targetId")
	}
	if hints, ok := tree["contentHints"].(map[string]any); ok {
		if hints["thumbnail"] != nil {
			return nil, unsupported("thumbnails")
		}
		e.hint = text(hints, "indexableText")
	}
	if list, ok := tree["parents"].([]any); ok {
		for _, p := range list {
			e.parents = append(e.parents, p.(string))
		}
	}
	return e, e.check(tree)
}

func (e *edit) check(tree map[string]any) (err error) {
	if e.name != nil && len(*e.name) > maxName {
		return gapi.Invalid("Invalid value at 'file.name': %d bytes, the maximum is %d.", len(*e.name), maxName)
	}
	for name, into := range map[string]**int64{"createdTime": &e.created, "modifiedTime": &e.modified, "viewedByMeTime": &e.viewed} {
		if *into, err = moment(tree, "file", name); err != nil {
			return err
		}
	}
	for i, name := range []string{"properties", "appProperties"} {
		if e.properties[i], err = readProperties(tree, name); err != nil {
			return err
		}
	}
	if e.color != nil {
		if e.color, err = nearestColor(*e.color); err != nil {
			return err
		}
	}
	return nil
}

// text gives a text, "" for null, nil for a field that is not there.
func text(tree map[string]any, name string) *string {
	v, there := tree[name]
	if !there {
		return nil
	}
	s, _ := v.(string)
	return &s
}

// flag gives a boolean, nil for null or a field that is not there.
func flag(tree map[string]any, name string) *bool {
	if v, ok := tree[name].(bool); ok {
		return &v
	}
	return nil
}

// moment gives a time in Unix milliseconds.
func moment(tree map[string]any, resource, name string) (*int64, error) {
	s, _ := tree[name].(string)
	if s == "" {
		return nil, nil
	}
	t, err := gapi.ParseTime(s)
	if err != nil {
		return nil, gapi.Invalid("Invalid value at '%s.%s': %s is not an RFC 3339 timestamp such as 2030-01-31T00:00:00.000Z.", resource, name, gapi.Quote(s))
	}
	ms := t.UnixMilli()
	return &ms, nil
}

// apply changes what a row holds of the fields that need no further rules.
func (e *edit) apply(f *fileRow) {
	for _, field := range []struct {
		from *string
		into *string
	}{{e.name, &f.name}, {e.description, &f.description}, {e.color, &f.color}, {e.hint, &f.hint}} {
		if field.from != nil {
			*field.into = *field.from
		}
	}
	for _, field := range []struct {
		from *bool
		into *bool
	}{{e.starred, &f.starred}, {e.noCopy, &f.noCopy}, {e.writersShare, &f.writersShare}} {
		if field.from != nil {
			*field.into = *field.from
		}
	}
	if e.viewed != nil {
		f.viewed = *e.viewed
	}
	if e.created != nil {
		f.created = *e.created
	}
	if e.original != nil && f.binary() {
		f.original = *e.original
	}
	if strings.TrimSpace(f.name) == "" {
		f.name = "Untitled"
	}
}

// mine says whether the edit touches only what is the user's own view of a
// file, which a reader may change.
func (e *edit) personal() bool {
	return e.name == nil && e.mime == nil && e.description == nil && e.color == nil && e.original == nil && e.hint == nil && e.trashed == nil &&
		e.noCopy == nil && e.writersShare == nil && e.created == nil && e.modified == nil && e.properties[0] == nil && e.properties[1] == nil
}
