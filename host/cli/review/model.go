package review

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/draft/describe"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

// How long a screen must have been there before a key decides something on it:
// a draft that has just come up, and a question. What is typed faster was meant
// for what stood there before, or is pasted, or a key that is held down.
const (
	draftSettles    = time.Second
	questionSettles = 400 * time.Millisecond
)

// The smallest window in which a draft can be judged, in cells.
const (
	minWidth  = 24
	minHeight = 10
)

// mode is what the screen shows, and so what keys mean.
type mode int

const (
	reading   mode = iota // the draft
	asking                // a question before a yes
	reasoning             // the reason for a no is typed
	aside                 // help, or the HTML version
	busy                  // a decision is carried out
	failing               // what went wrong
	empty                 // nothing waits
)

// sheet is a page and how far it is scrolled.
type sheet struct {
	page page
	top  int // the first row that is shown
}

// shown is one version of a draft: what a person has seen of one says nothing
// about another.
type shown struct {
	id, digest string
	revision   int
}

func versionOf(d *draft.Draft) shown { return shown{d.ID, d.Digest, d.Revision} }

// model is the state of the screen. Only bubbletea's loop touches it.
type model struct {
	o    Options
	jobs *jobs

	drafts  []*draft.Draft
	current int
	// The window's size; nothing counts as shown before it is known.
	width, height int
	mode          mode

	body sheet // the draft
	over sheet // what lies over it: a question's details, help, a failure

	// settled says that what is shown has been there long enough for a key to
	// decide; settling counts the screens, so that the timer of an earlier one
	// means nothing.
	settled  bool
	settling int

	// seen are the versions that were shown to their end; skipped those that
	// somebody agreed to without.
	seen, skipped map[shown]bool

	// While asking: the version that it is about, whether a yes also runs it, and
	// whether the question is that of the class.
	asked   shown
	andRun  bool
	ofClass bool

	reason string
	doing  string
	// note is one line about what just happened; warn makes it stand out.
	note string
	warn bool

	interrupted bool
	leaving     bool // Ctrl-C came while a decision was carried out
	fault       *fault.Error
}

func newModel(o Options, js *jobs) *model {
	return &model{
		o: o, jobs: js, drafts: slices.Clone(o.Drafts),
		seen: map[shown]bool{}, skipped: map[shown]bool{},
	}
}

// Init is bubbletea's.
func (m *model) Init() tea.Cmd { return m.show() }

// settledMsg says that the screen of that number has been there for a while.
type settledMsg int

// leaveMsg says that the process is to end.
type leaveMsg struct{}

// settle begins the wait of a new screen.
func (m *model) settle(d time.Duration) tea.Cmd {
	m.settled = false
	m.settling++
	n := m.settling
	return tea.Tick(d, func(time.Time) tea.Msg { return settledMsg(n) })
}

// draft is the one on the screen; nil where none waits.
func (m *model) draft() *draft.Draft {
	if m.current < 0 || m.current >= len(m.drafts) {
		return nil
	}
	return m.drafts[m.current]
}

// show puts the current draft on the screen, from its beginning.
func (m *model) show() tea.Cmd {
	d := m.draft()
	if d == nil {
		m.mode = empty
		return nil
	}
	m.mode = reading
	m.body = sheet{page: newPage(describe.Lines(d, m.o.Now()), m.width)}
	m.look()
	return m.settle(draftSettles)
}

// back returns from what lies over the draft to it.
func (m *model) back() tea.Cmd {
	if m.draft() == nil {
		m.mode = empty
		return nil
	}
	m.mode, m.over = reading, sheet{}
	m.look()
	return m.settle(draftSettles)
}

// Update is bubbletea's: one message, one step.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return m, m.resize(msg.Width, msg.Height)
	case settledMsg:
		m.settled = m.settled || int(msg) == m.settling
	case tea.ResumeMsg:
		return m, m.settle(draftSettles)
	case tea.PasteMsg:
		return m, m.paste(msg.Content)
	case tea.KeyPressMsg:
		return m, m.key(msg)
	case leaveMsg:
		return m, m.interrupt()
	case *jobEnd:
		return m, m.finish(msg)
	}
	return m, nil
}

// resize lays everything out anew, and keeps the place.
func (m *model) resize(width, height int) tea.Cmd {
	if width == m.width && height == m.height {
		return nil
	}
	m.width, m.height = width, height
	for _, s := range []*sheet{&m.body, &m.over} {
		at := row{}
		if s.top < len(s.page.rows) {
			at = s.page.rows[s.top]
		}
		s.page = newPage(s.page.lines, width)
		s.top = s.page.at(at.line, at.from)
	}
	m.look()
	// Rows have moved under the reader's eyes, or are gone.
	switch {
	case m.mode == asking && m.small():
		m.say("Not approved.")
		return m.back()
	case m.mode == asking:
		return m.settle(questionSettles)
	}
	return m.settle(draftSettles)
}

// small says that the window has no room to judge a draft.
func (m *model) small() bool { return m.width < minWidth || m.height < minHeight }

// sheetOn is what scrolls now.
func (m *model) sheetOn() *sheet {
	switch m.mode {
	case asking, aside, failing:
		return &m.over
	}
	return &m.body
}

// look wraps what the screen shows, keeps the place within the text and notes
// when the end of the draft has come into sight.
func (m *model) look() {
	s := m.sheetOn()
	rows := m.bodyRows()
	s.page.need(s.top + rows + 1)
	s.top = max(0, min(s.top, len(s.page.rows)-rows))
	if d := m.draft(); d != nil && m.mode == reading && !m.small() && !m.more() {
		m.seen[versionOf(d)] = true
	}
}

// more says that what scrolls goes on below.
func (m *model) more() bool {
	s := m.sheetOn()
	return s.page.need(s.top + m.bodyRows() + 1)
}

// scroll moves by rows.
func (m *model) scroll(by int) {
	m.sheetOn().top += by
	m.look()
}

// move shows the next draft, or the one before.
func (m *model) move(by int) tea.Cmd {
	to := m.current + by
	if to < 0 || to >= len(m.drafts) {
		m.say("This is the %s draft.", map[bool]string{true: "first", false: "last"}[to < 0])
		return nil
	}
	m.current, m.note = to, ""
	return m.show()
}

// gated says that a yes to the class is asked for twice.
func gated(d *draft.Draft) bool {
	return d.Payload.Class != risk.Write && d.Payload.Class != risk.Read
}
