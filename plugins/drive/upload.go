package main

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
)

// unknownType is what the host calls a file of which it knows nothing.
const unknownType = "application/octet-stream"

// upload is what is sent as a file's content: a text, or a local file.
type upload struct {
	// mimeType is the content's; "" is not known.
	mimeType string
	segment  plugin.Segment
	// local is the file that is sent; nil where a text is.
	local *abi.File
}

// uploadOf reads content and file; one of them is given.
func uploadOf(s *plugin.Step) (upload, error) {
	content, hasContent := s.Params.Get("content").AsString()
	switch hasFile := s.Params.Has("file"); {
	case hasFile && hasContent:
		return upload{}, bothGiven()
	case hasFile:
		for i, f := range s.Files {
			if f.Arg == "file" {
				u := upload{segment: plugin.Bytes(f.Blob), local: &s.Files[i]}
				if f.MimeType != unknownType {
					u.mimeType = f.MimeType
				}
				return u, nil
			}
		}
		return upload{}, plugin.Invalid("file", "The file that file names was not opened, so there is nothing to send.")
	case hasContent:
		if text.Units(content) > maxContent {
			return upload{}, &plugin.Error{Code: plugin.LimitExceeded, Field: "content",
				Message: "content may have " + text.Int(maxContent) + " characters. Put the text into a file and name it with file."}
		}
		return upload{segment: plugin.Text(content)}, nil
	}
	return upload{}, noContentGiven()
}

func bothGiven() *plugin.Error {
	return plugin.Invalid("file", "content and file can't be combined. Give the text as content, or the path of a local file as file.")
}

func noContentGiven() *plugin.Error {
	return plugin.Invalid("content", "content must be given; an empty text makes the file empty. A local file is given with file.")
}

// media adds the content to a request. A text goes out in UTF-8, whatever
// charset its type names.
func (u upload) media(r plugin.Request, mimeType string) plugin.Request {
	sent := text.Or(contentType(mimeType), unknownType)
	if u.local == nil {
		if sent = essence(sent); text.HasPrefix(sent, "text/") {
			sent += "; charset=UTF-8"
		}
	}
	return r.Media(sent, u.segment)
}
