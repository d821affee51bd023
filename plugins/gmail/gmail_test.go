package main

import (
	"os"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/plugintest"
	"github.com/wslite/wslite/sdk/value"
)

// maxModule is the budget for the module in bytes. The host loads about 30 ms
// per MB; the Go runtime alone is 1.82 MB. Raise it only with a reason here: the
// last ones were the plans of 38 actions and what writes a mail, 0.64 MB, and
// errors that name the id, attachments by part or name and lists without numbers,
// 0.02 MB.
const maxModule = 3_220_000

// TestCases runs every case under testdata/cases natively. The host's tests
// run the same files through the Wasm module.
func TestCases(t *testing.T) {
	plugintest.Run(t, plugintest.Native(gmail()), os.DirFS("testdata/cases"))
}

func TestCatalogGolden(t *testing.T) { paritytest.CatalogGolden(t, gmail()) }

func TestModule(t *testing.T) { paritytest.Module(t, ".", maxModule) }

func TestMillis(t *testing.T) {
	for ms, want := range map[string]string{
		"0": "1970-01-01 00:00 UTC", "1935647400000": "2031-05-04 07:50 UTC", "1956527999999": "2031-12-31 23:59 UTC", "x": "x", "999999999999999999": "999999999999999999",
	} {
		if got := millis(value.String(ms)); got != want {
			t.Errorf("%s: %s, want %s", ms, got, want)
		}
	}
}

// FuzzCalls gives the plugin inputs that no schema has seen.
func FuzzCalls(f *testing.F) {
	f.Add("gmail_batch", `{"operations":[{"action":"filtersCreate","params":{"addLabels":["a",1]}},null,7]}`)
	f.Add("gmail_get_message", `{"message":{"id":"m","to":"\"a,b\" <c@d.e>;(x","htmlBody":"<p style=color:#fff>x<a href=y>z","body":"x","attachments":[{"size":-1}]}}`)
	f.Add("gmail_get_thread", `{"thread":{"id":"t","messages":[{"body":"\r\u2028"},2]},"messages":[]}`)
	f.Add("gmail_update_vacation_responder", `{"startTime":"2031-05-04T22:00-05:00","endTime":99999999999999,"vacation":{"startTime":"00012","endTime":1e9}}`)
	f.Add("gmail_search_messages", `{"after":"2031/5/4/1","before":"99999999999/1/1","page":1e9,"maxResults":0,"from":"a\tb"}`)
	f.Add("gmail_update_draft", `{"draftId":"d","to":"a@b.c <d@e.f>","draft":{"id":"d2","message":{"to":7}}}`)
	f.Add("gmail_reply", `{"messageId":"m","body":"b","quote":true,"id":"m","threadId":"t","payload":{"mimeType":"text/plain","headers":[{"name":"From","value":"a@b.c"}],"body":{"attachmentId":"A"}},"sendAs":[{"sendAsEmail":"a@b.c"}]}`)
	f.Add("gmail_get_thread", `{"threadId":"t","messages":[{"id":"m","payload":{"parts":[{"parts":[null]},{"body":{"text":7}}]}}],"labels":[{"type":"user"}]}`)
	var actions []string
	for _, row := range table.Rows {
		actions = append(actions, row.Name)
	}
	paritytest.Fuzz(f, gmail(), actions...)
}
