package cli

import (
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/wslite/wslite/host/text"
)

// slowTransfer is how long a transfer runs before it gets a bar: a short one is
// over before anyone has read it.
const slowTransfer = 500 * time.Millisecond

// progress shows transfers to a person who sits there; nil where nobody does.
func (a *App) progress() func(name string, done, total int64) {
	if !a.ErrTTY || a.globals.Quiet {
		return nil
	}
	p := &transfers{app: a, bars: map[string]*transfer{}}
	return p.report
}

// transfers are the transfers of one call. They may run side by side; the bar
// shows one after the other.
type transfers struct {
	app  *App
	mu   sync.Mutex
	bars map[string]*transfer
}

type transfer struct {
	started time.Time
	bar     *progressbar.ProgressBar
}

func (p *transfers) report(name string, done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.bars[name]
	if t == nil {
		t = &transfer{started: time.Now()}
		p.bars[name] = t
	}
	if t.bar == nil {
		if time.Since(t.started) < slowTransfer || total >= 0 && done >= total {
			return
		}
		t.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(p.app.Err),
			progressbar.OptionSetDescription(text.Cut(text.Line(name), 30)),
			progressbar.OptionShowBytes(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionUseANSICodes(false),
		)
	}
	t.bar.Set64(done)
	if total >= 0 && done >= total {
		t.bar.Finish()
	}
}
