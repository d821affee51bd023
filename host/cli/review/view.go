package review

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"github.com/wslite/wslite/host/draft/describe"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/text"
)

// Colours, by their SGR parameters. Each only repeats what words say.
const (
	plain  = ""
	bold   = "1"
	faint  = "2"
	warned = "1;33"
)

// paint colours one row, or a piece of it.
func (m *model) paint(sgr, s string) string {
	if !m.o.Color || sgr == plain || s == "" {
		return s
	}
	return "\x1b[" + sgr + "m" + s + "\x1b[0m"
}

// View is bubbletea's.
func (m *model) View() tea.View {
	v := tea.NewView(strings.Join(m.screen(), "\n"))
	v.AltScreen = true
	return v
}

// screen gives the rows of the screen, as many as it has and none too long.
func (m *model) screen() []string {
	if m.small() {
		return m.smallScreen()
	}
	rows := []string{m.paint(bold, text.Cut(m.heading(), m.width)), m.rule("")}
	s, n := m.sheetOn(), m.bodyRows()
	if m.mode == empty {
		s = &sheet{page: newPage([]describe.Line{{Text: "No draft waits for a yes any more."}}, m.width)}
	}
	s.page.need(s.top + n)
	for i := s.top; i < s.top+n; i++ {
		if i < len(s.page.rows) {
			rows = append(rows, m.bodyRow(&s.page, s.page.rows[i]))
		} else {
			rows = append(rows, "")
		}
	}
	rows = append(rows, m.rule(m.position()))
	return append(rows, m.footer()...)
}

// smallScreen asks for room.
func (m *model) smallScreen() []string {
	var rows []string
	for _, r := range m.wrapped(fmt.Sprintf("Make the window larger (%d x %d at least). q quits.", minWidth, minHeight)) {
		if len(rows) < m.height {
			rows = append(rows, text.Cut(r, m.width))
		}
	}
	return rows
}

// bodyRows is how many rows the draft has: what heading, rules and footer leave.
func (m *model) bodyRows() int { return max(m.height-3-len(m.footer()), 1) }

// bodyRow is one row of a page: our words, or the bar and what stands behind it.
func (m *model) bodyRow(p *page, r row) string {
	l := p.lines[r.line]
	if r.label {
		return m.paint(labelStyle(l), text.Cut(l.Label, m.width))
	}
	lead, s := p.lead(l, r.from == 0), strings.TrimRight(l.Text[r.from:r.to], " ")
	switch l.Kind {
	case describe.Title:
		return m.paint(bold, lead+s)
	case describe.Alert:
		return m.paint(warned, lead+s)
	}
	if l.Outside() {
		ours, _, _ := strings.Cut(lead, describe.Bar)
		return m.paint(labelStyle(l), ours) + m.paint(faint, describe.Bar) + strings.TrimRight(" "+s, " ")
	}
	return m.paint(faint, lead) + s
}

func labelStyle(l describe.Line) string {
	if l.Kind == describe.Warning || strings.HasSuffix(l.Label, "external") {
		return warned
	}
	return faint
}

// heading says which draft it is.
func (m *model) heading() string {
	d := m.draft()
	if d == nil {
		return "wslite drafts review"
	}
	h := fmt.Sprintf("%d of %d  %s  revision %d", m.current+1, len(m.drafts), text.Line(d.ID), d.Revision)
	if digest := "  " + describe.Short(d.Digest); text.Width(h+digest) <= m.width {
		h += digest
	}
	if brand := "wslite drafts review  "; text.Width(brand+h) <= m.width {
		h = brand + h
	}
	return h
}

// rule is a line across, with words in it.
func (m *model) rule(words string) string {
	if words != "" {
		words = "── " + words + " "
	}
	words = text.Cut(words, m.width)
	return m.paint(faint, words+strings.Repeat("─", m.width-text.Width(words)))
}

// position says whether there is more than what is on the screen.
func (m *model) position() string {
	if m.mode == empty {
		return ""
	}
	s := m.sheetOn()
	above := s.top > 0
	switch {
	case m.more():
		return "MORE BELOW (space)"
	case above:
		return "the end"
	}
	return "all of it"
}

// footer is what stands below the draft: a note, a question or the keys.
func (m *model) footer() []string {
	var rows []string
	if m.note != "" {
		style := plain
		if m.warn {
			style = warned
		}
		for _, r := range m.wrapped(m.note) {
			rows = append(rows, m.paint(style, r))
		}
	}
	switch m.mode {
	case asking:
		for _, r := range m.wrapped(m.question()) {
			rows = append(rows, m.paint(warned, r))
		}
	case reasoning:
		// What is typed last must stay in sight, so the row shows the end of it.
		rows = append(rows, m.wrapped("Why not? Enter rejects (the reason may be empty), Esc goes back.")...)
		rows = append(rows, "> "+tail(m.reason, m.width-3)+"_")
	default:
		rows = append(rows, packed(m.keys(), m.width)...)
	}
	if room := max(m.height-6, 1); len(rows) > room { // a result of any length leaves room for a draft
		rows = rows[len(rows)-room:]
	}
	return rows
}

// question asks for the second key.
func (m *model) question() string {
	if !m.ofClass {
		return "You have not seen all of this draft. Approve it all the same? y yes, any other key no"
	}
	d := m.draft()
	what := map[risk.Class]string{
		risk.Send: "It goes out to whom you see here.", risk.Share: "It gives access as you see here.",
		risk.Destructive: "It can remove things for good.",
	}[d.Payload.Class]
	if what == "" {
		what = "It does what you see here."
	}
	do := "Approve it, and run it now?"
	if !m.andRun {
		do = "Approve it, to be run later?"
	}
	return what + " " + do + " y yes, any other key no"
}

// keys lists the keys that do something now.
func (m *model) keys() []string {
	switch m.mode {
	case empty:
		return []string{"q quit"}
	case busy:
		return []string{"Please wait: " + m.doing, "(Ctrl-C stops it)"}
	case aside, failing:
		return []string{"j k space scroll", "enter back to the draft", "q quit"}
	}
	keys := []string{"a approve and run", "A approve only", "r reject", "e edit", "n/p next/previous", "space scroll"}
	if m.width < 60 {
		keys = []string{"a run", "A approve", "r reject", "e edit", "n p"}
	}
	if slices.ContainsFunc(m.body.page.lines, func(l describe.Line) bool { return l.Label == describe.Also }) {
		keys = append(keys, "h HTML")
	}
	return append(keys, "? help", "q quit")
}

// packed puts pieces into rows without breaking one.
func packed(pieces []string, width int) []string {
	rows := []string{""}
	for _, p := range pieces {
		p = text.Cut(p, width)
		switch last := &rows[len(rows)-1]; {
		case *last == "":
			*last = p
		case text.Width(*last)+2+text.Width(p) <= width:
			*last += "  " + p
		default:
			rows = append(rows, p)
		}
	}
	return rows
}

// wrapped breaks a sentence of ours into rows.
func (m *model) wrapped(s string) []string {
	p := newPage([]describe.Line{{Text: s}}, m.width)
	p.need(len(s) + 1)
	var rows []string
	for _, r := range p.rows {
		rows = append(rows, strings.TrimRight(s[r.from:r.to], " "))
	}
	return rows
}

// tail is the end of s, at most width cells.
func tail(s string, width int) string {
	for s != "" && text.MostCells(s) > width {
		_, n := utf8.DecodeRuneInString(s)
		s = s[n:]
	}
	return s
}
