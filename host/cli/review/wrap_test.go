package review

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/draft/describe"
	"github.com/wslite/wslite/host/text"
)

// outsideText draws what an author may have written: letters of all widths,
// marks, emoji, right-to-left scripts, and words of any length.
func outsideText() *rapid.Generator[string] {
	letters := []rune("aeiou xyz 漢字ｶﾅ\u0301\u0327\u0e33👩\u200d🇩🇪✈\ufe0f שלום العربية-._/")
	return rapid.Custom(func(t *rapid.T) string {
		return text.Clean(rapid.StringOfN(rapid.SampledFrom(letters), 0, 300, -1).Draw(t, "text"))
	})
}

// TestWrap: nothing is lost but blanks at breaks, no row is wider than the
// window on any kind of terminal, and every row of a text from outside has the
// bar.
func TestWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := describe.Line{
			Kind:  rapid.SampledFrom([]describe.Kind{describe.Value, describe.Quote, describe.Warning, describe.Words, describe.Alert}).Draw(t, "kind"),
			Text:  strings.ReplaceAll(outsideText().Draw(t, "s"), "\n", " "),
			Label: rapid.SampledFrom([]string{"", "to, external"}).Draw(t, "label"),
		}
		width := rapid.IntRange(minWidth, 120).Draw(t, "width")
		p := newPage([]describe.Line{l}, width)
		p.need(1 << 20)
		m := &model{width: width}
		var all strings.Builder
		for _, r := range p.rows {
			shown := m.bodyRow(&p, r)
			if n := max(text.Width(shown), ansi.StringWidth(shown), ansi.StringWidthWc(shown)); n > width {
				t.Fatalf("a row of %d cells in a window of %d: %q", n, width, shown)
			}
			if r.label {
				continue
			}
			if l.Outside() && !strings.Contains(shown+" ", describe.Bar+" ") {
				t.Fatalf("no bar before %q", shown)
			}
			all.WriteString(l.Text[r.from:r.to])
		}
		bare := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if bare(all.String()) != bare(l.Text) {
			t.Fatalf("lost something: %q became %q", l.Text, all.String())
		}
	})
}

// TestWrapBreaks between words where there are some, and anywhere else where
// there are none.
func TestWrapBreaks(t *testing.T) {
	for _, tt := range []struct {
		s     string
		width int
		want  string
	}{
		{"", 10, ""},
		{"one two three", 13, "one two three"},
		{"one two three", 12, "one two|three"},
		{"one two three", 7, "one two|three"},
		{"one two three", 3, "one|two|thr|ee"},
		{"onetwothree", 4, "onet|woth|ree"},
		{"    onetwothree", 10, "    onetwo|three"},
		{"漢字漢字", 5, "漢字|漢字"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301e\u0301|e\u0301"},
		{"👩‍👩‍👧x", 2, "👩‍👩‍👧|x"},
	} {
		var rows []string
		for off := 0; ; {
			to, next := text.Fit(tt.s, off, tt.width)
			rows = append(rows, tt.s[off:to])
			if off = next; off >= len(tt.s) {
				break
			}
		}
		if got := strings.Join(rows, "|"); got != tt.want {
			t.Errorf("%q in %d: %q, want %q", tt.s, tt.width, got, tt.want)
		}
	}
}

// TestLazy: of a text of megabytes only what is looked at is wrapped, in one
// line as in many, and a letter with endless marks has rows that end.
func TestLazy(t *testing.T) {
	for name, s := range map[string]string{
		"one line": strings.Repeat("a", 2<<20), "words": strings.Repeat("word ", 400<<10), "marks": "a" + strings.Repeat("\u0301", 1<<20),
	} {
		p := newPage([]describe.Line{{Kind: describe.Quote, Text: s}}, 80)
		if !p.need(100) || len(p.rows) != 100 {
			t.Errorf("%s: %d rows", name, len(p.rows))
		}
		for _, r := range p.rows {
			if r.to-r.from > 8*80+64 {
				t.Fatalf("%s: a row of %d bytes", name, r.to-r.from)
			}
		}
	}
}
