package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// planFileCreate sends content and metadata together. The default of mimeType
// says what a text is, not what a local file is.
func planFileCreate(s *plugin.Step) (*plugin.Next, error) {
	if s.Name != "" {
		return one(s, plugin.Request{}, theFileJSON)
	}
	u, err := uploadOf(s)
	if err != nil {
		return nil, err
	}
	name := text.Trim(s.Params.Get("name").Text())
	mimeType := text.Or(text.Trim(s.Params.Get("mimeType").Text()), plainText)
	if u.local != nil {
		name = text.Or(name, u.local.Name)
		if mimeType == plainText {
			mimeType = text.Or(u.mimeType, unknownType)
		}
	}
	switch {
	case name == "":
		return nil, plugin.Invalid("name", "name must not be empty.")
	case isNative(mimeType):
		return nil, nativeTarget()
	}
	body := value.Object(value.M("name", value.String(name)), value.M("mimeType", value.String(essence(mimeType))))
	body.Set("parents", parentsOf(s.Params.Get("parentId")))
	return s.Ask("done", u.media(everywhere(plugin.To(routeCreate)).Body(body).Keep(keepFile), mimeType)), nil
}

// parentsOf is the place of a new item; without one it goes to the root folder.
func parentsOf(folder value.Value) value.Value {
	if folder.Text() == "" {
		return value.Value{}
	}
	return value.Array(folder)
}

// keepTarget is what must be known of a file before its content is replaced.
const keepTarget = "id,name,mimeType,md5Checksum,headRevisionId,capabilities(canModifyContent),shortcutDetails(targetId)"

// planFileUpdateContent looks first: a new content could change the type of the
// file, and would turn a Google document into what is left of it.
func planFileUpdateContent(s *plugin.Step) (*plugin.Next, error) {
	id := s.Params.Get("fileId").Text()
	switch s.Name {
	case "":
		if _, err := uploadOf(s); err != nil {
			return nil, err
		}
		return s.Ask("looked", item(id, keepTarget)), nil
	case "looked":
		u, err := uploadOf(s)
		if err != nil {
			return nil, err
		}
		f, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		if err := overwritable(f); err != nil {
			return nil, err
		}
		if sum := s.Params.Get("expectedMd5").Text(); sum != "" && text.Lower(sum) != text.Lower(f.Get("md5Checksum").Text()) {
			return nil, &plugin.Error{Code: plugin.Conflict, Field: "expectedMd5",
				Message: "The file's content is not the one that was expected, so nothing was changed. Read it again before you replace it."}
		}
		was := text.Or(f.Get("mimeType").Text(), unknownType)
		now, warning := u.typeOver(was)
		body := value.Object(value.M("mimeType", value.String(essence(now))))
		return s.Ask("replaced", u.media(update(id).Body(body), now)).Keep(value.Object(
			value.M("revision", f.Get("headRevisionId")), value.M("warning", value.String(warning)))), nil
	case "replaced":
		body, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		data := theFileJSON(body)
		data.Set("previousRevisionId", s.State.Get("revision"))
		return plugin.Done(data).Warn(s.State.Get("warning").Text()), nil
	}
	return s.Stray()
}

// typeOver is the type that a file has after its content was replaced. A local
// file of another kind gives it its own; texts stay the kind of text they are.
func (u upload) typeOver(was string) (now, warning string) {
	switch is := essence(u.mimeType); {
	case u.mimeType == "":
		return was, ""
	case is == essence(was) || text.HasPrefix(is, "text/") && text.HasPrefix(essence(was), "text/"):
		if sent := contentType(u.mimeType); len(sent) > len(is) {
			return essence(was) + sent[len(is):], "" // the charset is the new content's
		}
		return was, ""
	}
	return u.mimeType, "The file's type was " + essence(was) + " and is now " + essence(u.mimeType) + ", that of the new content."
}

func overwritable(f value.Value) error {
	can, known := f.Get("capabilities").Get("canModifyContent").AsBool()
	switch {
	case isShortcut(f):
		return plugin.Invalid("fileId", "The file is a shortcut and has no content. The file that it stands for has the id "+
			f.Get("shortcutDetails").Get("targetId").Text()+".")
	case isFolder(f):
		return plugin.Invalid("fileId", "A folder has no content that could be replaced.")
	case isNative(f.Get("mimeType").Text()):
		return plugin.Invalid("fileId", "The file is a Google document: new content would destroy it. The docs, sheets and slides tools change it.")
	case known && !can:
		return &plugin.Error{Code: plugin.ActionNotAllowed, Field: "fileId", Message: "This account may not change the content of the file."}
	}
	return nil
}
