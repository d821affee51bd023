package rest_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// No plan sees the bytes of a file or of an attachment, however it asks.
func TestContentIsNeverSeen(t *testing.T) {
	table := rules{
		"gmail.read": {Class: risk.Read, Routes: []string{"gmail.users.messages.get", "gmail.users.threads.get", "gmail.users.drafts.get", "gmail.users.messages.attachments.get"}},
		"drive.read": {Class: risk.Read, Routes: []string{"drive.files.export"}},
	}
	mail := abi.Request{Route: "gmail.users.messages.get", Path: map[string]string{"userId": "me", "id": "M"}}
	thread := abi.Request{Route: "gmail.users.threads.get", Path: map[string]string{"userId": "me", "id": "T"}}
	draft := abi.Request{Route: "gmail.users.drafts.get", Path: map[string]string{"userId": "me", "id": "D"}}
	attachment := abi.Request{Route: "gmail.users.messages.attachments.get", Path: map[string]string{"userId": "me", "messageId": "M", "id": "A"}}
	export := abi.Request{Route: "drive.files.export", Path: map[string]string{"fileId": "F"}, Query: map[string]abi.Raw{"mimeType": abi.Raw(`"text/csv"`)}}
	with := func(r abi.Request, f func(*abi.Request)) abi.Request { f(&r); return r }
	format := func(r abi.Request, json string) abi.Request {
		return with(r, func(r *abi.Request) { r.Query = map[string]abi.Raw{"format": abi.Raw(json)} })
	}
	kept := func(r abi.Request, mask string) abi.Request { return with(r, func(r *abi.Request) { r.Keep = mask }) }
	saved := func(r abi.Request, field string) abi.Request {
		return with(r, func(r *abi.Request) { r.Save = &abi.Save{Field: field} })
	}
	decoded := func(r abi.Request, d abi.Decode) abi.Request { return with(r, func(r *abi.Request) { r.Decode = &d }) }
	for name, c := range map[string]struct {
		req  abi.Request
		good bool
	}{
		"attachment":                 {attachment, false},
		"attachment, kept":           {kept(attachment, "data"), false},
		"attachment, other saved":    {saved(attachment, "size"), false},
		"attachment, as a mail":      {decoded(attachment, abi.Decode{Mail: true}), false},
		"attachment, saved":          {saved(attachment, "data"), true},
		"attachment, as text":        {decoded(attachment, abi.Decode{TextOf: "text/plain"}), false}, // of no mail that was seen
		"export":                     {export, false},
		"export, a member saved":     {saved(export, "x"), false},
		"export, saved":              {saved(export, ""), true},
		"mail":                       {mail, false},
		"mail, full":                 {format(mail, `"full"`), false},
		"mail, other word for it":    {format(mail, `"f\u0075ll"`), false},
		"mail, as text":              {decoded(mail, abi.Decode{TextOf: "text/plain"}), false},
		"mail, decoded":              {decoded(mail, abi.Decode{Mail: true}), true},
		"mail, its data":             {kept(mail, "id,payload(parts(parts/parts/parts/parts/parts(body/data)))"), false},
		"mail, all of it":            {kept(mail, "*/*/*/*/data"), false},
		"mail, no data":              {kept(mail, "id,payload(headers,parts(mimeType,body/size))"), true},
		"mail, headers":              {format(mail, `"metadata"`), true},
		"mail, raw":                  {format(mail, ` "r\u0061w"`), false},
		"mail, raw and other saved":  {saved(format(mail, `"raw"`), "id"), false},
		"mail, raw saved":            {saved(format(mail, `"raw"`), "raw"), true},
		"thread":                     {thread, false},
		"thread, decoded":            {decoded(thread, abi.Decode{Mail: true}), true},
		"thread, data of a mail":     {kept(thread, "messages/payload/body"), false},
		"draft":                      {draft, false},
		"draft, raw saved elsewhere": {saved(format(draft, `"raw"`), "raw"), false},
		"draft, raw":                 {kept(format(draft, `"raw"`), "message/raw"), false},
		"draft, decoded":             {decoded(draft, abi.Decode{Mail: true}), true},
	} {
		service := "gmail"
		if c.req.Route == "drive.files.export" {
			service = "drive"
		}
		w := newWire(t)
		if c.good {
			w = newWire(t, func(r *http.Request) (*http.Response, error) {
				res, err := respond(200, `{"id":"x"}`)(r)
				res.ContentLength = -1
				return res, err
			})
		}
		one := call(service, "read", ask(c.req))
		one.Class, one.Blobs = "read", newStore(t, blob.Options{})
		_, err := newBench(t, w, func(o *rest.Options) { o.Risk = table }).Do(context.Background(), one)
		if c.good && err != nil || !c.good && fault.CodeOf(err) != fault.PluginViolation {
			t.Errorf("%s: %v", name, err)
		}
	}
}
