package rest

import (
	"encoding/json"
	"slices"

	"github.com/wslite/wslite/host/keep"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/sdk/abi"
)

// attachmentRoute gives a part of a mail: a file, or a text that is long.
const attachmentRoute = "gmail.users.messages.attachments.get"

// showsContent says that the answer would show a plan the bytes of a file or of
// an attachment: of an export, of a mail as it was sent, of the parts of one.
func showsContent(r *route.Route, req abi.Request) bool {
	s, d := req.Save, req.Decode
	if s != nil && s.Field == "" {
		return false // all of it is saved
	}
	switch r.ID {
	case "drive.files.export":
		return true
	case attachmentRoute:
		return !(s != nil && s.Field == "data" || d != nil && d.TextOf != "")
	case "gmail.users.messages.get", "gmail.users.drafts.get", "gmail.users.threads.get":
		format := "full"
		if raw, given := req.Query["format"]; given && json.Unmarshal(raw, &format) != nil {
			return true
		}
		if format == "raw" {
			return !(s != nil && s.Field == "raw" && r.ID == "gmail.users.messages.get")
		}
		return format == "full" && !(d != nil && d.Mail) && showsParts(req.Keep)
	}
	return false
}

// showsParts says that a mask lets the data of a mail's parts through, however
// deep they lie.
func showsParts(text string) bool {
	if text == "" {
		return true
	}
	mask, err := keep.Parse(text)
	if err != nil {
		return true
	}
	part := map[string]any{"body": map[string]any{"data": "x"}}
	for range keep.MaxDepth {
		part = map[string]any{"body": part["body"], "parts": []any{part}}
	}
	mail := map[string]any{"payload": part}
	kept, _ := mask.Apply(map[string]any{"payload": part, "message": mail, "messages": []any{mail}})
	return holdsData(kept)
}

func holdsData(v any) bool {
	switch x := v.(type) {
	case map[string]any:
		for key, member := range x {
			if key == "data" || holdsData(member) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(x, holdsData)
	}
	return false
}
