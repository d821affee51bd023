package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// planFileExportAs converts a Google document. What it gives are bytes.
func planFileExportAs(s *plugin.Step) (*plugin.Next, error) {
	wanted := text.Trim(s.Params.Get("mimeType").Text())
	switch s.Name {
	case "", "looked", "target":
		o, next, err := look(s)
		if next != nil || err != nil {
			return next, err
		}
		if !isNative(o.mimeType()) {
			return nil, plugin.Invalid("fileId", "The file is no Google document, and only these can be exported. drive_read_file gives it as it is.")
		}
		list, has := formats(o.file)
		switch {
		case list == "" && of(textForms[:], o.mimeType()) == "":
			return nil, noContent(o.mimeType())
		case !has(wanted):
			return nil, notExportable(wanted, list)
		}
		return s.Ask("exported", o.export(wanted)).Keep(o.state()), nil
	case "exported":
		o, r := sourceOf(s.State), s.Responses[0]
		if r.Error != nil {
			return nil, exportFailed(r, o)
		}
		if r.Blob == nil {
			return nil, plugin.Fail(plugin.Malformed, "The service's answer holds no content.")
		}
		return plugin.Done(value.Object(
			value.M("fileId", o.file.Get("id")),
			value.M("mimeType", value.String(wanted)),
			value.M("size", value.Int(int64(r.Blob.Size))),
			value.M("base64", plugin.Base64Of(r.Blob.Blob)),
			value.M("name", value.String(exportName(o.file.Get("name").Text(), wanted))),
			value.M("sha256", value.String(r.Blob.SHA256)),
			value.M("shortcutId", o.shortcut),
		)), nil
	}
	return s.Stray()
}

// exportFailed tells a document that is too large for an export from one that
// must not be exported: both are 403, and the first is no matter of rates.
// Google's way for larger ones, drive.files.download, starts a job on its side,
// which is a change, and this action only reads.
func exportFailed(r plugin.Response, o source) error {
	if r.Error.Reason != "exportSizeLimitExceeded" {
		return failed(r, "")
	}
	message := "The document is too large: Google exports 10 MB at most. Choose a smaller format, such as text/plain"
	if tool := of(readers[:], o.mimeType()); tool != "" {
		message += ", or read it part by part with " + tool
	}
	return &plugin.Error{Code: plugin.LimitExceeded, Field: "fileId", Message: message + "."}
}

func notExportable(wanted, list string) error {
	return plugin.Invalid("mimeType", "Drive can't export this document as "+wanted+". It knows "+list+".")
}

// noContent is the refusal of what has neither bytes nor an export.
func noContent(mimeType string) error {
	message := "Drive can't export a file of the type " + mimeType + "; it exports documents, spreadsheets, presentations, drawings and scripts."
	if tool := of(readers[:], mimeType); tool != "" {
		message += " " + tool + " shows what is in it."
	}
	return plugin.Invalid("fileId", message)
}
