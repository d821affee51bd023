package review

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/draft/describe"
	"github.com/wslite/wslite/host/text"
)

// say puts a note under the draft.
func (m *model) say(format string, args ...any) {
	m.note, m.warn = fmt.Sprintf(format, args...), false
}

// key is one key that was pressed.
func (m *model) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	switch {
	case name == "ctrl+c":
		return m.interrupt()
	case m.mode == busy:
		return nil
	case name == "ctrl+z":
		return tea.Suspend
	case name == "q" && (m.small() || m.mode != reasoning):
		return tea.Quit
	case m.small():
		return nil
	case m.mode == reasoning:
		return m.reasonKey(k)
	}
	if m.mode == asking {
		return m.answer(k)
	}
	if m.scrollKey(name) {
		return nil
	}
	switch m.mode {
	case aside, failing:
		switch name {
		case "enter", "esc", "?", "h":
			return m.back()
		}
	case reading:
		return m.readingKey(k)
	}
	return nil
}

// scrollKey scrolls where the key is one that does.
func (m *model) scrollKey(name string) bool {
	page := max(m.bodyRows()-1, 1)
	by, ok := map[string]int{
		"j": 1, "down": 1, "k": -1, "up": -1, "space": page, "pgdown": page, "b": -page, "pgup": -page,
	}[name]
	switch {
	case name == "g" || name == "home":
		m.sheetOn().top = 0
	case !ok:
		return false
	}
	m.scroll(by)
	return true
}

// readingKey is a key while a draft is shown.
func (m *model) readingKey(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "n", "right", "tab":
		return m.move(1)
	case "p", "left", "shift+tab":
		return m.move(-1)
	case "?":
		m.cover(helpLines())
	case "h":
		return m.html()
	case "a", "A", "r", "e":
		return m.decide(k)
	}
	return nil
}

// cover lays lines over the draft.
func (m *model) cover(lines []describe.Line) {
	m.mode, m.note = aside, ""
	m.over = sheet{page: newPage(lines, m.width)}
	m.look()
}

func (m *model) html() tea.Cmd {
	lines := describe.HTML(m.draft())
	if lines == nil {
		m.say("This draft has no HTML version.")
		return nil
	}
	m.cover(lines)
	return nil
}

// decide begins a decision, if the draft has been on the screen for long enough.
func (m *model) decide(k tea.KeyPressMsg) tea.Cmd {
	if !m.settled || k.IsRepeat {
		m.note, m.warn = "That came too soon: look at the draft, then press the key again.", true
		return m.settle(draftSettles)
	}
	m.note = ""
	d := m.draft()
	switch k.String() {
	case "r":
		m.mode, m.reason = reasoning, ""
		return nil
	case "e":
		return m.edit(d)
	}
	m.andRun = k.String() == "a"
	return m.ask(d)
}

// ask puts the next question that stands before a yes to d, or gives the yes.
func (m *model) ask(d *draft.Draft) tea.Cmd {
	v := versionOf(d)
	classAsked := m.mode == asking && m.ofClass
	switch {
	case !m.seen[v] && !m.skipped[v]:
		m.ofClass = false
		m.over = m.body
	case gated(d) && !classAsked:
		m.ofClass = true
		m.over = sheet{page: newPage(describe.Stakes(d), m.width)}
	default:
		return m.approve(d)
	}
	m.mode, m.asked = asking, v
	m.look()
	return m.settle(questionSettles)
}

// answer is a key at a question. Only y is a yes, and only when the question
// could be read; every other key but those that scroll is a no.
func (m *model) answer(k tea.KeyPressMsg) tea.Cmd {
	d := m.draft()
	fast := !m.settled || k.IsRepeat
	if m.ofClass && !fast && m.scrollKey(k.String()) {
		return nil
	}
	switch {
	case k.String() != "y":
		m.say("Not approved.")
		return m.back()
	case fast:
		m.note, m.warn = "Not approved: that key came faster than the question can be read.", true
		return m.back()
	case versionOf(d) != m.asked: // can't be: nothing changes the draft meanwhile
		return m.back()
	case m.ofClass && m.more():
		m.note, m.warn = "There is more below (space); y counts at the end.", true
		return nil
	}
	if !m.ofClass {
		m.skipped[m.asked] = true
	}
	return m.ask(d)
}

func (m *model) approve(d *draft.Draft) tea.Cmd {
	run := m.andRun
	j := job{draft: d, doing: "approving draft " + text.Line(d.ID), failed: "The draft was not approved."}
	if run {
		j.doing = "approving and running draft " + text.Line(d.ID)
		j.failed = "The draft could not be approved and run."
	}
	j.do = func(ctx context.Context) (string, error) { return m.o.Approve(ctx, d, run) }
	return m.start(j)
}

// edit gives the terminal to the editor and reads the draft anew after it.
func (m *model) edit(d *draft.Draft) tea.Cmd {
	e := &editing{m: m, job: job{
		draft: d, doing: "editing draft " + text.Line(d.ID), failed: "The draft was not changed.", do: editOf(m, d),
	}}
	m.mode, m.doing = busy, e.job.doing
	return tea.Exec(e, e.done)
}

// editOf is the edit of d as a job.
func editOf(m *model, d *draft.Draft) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		now, err := m.o.Edit(ctx, d)
		switch {
		case err != nil:
			return "", err
		case now == nil || versionOf(now) == versionOf(d):
			return "Nothing was changed.", nil
		}
		return fmt.Sprintf("Changed: this is revision %d, which nobody has approved.", now.Revision), nil
	}
}

// paste is text that the terminal says was pasted. It can be a reason, and is
// never a key.
func (m *model) paste(s string) tea.Cmd {
	switch m.mode {
	case reasoning:
		m.typed(s)
		return nil
	case asking:
		m.note, m.warn = "Not approved: pasted text is no answer.", true
		return m.back()
	case reading:
		m.note, m.warn = "Pasted text decides nothing.", true
		return m.settle(draftSettles)
	}
	return nil
}

// interrupt leaves without deciding. What is being carried out is stopped where
// it can be, and told of before the screen ends.
func (m *model) interrupt() tea.Cmd {
	if m.mode == busy {
		m.leaving = true
		m.jobs.cancel()
		return nil
	}
	m.interrupted = true
	return tea.Quit
}
