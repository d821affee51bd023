package describe_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/draft/describe"
	"github.com/wslite/wslite/host/text"
)

// Rows leave out nothing but blanks, hold to the width, and have the bar on each of
// what comes from outside, whatever stands in it.
func TestRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := describe.Line{
			Kind:  rapid.SampledFrom([]describe.Kind{describe.Value, describe.Warning, describe.Quote}).Draw(t, "kind"),
			Label: rapid.SampledFrom([]string{"", "to", "to, external"}).Draw(t, "label"),
			Text:  text.Line(rapid.String().Draw(t, "text")) + strings.Repeat(rapid.SampledFrom([]string{"word ", "│ ", "x", "é", "日本"}).Draw(t, "more"), rapid.IntRange(0, 60).Draw(t, "times")),
		}
		width := rapid.IntRange(32, 100).Draw(t, "width")
		var all string
		for _, row := range l.Rows(width) {
			_, said, barred := strings.Cut(row, describe.Bar)
			if !barred {
				t.Fatalf("no bar: %q", row)
			}
			if text.Width(row) > width+1 { // a letter of two cells may stand at the end
				t.Fatalf("%d cells of %d: %q", text.Width(row), width, row)
			}
			all += said
		}
		bare := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if bare(all) != bare(l.Text) {
			t.Fatalf("%q became %q", l.Text, all)
		}
	})
}
