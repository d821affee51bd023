package review

import (
	"context"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"github.com/wslite/wslite/host/text"
)

// maxReason bounds what can be typed as the reason for a no, in characters.
const maxReason = 500

// reasonKey is a key while the reason for a no is typed.
func (m *model) reasonKey(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		m.say("Not rejected.")
		return m.back()
	case "enter":
		d, reason := m.draft(), strings.TrimSpace(m.reason)
		return m.start(job{
			draft: d, doing: "rejecting draft " + text.Line(d.ID), failed: "The draft was not rejected.",
			do: func(ctx context.Context) (string, error) {
				if err := m.o.Reject(ctx, d, reason); err != nil {
					return "", err
				}
				return "Rejected draft " + d.ID + ".", nil
			},
		})
	case "backspace", "ctrl+h":
		_, n := utf8.DecodeLastRuneInString(m.reason)
		m.reason = m.reason[:len(m.reason)-n]
	case "ctrl+u":
		m.reason = ""
	default:
		m.typed(k.Text)
	}
	return nil
}

// typed adds to the reason.
func (m *model) typed(s string) {
	s = text.Line(s)
	if left := maxReason - utf8.RuneCountInString(m.reason); left < utf8.RuneCountInString(s) {
		s = string([]rune(s)[:left])
	}
	m.reason += s
}
