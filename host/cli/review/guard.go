package review

import (
	tea "charm.land/bubbletea/v2"

	"github.com/wslite/wslite/host/fault"
)

// guarded ends the screen in order when the model itself fails: the terminal is
// restored and an error is told, without a stack on it.
type guarded struct{ *model }

func (g *guarded) Init() (cmd tea.Cmd) {
	defer func() {
		if recover() != nil {
			g.fault = brokenScreen()
			cmd = tea.Quit
		}
	}()
	return g.model.Init()
}

func (g *guarded) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	defer func() {
		if recover() != nil {
			g.fault = brokenScreen()
			next, cmd = g, tea.Quit
		}
	}()
	if g.fault != nil {
		return g, tea.Quit
	}
	_, cmd = g.model.Update(msg)
	return g, cmd
}

func (g *guarded) View() (v tea.View) {
	defer func() {
		if recover() != nil {
			g.fault = brokenScreen()
			v = tea.NewView(fault.Of(g.fault).Message)
		}
	}()
	return g.model.View()
}
