package review

import (
	"github.com/wslite/wslite/host/draft/describe"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

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

// failure tells in full what went wrong, and what to do next.
func failure(end *jobEnd, still bool) []describe.Line {
	lines := []describe.Line{{Kind: describe.Alert, Text: end.job.failed}, {Kind: describe.Blank}}
	// A message may quote what came from outside, so it stands behind the bar.
	outside := func(label, s string) {
		lines = append(lines, describe.Line{Kind: describe.Value, Label: label, Text: text.Line(s)})
	}
	outside("why", message(end.err))
	f := fault.Of(end.err)
	if f == nil {
		f = fault.New(fault.Client, "")
	}
	outside("code", string(f.Code))
	next := f.Hint
	if row, ok := fault.Lookup(f.Code); ok && next == "" {
		next = row.Action
	}
	if next != "" {
		outside("next", next)
	}
	lines = append(lines, describe.Line{Kind: describe.Blank})
	if still {
		return append(lines, describe.Line{Text: "The draft was read anew: Enter shows it as it is now."})
	}
	return append(lines, describe.Line{Text: "The draft does not wait any more: Enter goes on. wslite drafts show tells where it stands."})
}
