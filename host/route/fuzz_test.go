package route_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
)

// FuzzURL holds the promise of URL against any values: a URL that is made at
// all goes to the table's host, has the template's segments, and each decoded
// value is the one that was given.
func FuzzURL(f *testing.F) {
	for _, s := range [][3]string{
		{"@default", "kix.abc", "x"},
		{"x@group.calendar.google.com", "a b?c#d", "a&b=c"},
		{"..", "%2e%2e", "\r\nHost: evil"},
		{"a/../b", "%2f", "a\x00"},
		{"https://evil.example", "@evil.example", "#"},
		{"..;", "%252e", "é\u202e"},
		{"\xff", "a:batchUpdate", ""},
	} {
		f.Add(s[0], s[1], s[2])
	}
	tab := notes(f)
	r := get(f, tab, "notes.notes.get")
	const prefix, middle = "/v1/notes/", "/parts/"
	f.Fuzz(func(t *testing.T, id, part, q string) {
		raw, err := json.Marshal(q)
		if err != nil {
			t.Skip()
		}
		u, err := r.URL(map[string]string{"id": id, "part": part}, map[string]abi.Raw{"q": raw, "tag": abi.Raw(`[` + string(raw) + `,"z"]`)})
		if err != nil {
			return
		}
		text := u.String()
		back, err := url.Parse(text)
		if err != nil {
			t.Fatalf("%q does not parse: %v", text, err)
		}
		if back.Scheme != "https" || back.Host != "api.notes.example" || back.User != nil || back.Fragment != "" {
			t.Fatalf("%q leaves the host", text)
		}
		// What a server gets is the escaped path of the request line.
		segments := strings.Split(u.EscapedPath(), "/")
		if len(segments) != 6 || segments[1] != "v1" || segments[2] != "notes" || segments[4] != "parts" {
			t.Fatalf("%q has other segments", text)
		}
		for i, want := range map[int]string{3: id, 5: part} {
			if got, err := url.PathUnescape(segments[i]); err != nil || got != want {
				t.Fatalf("segment %d is %q, not %q", i, got, want)
			}
			if segments[i] == "." || segments[i] == ".." {
				t.Fatalf("%q climbs", text)
			}
		}
		if back.Path != prefix+id+middle+part {
			t.Fatalf("path %q", back.Path)
		}
		values, err := url.ParseQuery(back.RawQuery)
		if err != nil || len(values) != 2 || values.Get("q") != decodeString(t, raw) || len(values["tag"]) != 2 {
			t.Fatalf("query %q, %v", back.RawQuery, err)
		}
		if strings.ContainsAny(text, "\r\n\x00 ") {
			t.Fatalf("%q holds a raw control character or blank", text)
		}
	})
}

func decodeString(t *testing.T, raw []byte) string {
	t.Helper()
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	return s
}
