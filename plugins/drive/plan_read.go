package main

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

const (
	// maxBytes is the largest content that an answer carries. What goes to a
	// file has no such bound.
	maxBytes = 5_000_000
	// maxText is where the text of an answer is cut, in UTF-16 units.
	maxText = 500_000
)

// toFile is the way out where content can't stand in an answer.
const toFile = "On the command line --output puts it into a file."

// keepSource is what must be known of a file before its content is asked for.
const keepSource = "id,name,mimeType,size,md5Checksum,exportLinks,shortcutDetails(targetId,targetResourceKey)"

// source is the file that is read: the one that was asked for, or the target of
// a shortcut, and with it the key of a target that is shared by link.
type source struct{ file, shortcut, key value.Value }

func (o source) state() value.Value {
	return value.Object(value.M("file", o.file.Without("exportLinks")), value.M("shortcut", o.shortcut), value.M("key", o.key))
}

func sourceOf(state value.Value) source {
	return source{state.Get("file"), state.Get("shortcut"), state.Get("key")}
}

func (o source) id() string       { return o.file.Get("id").Text() }
func (o source) mimeType() string { return o.file.Get("mimeType").Text() }

// ask starts a request about the source itself.
func (o source) ask(route string) plugin.Request {
	return plugin.To(route).Path("fileId", o.id()).ResourceKey(o.id(), o.key.Text())
}

// export asks for the document in another format.
func (o source) export(mimeType string) plugin.Request {
	mimeType = essence(mimeType)
	return o.ask(routeExport).
		Query("mimeType", value.String(mimeType)).
		Save(abi.Save{Name: exportName(o.file.Get("name").Text(), mimeType), MimeType: mimeType, MaxBytes: maxBytes}).
		Tolerate(403)
}

// download asks for the bytes of a file that has some. The type of a text is
// left to the answer, which may state the charset.
func (o source) download() plugin.Request {
	save := abi.Save{
		Name: o.file.Get("name").Text(), MimeType: contentType(o.mimeType()),
		MaxBytes: maxBytes, MD5: o.file.Get("md5Checksum").Text(),
	}
	if text.HasPrefix(save.MimeType, "text/") {
		save.MimeType = ""
	}
	return everywhere(o.ask(routeGet)).Save(save)
}

// look asks for the file and follows a shortcut once. next is what to ask
// before the source is known.
func look(s *plugin.Step) (o source, next *plugin.Next, err error) {
	if s.Name == "" {
		return o, s.Ask("looked", item(s.Params.Get("fileId").Text(), keepSource)), nil
	}
	r := s.Responses[0]
	if limited(r) {
		return o, nil, failed(r, "")
	}
	if r.Error != nil { // only a shortcut's target is tolerated not to be there
		return o, nil, &plugin.Error{Code: plugin.NotFound, Field: "fileId",
			Message: "The file is a shortcut, and the file " + s.State.Get("target").Text() +
				" that it stands for does not exist any more or is not shared with this account."}
	}
	f, err := r.Object()
	if err != nil {
		return o, nil, err
	}
	o.file = f
	if s.Name == "target" {
		o.shortcut, o.key = s.State.Get("shortcut"), s.State.Get("key")
		if isShortcut(f) {
			return o, nil, plugin.Invalid("fileId", "The file is a shortcut to another shortcut. Give the id of the file itself.")
		}
		return o, nil, nil
	}
	if !isShortcut(f) {
		return o, nil, nil
	}
	target, key := f.Get("shortcutDetails").Get("targetId").Text(), f.Get("shortcutDetails").Get("targetResourceKey")
	if target == "" {
		return o, nil, plugin.Invalid("fileId", "The file is a shortcut that names no file.")
	}
	return o, s.Ask("target", item(target, keepSource).ResourceKey(target, key.Text()).Tolerate(403, 404)).Keep(value.Object(
		value.M("target", value.String(target)), value.M("shortcut", f.Get("id")), value.M("key", key))), nil
}

// planFileExport reads a file as text: Google's documents by an export, other
// files as they are.
func planFileExport(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "", "looked", "target":
		o, next, err := look(s)
		if next != nil || err != nil {
			return next, err
		}
		r, err := readRequest(s, o)
		if err != nil {
			return nil, err
		}
		return s.Ask("read", r).Keep(o.state()), nil
	case "read":
		return readContent(s, sourceOf(s.State))
	}
	return s.Stray()
}

// readRequest chooses between export and download, and refuses before anything
// is sent what can't be read.
func readRequest(s *plugin.Step, o source) (r plugin.Request, err error) {
	wanted := text.Trim(s.Params.Get("mimeType").Text())
	if isNative(o.mimeType()) {
		if wanted == "" || essence(wanted) == plainText {
			wanted = of(textForms[:], o.mimeType())
		}
		list, has := formats(o.file)
		standard := of(textForms[:], o.mimeType())
		switch {
		case wanted == "" || list == "" && standard == "":
			return r, noContent(o.mimeType())
		case !has(wanted) && wanted != standard:
			return r, notExportable(wanted, list)
		}
		return o.export(wanted), nil
	}
	if m := essence(wanted); m != "" && m != plainText && m != essence(o.mimeType()) {
		return r, plugin.Invalid("mimeType", "The file is no Google document, so Drive can't turn it into "+m+". Leave mimeType out to read it as it is.")
	}
	if n, ok := text.Digits(o.file.Get("size").Text()); ok && n > maxBytes && !s.ToFile {
		return r, &plugin.Error{Code: plugin.LimitExceeded, Field: "fileId",
			Message: "The file has " + text.Int(int(n)) + " bytes, and an answer carries " + text.Int(maxBytes) + " at most. " + toFile}
	}
	return o.download(), nil
}

// readContent is the data of a file that was read.
func readContent(s *plugin.Step, o source) (*plugin.Next, error) {
	r := s.Responses[0]
	if r.Error != nil {
		return nil, exportFailed(r, o)
	}
	if r.Blob == nil {
		return nil, plugin.Fail(plugin.Malformed, "The service's answer holds no content.")
	}
	if !r.Blob.Text && !s.ToFile {
		return nil, plugin.Invalid("fileId", "The content, of the type "+text.Or(essence(r.Blob.MimeType), "application/octet-stream")+
			", is not text. "+toFile)
	}
	size := sizeNumber(o.file.Get("size"))
	if isNative(o.mimeType()) {
		size = value.Int(int64(r.Blob.Size))
	}
	data := value.Object(
		value.M("id", o.file.Get("id")),
		value.M("name", o.file.Get("name")),
		value.M("mimeType", o.file.Get("mimeType")),
		value.M("size", size),
	)
	if s.ToFile {
		// The bytes as they are: text would be cut, and its charset changed.
		data.Set("content", plugin.Base64Of(r.Blob.Blob))
		data.Set("truncated", value.Bool(false))
	} else {
		data.Set("content", plugin.TextOf(r.Blob.Blob, maxText))
		data.Set("truncated", value.Bool(r.Blob.Units > maxText))
		// Nobody here sees the text itself, and its length is worth knowing.
		data.Set("characters", value.Int(int64(min(r.Blob.Units, maxText))))
	}
	if isNative(o.mimeType()) {
		data.Set("exportMimeType", value.String(r.Blob.MimeType))
	}
	data.Set("sha256", value.String(r.Blob.SHA256))
	data.Set("shortcutId", o.shortcut)
	return plugin.Done(data), nil
}
