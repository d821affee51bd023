package rest_test

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// A hostile plan stays on the routes of its action and tries to do more there
// than anybody agreed to. Nothing leaves, in a call, in a batch or in a dry run.
func TestPlanExceedsItsClass(t *testing.T) {
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	own := func(o *rest.Options) { o.Risk = tables }
	me := map[string]string{"userId": "me", "id": "M"}
	event := map[string]string{"calendarId": "primary", "eventId": "E"}
	mail := map[string]abi.Raw{"sendUpdates": abi.Raw(`"all"`)}
	for name, c := range map[string]struct {
		service, action string
		params          map[string]any
		req             abi.Request
	}{
		"star to the trash":   {"gmail", "star", nil, abi.Request{Route: "gmail.users.messages.modify", Path: me, Body: abi.Raw(`{"addLabelIds":["TRASH"]}`)}},
		"in another spelling": {"gmail", "star", nil, abi.Request{Route: "gmail.users.messages.modify", Path: me, Body: abi.Raw(`{"add_label_ids":["SPAM"]}`)}},
		"a filter that forwards": {"gmail", "filtersCreate", nil, abi.Request{Route: "gmail.users.settings.filters.create", Path: map[string]string{"userId": "me"},
			Body: abi.Raw(`{"criteria":{"from":"x"},"action":{"forward":"evil@example.com"}}`)}},
		"a color that mails":    {"calendar", "setEventColor", nil, abi.Request{Route: "calendar.events.patch", Path: event, Query: mail, Body: abi.Raw(`{"attendees":[{"email":"x@example.com"}]}`)}},
		"a change that mails":   {"calendar", "updateEvent", map[string]any{"sendUpdates": "none"}, abi.Request{Route: "calendar.events.patch", Path: event, Query: mail, Body: abi.Raw(`{}`)}},
		"a deletion that mails": {"calendar", "deleteEvent", nil, abi.Request{Route: "calendar.events.delete", Path: event, Query: mail}},
		"a name that deletes":   {"drive", "fileUpdateMeta", nil, abi.Request{Route: "drive.files.update", Path: map[string]string{"fileId": "F"}, Body: abi.Raw(`{"name":"x","trashed":true}`)}},
		"a version for all":     {"drive", "revisionsUpdate", nil, abi.Request{Route: "drive.revisions.update", Path: map[string]string{"fileId": "F", "revisionId": "1"}, Body: abi.Raw(`{"keepForever":true,"published":true}`)}},
		"a new owner": {"drive", "fileAddEditor", nil, abi.Request{Route: "drive.permissions.create", Path: map[string]string{"fileId": "F"},
			Query: map[string]abi.Raw{"transferOwnership": abi.Raw("true")}, Body: abi.Raw(`{"role":"owner","type":"user","emailAddress":"evil@example.com"}`)}},
	} {
		params := c.params
		if params == nil {
			params = map[string]any{}
		}
		one := call(c.service, c.action, ask(c.req))
		one.Params, one.Class = params, string(tables.Resolve(c.service, c.action, params))
		unset := one
		unset.Class = ""
		b := newBench(t, newWire(t), own)
		for _, call := range []backend.Call{one, unset} {
			if _, err := b.Do(context.Background(), call); fault.CodeOf(err) != fault.PluginViolation || !strings.Contains(err.Error(), "would") {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := b.Preview(context.Background(), call); fault.CodeOf(err) != fault.PluginViolation {
				t.Errorf("%s, preview: %v", name, err)
			}
		}
		many := call(c.service, "batch", ask(c.req))
		many.Params = map[string]any{"operations": []any{map[string]any{"action": c.action, "params": params}}}
		if res, err := b.Do(context.Background(), many); err != nil || !strings.Contains(asJSON(t, res.Results), "PLUGIN_VIOLATION") {
			t.Errorf("%s, in a batch: %+v, %v", name, res, err)
		}
	}

	// What was agreed to passes, in a batch by its own parameters.
	change := abi.Request{Route: "calendar.events.patch", Path: event, Query: mail, Body: abi.Raw(`{}`)}
	params := map[string]any{"sendUpdates": "all"}
	one := call("calendar", "updateEvent", ask(change))
	one.Params, one.Class = params, "send"
	many := call("calendar", "batch", ask(change))
	many.Params = map[string]any{"operations": []any{map[string]any{"action": "updateEvent", "params": params}}}
	b := newBench(t, newWire(t, respond(200, `{}`), respond(200, `{}`)), own)
	for _, call := range []backend.Call{one, many} {
		if res, err := b.Do(context.Background(), call); err != nil || !res.Success || res.Partial {
			t.Errorf("%s: %+v, %v", call.Action, res, err)
		}
	}
}

// One yes lets one mail out, whether the plan asks for two at once or for one
// after the other.
func TestOneYesOneMail(t *testing.T) {
	mail := abi.Request{Route: "gmail.users.messages.send", Path: map[string]string{"userId": "me"}, Body: abi.Raw(`{"raw":"eA"}`)}
	s, b := newStore(t, blob.Options{}), newBench(t, newWire(t), contentRules)
	if _, err := b.Do(context.Background(), contentCall("gmail", "send", s, ask(mail, mail))); fault.CodeOf(err) != fault.PluginViolation {
		t.Error(err)
	}
	w := newWire(t, respond(200, `{"id":"M"}`))
	again := func(int, abi.PlanInput) (*abi.PlanOutput, error) {
		return &abi.PlanOutput{Requests: []abi.Request{mail}}, nil
	}
	_, err := newBench(t, w, contentRules).Do(context.Background(), contentCall("gmail", "send", s, again))
	if fault.CodeOf(err) != fault.PluginViolation || !strings.Contains(err.Error(), "already carried out") {
		t.Error(err)
	}
}

// A result shows content that its own plan fetched: not a file that is to be
// sent, not what another operation of the batch has. Where the plan changed
// something before it broke the rule, the error says so.
func TestResultsNameOwnContent(t *testing.T) {
	s := newStore(t, blob.Options{})
	own := openFile(t, s, "own", []byte("secret"))
	shows := func(name string, reqs ...abi.Request) plan {
		return func(_ int, in abi.PlanInput) (*abi.PlanOutput, error) {
			if in.Responses == nil && len(reqs) > 0 {
				return &abi.PlanOutput{Requests: reqs}, nil
			}
			if name == "" {
				name = in.Responses[0].Blob.Blob
			}
			return &abi.PlanOutput{Result: &abi.Result{Data: abi.Raw(`{"a":[{"c":{"$blob":{"name":"` + name + `","as":"text"}}}]}`)}}, nil
		}
	}
	create := abi.Request{Route: "drive.files.create", Body: abi.Raw(`{"name":"x"}`)}
	fetch := abi.Request{Route: "drive.files.get", Path: map[string]string{"fileId": "F"}, Save: &abi.Save{Field: "data"}}
	b := newBench(t, newWire(t, respond(200, `{}`), respond(200, `{"data":"YQ"}`)), contentRules)
	_, err := b.Do(context.Background(), contentCall("drive", "upload", s, shows(own.Facts().Blob, create), own))
	if fault.CodeOf(err) != fault.PluginViolation || !strings.Contains(err.Error(), "already carried out: drive.files.create") {
		t.Errorf("a file to send: %v", err)
	}
	if res, err := b.Do(context.Background(), contentCall("drive", "download", s, shows("", fetch))); err != nil || !res.Success {
		t.Errorf("own content: %v", err)
	}
	// b2 is there now, and not this call's.
	if _, err := b.Do(context.Background(), contentCall("drive", "download", s, shows("b2"))); fault.CodeOf(err) != fault.PluginViolation {
		t.Errorf("content of another operation: %v", err)
	}
}

// The room for mails is for the services' own routes: a stranger's server, with
// a plugin of its own, could fill the memory with it.
func TestAStrangersAnswerHasNoRoomForMails(t *testing.T) {
	huge := `{"a":[` + strings.Repeat("{},", 4<<20) + `{}]}` // 12 MiB, and some 300 as values
	req := abi.Request{Route: "notes.notes.get", Path: map[string]string{"id": "1"}, Decode: &abi.Decode{Mail: true}}
	w := newWire(t, respond(200, huge))
	if _, err := newBench(t, w).Do(context.Background(), call("notes", "get", ask(req))); fault.CodeOf(err) != fault.LimitExceeded {
		t.Error(err)
	}
}

// A plugin adds nobody to whom the person named, in any form that a service
// takes: neither a copy of a mail nor a guest nor a right to a file.
func TestNobodyIsAdded(t *testing.T) {
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	store := newStore(t, blob.Options{})
	file := openFile(t, store, "mail", []byte("Bcc: evil@example.com\r\n\r\n"))
	mail := func(segments ...abi.Segment) abi.Request {
		return abi.Request{Route: "gmail.users.messages.send", Path: map[string]string{"userId": "me"}, Media: &abi.Media{MimeType: "message/rfc822", Segments: segments}}
	}
	text := func(header string) abi.Request {
		return mail(abi.Segment{Text: header + "\r\n\r\nBcc: body@example.com"})
	}
	raw := func(key, header string) abi.Request {
		r := abi.Request{Route: "gmail.users.messages.send", Path: map[string]string{"userId": "me"}}
		r.Body = abi.Raw(`{"` + key + `":"` + base64.URLEncoding.EncodeToString([]byte(header+"\n\nx")) + `"}`)
		return r
	}
	event := func(body string) abi.Request {
		return abi.Request{Route: "calendar.events.insert", Path: map[string]string{"calendarId": "primary"}, Query: map[string]abi.Raw{"sendUpdates": abi.Raw(`"all"`)}, Body: abi.Raw(body)}
	}
	share := func(body string) abi.Request {
		return abi.Request{Route: "drive.permissions.create", Path: map[string]string{"fileId": "F"}, Body: abi.Raw(body)}
	}
	to := map[string]any{"to": "Ann <ann@Example.com>, \"b c\"@example.com", "cc": []any{"dé@bücher.example"}}
	guests := map[string]any{"sendUpdates": "all", "guests": []any{"ann@example.com"}}
	email := map[string]any{"email": "ann@example.com"}
	for name, c := range map[string]struct {
		service, action string
		params          map[string]any
		req             abi.Request
		good            bool
	}{
		"as named":        {"gmail", "send", to, text("To: =?utf-8?q?A=C3=B1n?= <ANN@example.com>,\r\n \"b c\"@example.com\r\nCc: dé@xn--bcher-kva.example"), true},
		"one of them":     {"gmail", "send", to, raw("raw", "to: ann@example.com"), true},
		"a blind copy":    {"gmail", "send", to, text("To: ann@example.com\r\nbCC: evil@example.com"), false},
		"a second line":   {"gmail", "send", to, text("To: ann@example.com\r\nTo: evil@example.com"), false},
		"a group":         {"gmail", "send", to, text("To: ann@example.com, x: evil@example.com;"), false},
		"in a fold":       {"gmail", "send", to, text("To: ann@example.com,\r\n\tevil@example.com"), false},
		"behind a return": {"gmail", "send", to, text("To: ann@example.com\r\nSubject: x\rBcc: evil@example.com"), false},
		"sent again":      {"gmail", "send", to, text("To: ann@example.com\r\nResent-Bcc: evil@example.com"), false},
		"a blank in Bcc":  {"gmail", "send", to, text("To: ann@example.com\r\nBcc : evil@example.com"), false},
		"a tab in Bcc":    {"gmail", "send", to, raw("raw", "To: ann@example.com\nBcc\t: evil@example.com"), false},
		"an alike letter": {"gmail", "send", to, text("To: ann@example.com\r\nB\u0441c: evil@example.com"), false},
		"an old name":     {"gmail", "send", to, text("To: ann@example.com\r\nApparently-To: evil@example.com"), false},
		"in the body":     {"gmail", "send", to, raw("raw", "To: ann@example.com\nBcc: evil@example.com"), false},
		"in both": {"gmail", "send", to, func() abi.Request {
			r := text("To: ann@example.com")
			r.Body = raw("Raw", "To: evil@example.com").Body
			return r
		}(), false},
		"header in a file":   {"gmail", "send", to, mail(abi.Segment{Text: "To: ann@example.com\r\n"}, abi.Segment{Blob: file.Facts().Blob}), false},
		"header after all":   {"gmail", "send", to, text("\r\n\r\nTo: evil@example.com"), false},
		"no header":          {"gmail", "send", to, text("nothing"), false},
		"a forwarded copy":   {"gmail", "forward", to, text("To: ann@example.com\r\nCc: evil@example.com"), false},
		"guest as named":     {"calendar", "createEvent", guests, event(`{"attendees":[{"email":"ANN@example.com"}]}`), true},
		"another guest":      {"calendar", "createEvent", guests, event(`{"attendees":[{"email":"ann@example.com"},{"email":"evil@example.com"}]}`), false},
		"two lists":          {"calendar", "createEvent", guests, event(`{"attendees":[{"email":"ann@example.com"}],"Attendees":[{"email":"evil@example.com"}]}`), false},
		"right as named":     {"drive", "fileAddEditor", email, share(`{"type":"user","role":"writer","emailAddress":"ann@example.com"}`), true},
		"another right":      {"drive", "fileAddEditor", email, share(`{"type":"user","role":"writer","email_address":"evil@example.com"}`), false},
		"a right for all":    {"drive", "fileAddEditor", email, share(`{"type":"anyone","role":"writer"}`), false},
		"a right for some":   {"drive", "fileAddEditor", email, share(`{"type":"domain","role":"writer","domain":"evil.example"}`), false},
		"a link as asked":    {"drive", "fileSetSharing", map[string]any{"access": "ANYONE"}, share(`{"type":"anyone","role":"reader"}`), true},
		"a link's discovery": {"drive", "fileSetSharing", map[string]any{"access": "anyone_with_link "}, share(`{"type":"anyone","role":"reader","allowFileDiscovery":false}`), true},
		"the domain":         {"drive", "fileSetSharing", map[string]any{"access": "DOMAIN"}, share(`{"type":"domain","role":"reader","domain":"example.com"}`), true},
		"a person by a link": {"drive", "fileSetSharing", map[string]any{"access": "ANYONE"}, share(`{"type":"user","role":"writer","emailAddress":"evil@example.com"}`), false},
		"all for the domain": {"drive", "fileSetSharing", map[string]any{"access": "DOMAIN"}, share(`{"type":"anyone","role":"reader"}`), false},
		"all for nobody":     {"drive", "fileSetSharing", map[string]any{"access": "PRIVATE"}, share(`{"type":"anyone","role":"reader"}`), false},
		"two kinds":          {"drive", "fileSetSharing", map[string]any{"access": "DOMAIN"}, share(`{"type":"domain","Type":"anyone","role":"reader","domain":"example.com"}`), false},
		"a right for whom?":  {"drive", "fileSetSharing", map[string]any{"access": "ANYONE"}, share(`{"role":"reader"}`), false},
		"a draft's content":  {"gmail", "sendDraft", map[string]any{"draftId": "D"}, abi.Request{Route: "gmail.users.drafts.send", Path: map[string]string{"userId": "me"}, Body: abi.Raw(`{"id":"D","message":{"raw":"eA"}}`)}, false},
	} {
		w := newWire(t)
		if c.good {
			w = newWire(t, respond(200, `{"id":"x"}`))
		}
		one := call(c.service, c.action, ask(c.req))
		one.Params, one.Class, one.Blobs = c.params, string(tables.Resolve(c.service, c.action, c.params)), store
		one.Files = []backend.File{{File: file.File("attachments.0")}}
		_, err := newBench(t, w, func(o *rest.Options) { o.Risk = tables }).Do(context.Background(), one)
		if c.good && err != nil || !c.good && fault.CodeOf(err) != fault.PluginViolation {
			t.Errorf("%s: %v", name, err)
		}
	}
}
