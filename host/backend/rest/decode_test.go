package rest_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

func attachment(change ...func(*abi.Request)) abi.Request {
	r := abi.Request{Route: "gmail.users.messages.attachments.get", Path: map[string]string{"userId": "me", "messageId": "M", "id": "A"},
		Save: &abi.Save{Field: "data", Name: "a.pdf", MimeType: "application/pdf"}}
	for _, f := range change {
		f(&r)
	}
	return r
}

func message(change ...func(*abi.Request)) abi.Request {
	r := abi.Request{Route: "gmail.users.messages.get", Path: map[string]string{"userId": "me", "id": "M"}, Decode: &abi.Decode{Mail: true}}
	for _, f := range change {
		f(&r)
	}
	return r
}

// B17: a member in either alphabet, with or without padding, becomes a blob and
// leaves the body.
func TestB17SavedMember(t *testing.T) {
	for _, data := range []string{"w6k_Pn4", "w6k_Pn4=", "w6k/Pn4=", `w6k_\r\nPn4=\n`, `w6k\/Pn4\u003d`} {
		w := newWire(t, respond(200, `{"size":5,"data":"`+data+`"}`))
		s := newStore(t, blob.Options{})
		code, text := do(t, newBench(t, w, contentRules), contentCall("gmail", "read", s, ask(attachment())))
		held, ok := s.Get("b1")
		if code != "" || !ok {
			t.Fatal(data, code, text)
		}
		if got, _ := held.Text(0); got != "é?>~" || held.Facts().Name != "a.pdf" || held.Facts().MimeType != "application/pdf" {
			t.Errorf("%s: %q %+v", data, got, held.Facts())
		}
		if strings.Contains(text, "data") || !strings.Contains(text, `"body":{"size":5}`) || !strings.Contains(text, `"size":5`) {
			t.Errorf("%s: the plan saw %s", data, text)
		}
	}
}

func TestSavedMemberRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		req  abi.Request
		code string
	}{
		"garbage":     {`{"data":"w6k?"}`, attachment(), "MALFORMED_RESPONSE"},
		"twice":       {`{"data":"w6k_","data":"w6k_"}`, attachment(), "MALFORMED_RESPONSE"},
		"not JSON":    {`{"data":"w6k_"]`, attachment(), "MALFORMED_RESPONSE"},
		"HTML":        {`<html>`, attachment(), "MALFORMED_RESPONSE"},
		"too much":    {`{"data":"w6k_"}`, attachment(func(r *abi.Request) { r.Save.MaxBytes = 2 }), "LIMIT_EXCEEDED"},
		"another md5": {`{"data":"w6k_"}`, attachment(func(r *abi.Request) { r.Save.MD5 = strings.Repeat("0", 32) }), "MALFORMED_RESPONSE"},
		"huge rest":   {`{"a":"` + strings.Repeat("x", 11<<20) + `"}`, attachment(), "LIMIT_EXCEEDED"},
		"no member":   {`{"id":"x"}`, attachment(), ""},
		"left out":    {`{"size":0}`, attachment(), ""}, // for Google the same as empty
		"lost":        {`{"size":5}`, attachment(), ""},
		"empty":       {`{"size":0,"data":""}`, attachment(), ""},
		"nothing":     {``, attachment(), ""},
	} {
		s := newStore(t, blob.Options{})
		code, text := do(t, newBench(t, newWire(t, respond(200, c.body)), contentRules), contentCall("gmail", "read", s, ask(c.req)))
		if _, ok := s.Get("b1"); code != c.code || ok != (name == "empty" || name == "left out") {
			t.Errorf("%s: %s %s, blob %v", name, code, text, ok)
		}
	}
}

// An attachment of 25 MB passes though its answer is larger than those that a
// plan may read, and its member is asked for though the plan does not see it.
func TestLargeAttachment(t *testing.T) {
	content := pattern(25 << 20)
	w := newWire(t, respond(200, `{"size":1,"attachmentId":"x","data":"`+base64.URLEncoding.EncodeToString(content)+`"}`))
	s := newStore(t, blob.Options{})
	code, text := do(t, newBench(t, w, contentRules), contentCall("gmail", "read", s, ask(attachment(func(r *abi.Request) { r.Keep = "size" }))))
	held, _ := s.Get("b1")
	if code != "" || held.MD5() != md5Of(content) || !strings.Contains(text, `"body":{"size":1}`) {
		t.Errorf("%s %s", code, text)
	}
	if !strings.HasSuffix(w.sent()[0], "?fields=size%2Cdata") {
		t.Error(w.sent())
	}
}

func b64(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }

// B15, B16: the parts of a mail become text by the charset that their header
// states in any spelling, else their type, else as it looks.
func TestB15MailTexts(t *testing.T) {
	part := func(mimeType, header, data string) string {
		return fmt.Sprintf(`{"mimeType":%q,"filename":"","headers":[{"name":"X","value":"y"},{"name":"content-TYPE","value":%q}],"body":{"size":1,"data":%q}}`, mimeType, header, b64(data))
	}
	for name, c := range map[string]struct{ part, text, charset string }{
		"B15 charset in the type only":   {fmt.Sprintf(`{"mimeType":"text/plain; charset=gb2312","body":{"data":%q}}`, b64("\xc4\xe3\xba\xc3")), "你好", "gbk"},
		"B16 header in another spelling": {part("text/plain", "text/plain; charset=koi8-r", "\xf0\xd2"), "Пр", "koi8-r"},
		"header before type":             {part("text/plain; charset=utf-8", "text/plain; charset=iso-8859-1", "\xe9"), "é", "windows-1252"},
		"header without a charset":       {part("text/plain; charset=gbk", "text/plain", "\xc4\xe3"), "你", "gbk"},
		"B15 unknown charset":            {part("text/plain", "text/plain; charset=x-klingon", "a\xff"), "a\ufffd", "utf-8"},
		"none, UTF-8":                    {part("text/html", "", "<p>é🚀"), "<p>é🚀", "utf-8"},
		"none, not UTF-8":                {part("text/plain", "", "caf\xe9"), "café", "windows-1252"},
		"empty":                          {part("text/plain", "", ""), "", "utf-8"},
	} {
		body := `{"id":"M","payload":{"mimeType":"multipart/mixed","body":{"size":0},"parts":[{"mimeType":"multipart/alternative","parts":[` + c.part + `]}]}}`
		w := newWire(t, respond(200, body))
		code, text := do(t, newBench(t, w, contentRules), contentCall("gmail", "read", newStore(t, blob.Options{}), ask(message())))
		want := fmt.Sprintf(`"charset":%s`, asJSON(t, c.charset))
		if code != "" || !strings.Contains(text, want) || !strings.Contains(text, `"text":`+asJSON(t, c.text)) || strings.Contains(text, `"data"`) {
			t.Errorf("%s: %s %s", name, code, text)
		}
	}
}

func TestMailPartsThatAreNotText(t *testing.T) {
	body := fmt.Sprintf(`{"messages":[{"payload":{"mimeType":"multipart/mixed","parts":[
		{"mimeType":"text/plain","filename":"notes.txt","body":{"data":%q}},
		{"mimeType":"image/png","filename":"","headers":[{"name":"Content-Type","value":"image/png; name=x"}],"body":{"data":%q}},
		{"mimeType":"application/pdf","filename":"a.pdf","body":{"attachmentId":"A","size":9}},
		{"mimeType":"text/plain","body":{"data":%q}}]}},{"other":{"body":{"data":"keep"}}}]}`,
		b64("hello"), b64("\x89PNG\x00"), b64("a🚀bc"))
	req := message(func(r *abi.Request) { r.MaxText = 3; r.Keep = "messages(payload/parts(filename,body),other)" })
	s := newStore(t, blob.Options{})
	w := newWire(t, respond(200, body))
	code, text := do(t, newBench(t, w, contentRules), contentCall("gmail", "read", s, ask(req)))
	if code != "" {
		t.Fatal(code, text)
	}
	for _, want := range []string{
		`"attachmentId":"A"`, `"text":"a🚀","textUnits":5`, `"units":5`, `"blob":"b1"`, `"blob":"b2"`, `"name":"not"`, `"other":{"body":{"data":"kee"}}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	one, _ := s.Get("b1")
	if got, _ := one.Text(0); got != "hello" || one.Name() != "notes.txt" {
		t.Errorf("%q %q", got, one.Name())
	}
	if two, _ := s.Get("b2"); two.Facts().Text || two.Facts().MimeType != "image/png; name=x" {
		t.Errorf("%+v", two.Facts())
	}
	if strings.Contains(w.sent()[0], "fields") {
		t.Errorf("the mask speaks of decoded text: %s", w.sent()[0])
	}
	// A blob of a mail can go into the next one.
	again := func(step int, in abi.PlanInput) (*abi.PlanOutput, error) {
		switch step {
		case 1:
			return &abi.PlanOutput{Requests: []abi.Request{message()}}, nil
		case 2:
			return &abi.PlanOutput{Requests: []abi.Request{{Route: "gmail.users.messages.send", Path: map[string]string{"userId": "me"},
				Media: &abi.Media{MimeType: "message/rfc822", Segments: []abi.Segment{{Blob: "b1"}, {Blob: "b2", Encoding: "base64"}}}}}}, nil
		}
		return &abi.PlanOutput{Result: &abi.Result{Data: abi.Raw(`{}`)}}, nil
	}
	w = newWire(t, respond(200, body), respond(200, `{}`))
	if code, text := do(t, newBench(t, w, contentRules), contentCall("gmail", "send", newStore(t, blob.Options{}), again)); code != "" || !strings.Contains(w.sent()[1], "hello"+base64.StdEncoding.EncodeToString([]byte("\x89PNG\x00"))) {
		t.Errorf("%s %s %q", code, text, w.sent())
	}
	// What can't be decoded is not passed over.
	w = newWire(t, respond(200, `{"payload":{"mimeType":"text/plain","body":{"data":"?"}}}`))
	if code, _ := do(t, newBench(t, w, contentRules), contentCall("gmail", "read", s, ask(message()))); code != "MALFORMED_RESPONSE" {
		t.Error(code)
	}
}

// seen is a mail whose part A is a text that the service keeps apart, and B a
// file.
const seen = `{"id":"M","payload":{"mimeType":"multipart/mixed","parts":[
	{"mimeType":"text/plain","filename":"","body":{"attachmentId":"A","size":4}},
	{"mimeType":"text/plain","filename":"notes.txt","body":{"attachmentId":"B","size":4}},
	{"mimeType":"image/png","filename":"","body":{"attachmentId":"C","size":4}}]}}`

// behind asks for a mail and then for a part of it, and ends with that.
func behind(first, then abi.Request) plan {
	return func(step int, in abi.PlanInput) (*abi.PlanOutput, error) {
		if step == 1 {
			return &abi.PlanOutput{Requests: []abi.Request{first}}, nil
		}
		if step == 2 {
			in.Responses = nil
		}
		return ask(then)(step, in)
	}
}

func asText(id string) abi.Request {
	return attachment(func(r *abi.Request) {
		r.Path["id"] = id
		r.Save, r.Decode = nil, &abi.Decode{TextOf: "text/plain; charset=gb2312"}
	})
}

func TestTextOf(t *testing.T) {
	for answer, want := range map[string]string{
		`{"size":4,"data":"` + b64("\xc4\xe3\xba\xc3") + `"}`: `[{"body":{"charset":"gbk","size":4,"text":"你好","textUnits":2},"status":200}]`,
		`{"size":0}`: `[{"body":{"size":0},"status":200}]`,
	} {
		w := newWire(t, respond(200, seen), respond(200, answer))
		p := behind(message(), asText("A"))
		if code, text := do(t, newBench(t, w, contentRules), contentCall("gmail", "read", newStore(t, blob.Options{}), p)); code != "" || text != want {
			t.Error(code, text)
		}
	}
}

// What people attach to a mail stays a blob: only a part that a mail shows as its
// own text is read as text, in the action that saw the mail.
func TestFilesAreNotReadAsText(t *testing.T) {
	other := asText("A")
	other.Path["messageId"] = "N"
	headers := abi.Request{Route: "gmail.users.messages.get", Path: map[string]string{"userId": "me", "id": "M"},
		Query: map[string]abi.Raw{"format": abi.Raw(`"metadata"`)}}
	for name, c := range map[string]struct{ first, then abi.Request }{
		"a file":                    {message(), asText("B")},
		"a picture":                 {message(), asText("C")},
		"a part that no mail has":   {message(), asText("D")},
		"a part of another mail":    {message(), other},
		"a mail that was not shown": {headers, asText("A")},
	} {
		w := newWire(t, respond(200, seen))
		code, text := do(t, newBench(t, w, contentRules), contentCall("gmail", "read", newStore(t, blob.Options{}), behind(c.first, c.then)))
		if code != "PLUGIN_VIOLATION" || len(w.sent()) != 1 {
			t.Errorf("%s: %s %s, sent %q", name, code, text, w.sent())
		}
	}
	// Another action of the same batch or process has seen nothing.
	b := newBench(t, newWire(t, respond(200, seen)), contentRules)
	if code, text := do(t, b, contentCall("gmail", "read", newStore(t, blob.Options{}), ask(message()))); code != "" {
		t.Fatal(code, text)
	}
	if code, text := do(t, b, contentCall("gmail", "read", newStore(t, blob.Options{}), ask(asText("A")))); code != "PLUGIN_VIOLATION" {
		t.Error(code, text)
	}
}

// A 401 means that nothing was done, so a new token is fetched once and the
// request repeated, a change as well. What a third party answers renews nothing.
func TestRenewedTokens(t *testing.T) {
	type tokens struct {
		asked, renewed int
	}
	run := func(w *wire, renew func() (string, error), action string, reqs ...abi.Request) (string, string, tokens) {
		var n tokens
		b := newBench(t, w, func(o *rest.Options) {
			o.Token = func(context.Context, string, []string) (string, error) { n.asked++; return "old", nil }
			o.Renew = func(_ context.Context, _ string, scopes []string, stale string) (string, error) {
				n.renewed++
				if len(scopes) == 0 || stale == "" {
					t.Errorf("renew %v %q", scopes, stale)
				}
				return renew()
			}
		})
		service := "tasks"
		if strings.HasPrefix(reqs[0].Route, "notes.") {
			service = "notes"
		}
		code, text := do(t, b, call(service, action, ask(reqs...)))
		return code, text, n
	}
	fresh := func() (string, error) { return "new", nil }

	w := newWire(t, respond(401, ""), respond(200, `{}`))
	if code, text, n := run(w, fresh, "tasksCreate", insert); code != "" || n.renewed != 1 || w.heads[0].Get("Authorization") != "Bearer old" || w.heads[1].Get("Authorization") != "Bearer new" || w.sent()[0] != w.sent()[1] {
		t.Errorf("change: %s %s %+v %q", code, text, n, w.sent())
	}
	w = newWire(t, respond(401, ""), respond(401, googleError("authError")))
	if code, text, n := run(w, fresh, "tasksCreate", insert); code != "UNAUTHORIZED" || n.renewed != 1 || !strings.Contains(text, "sign in again") {
		t.Errorf("twice: %s %s %+v", code, text, n)
	}
	w = newWire(t, respond(401, ""), respond(503, ""), respond(200, `{}`))
	if code, text, _ := run(w, fresh, "tasksList", list); code != "" || w.heads[2].Get("Authorization") != "Bearer new" {
		t.Errorf("then 503: %s %s", code, text)
	}
	w = newWire(t, respond(401, ""))
	revoked := func() (string, error) { return "", fault.New(fault.NotSignedIn, "the grant was revoked") }
	if code, text, _ := run(w, revoked, "tasksList", list); code != "NOT_SIGNED_IN" || !strings.Contains(text, "revoked") {
		t.Errorf("revoked: %s %s", code, text)
	}
	w = newWire(t, respond(401, ""))
	bad := func() (string, error) { return "a\r\nX-Evil: 1", nil }
	if code, _, _ := run(w, bad, "tasksList", list); code != "NOT_SIGNED_IN" {
		t.Errorf("token with a line break: %s", code)
	}
	w = newWire(t, respond(401, ""))
	if code, _, n := run(w, fresh, "get", abi.Request{Route: "notes.notes.get", Path: map[string]string{"id": "1"}}); code != "UNAUTHORIZED" || n != (tokens{}) {
		t.Errorf("third party: %s %+v", code, n)
	}
}
