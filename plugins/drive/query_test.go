package main

import (
	"strings"
	"testing"
)

func TestReadQuery(t *testing.T) {
	for _, c := range []struct {
		query string
		want  queryShape
	}{
		{`name = 'x'`, queryShape{terms: true}},
		{`name contains 'plan' and mimeType = 'application/pdf'`, queryShape{terms: true}},
		{`mimeType='application/pdf' and trashed=false`, queryShape{terms: true}},
		{`fullText contains "jam"`, queryShape{terms: true}},
		{`fullText CONTAINS 'jam'`, queryShape{terms: true}},
		{`'root' in parents`, queryShape{terms: true}},
		{`not 'ada@example.com' in owners`, queryShape{terms: true}},
		{`sharedWithMe`, queryShape{terms: true}},
		{`modifiedTime > '2031-05-04T12:00:00'and trashed = false`, queryShape{terms: true}},
		{`name contains 'a\'b' or name contains "a'b"`, queryShape{terms: true}},
		{`properties has { key='a' and value='b' }`, queryShape{terms: true}},
		{`name contains 'title = modifiedDate'`, queryShape{terms: true}},
		{`name contains 'plan`, queryShape{terms: true, open: true}},
		{`name contains 'plan\'`, queryShape{terms: true, open: true}},
		{`name contains 'Jack's plan.pdf'`, queryShape{terms: true, open: true, glued: true}},
		{`name = 'a'b'c'`, queryShape{terms: true, glued: true}},
		{``, queryShape{}},
		{`invoice 2026`, queryShape{}},
		{`contains milk`, queryShape{}},
		{`cat in hat`, queryShape{}},
		{`"annual report" in pdf`, queryShape{terms: true}}, // its form is that of 'x' in parents
		{`"annual report", in pdf`, queryShape{}},
		{`"annual report"`, queryShape{}},
		{`Jack's plan`, queryShape{open: true}},
	} {
		if got := readQuery(c.query); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.query, got, c.want)
		}
	}
}

// FuzzQuery: whatever text is quoted stays one text, so nothing of it becomes a
// term of the query.
func FuzzQuery(f *testing.F) {
	for _, s := range []string{"", "plan", "Jack's plan.pdf", `x' or name contains '`, `\`, `\'`, `a\`, "日本", "\xff'", `"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		readQuery(s)
		quoted := quoteText(s)
		if end := literalEnd(quoted, 0); end != len(quoted) {
			t.Errorf("%q ends at %d of %d", quoted, end, len(quoted))
		}
		if got := readQuery("name contains " + quoted + " and trashed = false"); got != (queryShape{terms: true}) {
			t.Errorf("%q reads as %+v", quoted, got)
		}
		if got := unquote(quoted); got != s {
			t.Errorf("%q is read back as %q", s, got)
		}
	})
}

// unquote is what Google reads in a text.
func unquote(quoted string) string {
	var out strings.Builder
	for i := 1; i < len(quoted)-1; i++ {
		if quoted[i] == '\\' {
			i++
		}
		out.WriteByte(quoted[i])
	}
	return out.String()
}
