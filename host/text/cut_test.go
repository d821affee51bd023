package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

func TestCut(t *testing.T) {
	cases := []struct {
		in    string
		width int
		want  string
	}{
		{"", 5, ""},
		{"hello", 5, "hello"},
		{"hello", 4, "hel…"},
		{"hello", 1, "…"},
		{"hello", 0, ""},
		{"hello", -3, ""},
		{"漢字", 4, "漢字"},
		{"漢字漢", 5, "漢字…"},
		{"漢字漢", 4, "漢…"},
		{"ไทยไทยไทย", 4, "ไทย…"},
		{"a👩‍👩‍👧b", 4, "a👩‍👩‍👧b"},
		{"a👩‍👩‍👧bc", 4, "a👩‍👩‍👧…"},
		{"a👩‍👩‍👧bc", 3, "a…"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"},
	}
	for _, c := range cases {
		got := Cut(c.in, c.width)
		if got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.in, c.width, got, c.want)
		}
		if w := Width(got); w > max(c.width, 0) {
			t.Errorf("Cut(%q, %d) takes %d cells", c.in, c.width, w)
		}
	}
}

func FuzzCut(f *testing.F) {
	f.Add("markdown ends in ไทย", 3)
	f.Add("漢字👩‍👩‍👧é", 4)
	f.Add("\xff\xfe👩\u200d", 1)
	f.Fuzz(func(t *testing.T, s string, width int) {
		width %= 100
		got := Cut(s, width)
		if Width(got) > max(width, 0) {
			t.Fatalf("Cut(%q, %d) = %q takes %d cells", s, width, got, Width(got))
		}
		if got == s || width < 1 {
			return
		}
		kept := strings.TrimSuffix(got, ellipsis)
		if !strings.HasPrefix(s, kept) || kept == got {
			t.Fatalf("Cut(%q, %d) = %q is no cut of it", s, width, got)
		}
		at := 0
		for g := graphemes.FromString(s); g.Next() && at < len(kept); {
			at += len(g.Value())
		}
		if at != len(kept) {
			t.Fatalf("Cut(%q, %d) = %q splits a cluster", s, width, got)
		}
		if utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Fatalf("Cut(%q, %d) = %q is no UTF-8", s, width, got)
		}
	})
}
