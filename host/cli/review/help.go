package review

import "github.com/wslite/wslite/host/draft/describe"

// helpLines explain the keys.
func helpLines() []describe.Line {
	lines := []describe.Line{{Kind: describe.Title, Text: "Keys"}}
	for _, k := range [][2]string{
		{"a", "approve this draft and run it now"},
		{"A", "approve it; wslite drafts run runs it later"},
		{"r", "reject it; asks for a reason"},
		{"e", "edit its arguments in $VISUAL or $EDITOR: a new revision, without an approval"},
		{"n, right, tab", "the next draft"},
		{"p, left", "the draft before"},
		{"j k, arrows", "scroll by a row"},
		{"space, b", "scroll by a page, also PgDn and PgUp"},
		{"g", "to the beginning"},
		{"h", "what the HTML version of a mail says"},
		{"q", "leave"},
		{"Ctrl-C", "leave; exit code 130"},
	} {
		lines = append(lines, describe.Line{Kind: describe.Fact, Label: k[0], Text: k[1]})
	}
	return append(lines,
		describe.Line{Kind: describe.Blank},
		describe.Line{Text: "What goes out, gives access or removes something asks again before a yes. A key that comes too soon after a draft has come up decides nothing, and pasted text never does."},
		describe.Line{Text: "What stands behind a bar comes from the draft. Everything else is wslite's."},
	)
}
