package review

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/draft/describe"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// finish takes in what became of a decision.
func (m *model) finish(end *jobEnd) tea.Cmd {
	m.jobs.told()
	if m.leaving || m.jobs.ctx.Err() != nil { // nobody would read what it says
		m.fault = interrupted(end)
		return tea.Quit
	}
	old, decided := m.drafts, end.job.draft.ID
	switch {
	case end.reload == nil:
		m.drafts = end.drafts
	case end.err == nil && !end.same: // show the others all the same
		m.drafts = slices.DeleteFunc(slices.Clone(old), func(d *draft.Draft) bool { return d.ID == decided })
	}
	m.note, m.warn = end.line, false
	if end.reload != nil {
		m.note, m.warn = "The drafts can't be listed anew: "+text.Line(end.reload.Error()), true
	}
	m.current = m.after(old, decided, end.err != nil || end.same)
	cmd := m.show()
	if end.err == nil {
		return cmd
	}
	m.mode = failing
	m.over = sheet{page: newPage(failure(end, m.draft() != nil && m.draft().ID == decided), m.width)}
	m.look()
	return cmd
}

// after finds what is shown after a decision on a draft: the draft itself where
// it should stay, else the one that stood behind it, else the first.
func (m *model) after(old []*draft.Draft, decided string, stay bool) int {
	find := func(id string) int {
		return slices.IndexFunc(m.drafts, func(d *draft.Draft) bool { return d.ID == id })
	}
	if i := find(decided); stay && i >= 0 {
		return i
	}
	at := slices.IndexFunc(old, func(d *draft.Draft) bool { return d.ID == decided })
	for _, d := range old[at+1:] {
		if i := find(d.ID); i >= 0 {
			return i
		}
	}
	return 0
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
