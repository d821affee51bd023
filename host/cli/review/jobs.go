package review

import (
	"context"
	"io"
	"sync"

	tea "charm.land/bubbletea/v2"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// job is one decision that is being carried out.
type job struct {
	draft *draft.Draft
	// doing is for "interrupted while …", failed for the title of a failure.
	doing, failed string
	do            func(ctx context.Context) (string, error)
}

// jobEnd is what became of a job, and the drafts that wait since.
type jobEnd struct {
	job    job
	line   string
	err    error
	drafts []*draft.Draft
	// reload is why drafts could not be listed.
	reload error
	// same says that the draft stays on the screen although nothing failed.
	same bool
}

// jobs keeps watch over what is being carried out: the screen may be gone while
// a request is under way, and Run must not return before it has ended.
type jobs struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu     sync.Mutex
	ended  bool
	under  sync.WaitGroup
	untold *jobEnd
}

// run carries out j, unless the screen has ended already.
func (js *jobs) run(j job, reload func(context.Context) ([]*draft.Draft, error)) (end *jobEnd) {
	js.mu.Lock()
	if js.ended {
		js.mu.Unlock()
		return nil
	}
	js.under.Add(1)
	js.mu.Unlock()
	defer js.under.Done()

	end = &jobEnd{job: j}
	func() {
		defer func() {
			if recover() != nil {
				end.err = fault.New(fault.Client, "a fault of the program ended it in the middle").
					WithHint("look at the draft with wslite drafts show before anything else")
			}
		}()
		end.line, end.err = j.do(js.ctx)
	}()
	end.line = text.Line(end.line)

	js.mu.Lock()
	js.untold = end
	js.mu.Unlock()
	func() {
		defer func() {
			if recover() != nil {
				end.reload = fault.New(fault.Client, "the drafts can't be listed: a fault of the program")
			}
		}()
		end.drafts, end.reload = reload(js.ctx)
	}()
	return end
}

// told says that the screen shows what became of the last job.
func (js *jobs) told() {
	js.mu.Lock()
	defer js.mu.Unlock()
	js.untold = nil
}

// end waits for the job that is under way and lets no other begin. It gives the
// one that nobody was told of.
func (js *jobs) end() *jobEnd {
	js.mu.Lock()
	js.ended = true
	js.mu.Unlock()
	js.under.Wait()
	return js.untold
}

// start carries out j in the background.
func (m *model) start(j job) tea.Cmd {
	m.mode, m.doing = busy, j.doing
	return func() tea.Msg {
		if end := m.jobs.run(j, m.o.Reload); end != nil {
			return end
		}
		return nil
	}
}

// editing is an edit as bubbletea runs it: the screen steps back for it.
type editing struct {
	m   *model
	job job
	end *jobEnd
}

func (e *editing) Run() error {
	e.end = e.m.jobs.run(e.job, e.m.o.Reload)
	return nil
}

// done gives what became of the edit; err is why the terminal could not be
// handed over or taken back.
func (e *editing) done(err error) tea.Msg {
	if e.end == nil {
		e.end = &jobEnd{job: e.job, err: err, drafts: e.m.drafts}
	}
	e.end.same = true
	return e.end
}

// The edit has its own way to the terminal.
func (*editing) SetStdin(io.Reader)  {}
func (*editing) SetStdout(io.Writer) {}
func (*editing) SetStderr(io.Writer) {}
