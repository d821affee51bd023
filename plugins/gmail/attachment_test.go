package main

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
	"github.com/wslite/wslite/sdk/value"
)

// An attachment's id changes with each answer, so the part's own id or the name
// does without it.
func TestAttachmentWithoutItsID(t *testing.T) {
	looked := abi.Response{Status: 200, Body: abi.Raw(`{"id":"m1","payload":{"mimeType":"multipart/mixed","parts":[
		{"partId":"1","mimeType":"application/pdf","filename":"a.pdf","body":{"attachmentId":"A1","size":3}},
		{"partId":"2","mimeType":"application/pdf","filename":"b.pdf","body":{"attachmentId":"A2","size":4}}]}}`)}
	for name, c := range map[string]struct{ params, id, fault string }{
		"by part":          {`{"messageId":"m1","partId":"2"}`, "A2", ""},
		"by name":          {`{"messageId":"m1","filename":"a.pdf"}`, "A1", ""},
		"no such part":     {`{"messageId":"m1","partId":"9"}`, "", "partId"},
		"no such name":     {`{"messageId":"m1","filename":"c.pdf"}`, "", "filename"},
		"nothing is named": {`{"messageId":"m1"}`, "", "attachmentId"},
	} {
		in := abi.PlanInput{Action: "attachmentGet", Params: abi.Raw(c.params), Clock: plugintest.Clock()}
		in.State = planStep(t, in).State
		in.Responses = []abi.Response{looked}
		out := planStep(t, in)
		if c.fault != "" {
			if out.Error == nil || out.Error.Code != "NOT_FOUND" || out.Error.Field != c.fault || !strings.Contains(out.Error.Message, "a.pdf (partId 1)") {
				t.Errorf("%s: %+v", name, out)
			}
			continue
		}
		if len(out.Requests) != 1 || out.Requests[0].Path["id"] != c.id {
			t.Fatalf("%s: %+v", name, out)
		}
		in.State = out.State
		in.Responses = []abi.Response{{Status: 200, Body: abi.Raw(`{"size":3}`), Blob: &abi.Blob{Blob: "b1", Size: 3}}}
		if out = planStep(t, in); out.Result == nil || !strings.Contains(string(out.Result.Data), `"attachmentId":"`+c.id+`"`) {
			t.Errorf("%s: %+v", name, out)
		}
	}
}

// The host gives what has a file's name as a file, also where the name says
// nothing once it is decoded: such a part is not asked for as text.
func TestAPartWithANameIsNoText(t *testing.T) {
	for name, want := range map[string]int{`""`: 1, `"=?utf-8?q??="`: 0, `"a.txt"`: 0} {
		m := mustParse(t, `{"id":"m1","payload":{"partId":"","mimeType":"text/plain","filename":`+name+`,"body":{"attachmentId":"A","size":9}}}`)
		if got := len(wantedTexts([]value.Value{m})); got != want {
			t.Errorf("%s: %d texts are asked for, want %d", name, got, want)
		}
	}
	m := mustParse(t, `{"id":"m1","payload":{"partId":"","filename":"","body":{"attachmentId":"A","size":9}}}`)
	if list := wantedTexts([]value.Value{m}); list != nil {
		t.Errorf("a part without a type: %v", list)
	}
}
