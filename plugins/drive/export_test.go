package main

import (
	"mime"
	"strings"
	"testing"
)

func TestExportNames(t *testing.T) {
	for _, c := range [][3]string{
		{"Plan", "application/pdf", "Plan.pdf"},
		{"Plan.PDF", "application/pdf", "Plan.PDF"},
		{"Plan.pdf", "text/plain", "Plan.pdf.txt"},
		{"", "text/csv", ".csv"},
		{"Plan", "text/html; charset=utf-8", "Plan.html"},
		{"Plan", "application/x-unheard-of", "Plan"},
	} {
		if got := exportName(c[0], c[1]); got != c[2] {
			t.Errorf("%q as %s is %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func TestContentTypes(t *testing.T) {
	for given, want := range map[string]string{
		"text/plain":                                "text/plain",
		" Text/CSV ; header=x":                      "text/csv",
		"text/plain;charset=GB2312":                 "text/plain; charset=GB2312",
		`text/plain; a="b;c"; Charset="utf-8"; d=e`: "text/plain; charset=utf-8",
		"text/plain; charset=":                      "text/plain",
		"text/plain; charset=a\r\nX: 1":             "text/plain",
		"text/plain; charset=;":                     "text/plain",
		"jpg":                                       "",
		"a/b/c":                                     "",
		"":                                          "",
		"a/" + strings.Repeat("b", 200):             "",
	} {
		if got := contentType(given); got != want {
			t.Errorf("%q is %q, want %q", given, got, want)
		}
	}
}

// FuzzContentType: whatever type a file carries, what is passed on is a media
// type for every other reader, or nothing.
func FuzzContentType(f *testing.F) {
	for _, s := range []string{"text/plain", "text/plain;charset=x", "x", `a/b; charset="`, "a/b;;charset=c", "a/b; charset=\x80"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := contentType(s)
		if got == "" {
			return
		}
		kind, _, err := mime.ParseMediaType(got)
		if err != nil || kind != essence(got) || strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("%q became %q: %v", s, got, err)
		}
	})
}
