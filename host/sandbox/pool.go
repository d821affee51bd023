package sandbox

import (
	"context"
	"time"
)

// get takes an instance that is in the state of the snapshot, or makes one, when
// it is the caller's turn. Whoever got it gives it to reset, keep or discard.
// Invocations that have begun get one of a closed module, too.
//
// The errors are INTERRUPTED and the PLUGIN_ codes of Begin.
func (m *Module) get(ctx context.Context) (*instance, error) {
	select {
	case m.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, interrupted(ctx, m.name)
	}
	m.mu.Lock()
	m.users++
	if n := len(m.idle); n > 0 { // the last one used: its memory is in the processor's cache
		in := m.idle[n-1].instance
		m.idle[n-1] = idle{}
		m.idle = m.idle[:n-1]
		m.mu.Unlock()
		return in, nil
	}
	if len(m.waiting) < m.resetting { // sooner there than a new one
		turn := make(chan *instance, 1)
		m.waiting = append(m.waiting, turn)
		m.mu.Unlock()
		return <-turn, nil
	}
	m.mu.Unlock()
	in, err := m.make(ctx)
	if err != nil {
		m.giveUp()
		if ctx.Err() != nil {
			return nil, interrupted(ctx, m.name)
		}
		return nil, about(err, m.name, "its initialisation")
	}
	return in, nil
}

// reset ends the use of an instance that a call has run on. It is set back in the
// background, while the host goes on with what the call gave; one that grew is
// discarded, since memory can't shrink.
func (m *Module) reset(in *instance) {
	if !m.snap.fits(in) {
		m.discard(in)
		return
	}
	m.mu.Lock()
	m.resetting++
	m.mu.Unlock()
	go func() {
		m.snap.restore(in)
		_ = in.kernel.Reset(nil) // what the call got and gave is gone, not only out of reach
		m.mu.Lock()
		m.resetting--
		spare := m.park(in)
		m.mu.Unlock()
		m.settle(in, spare)
	}()
}

// keep ends the use of an instance that is in the state of the snapshot.
func (m *Module) keep(in *instance) {
	m.mu.Lock()
	spare := m.park(in)
	m.mu.Unlock()
	m.settle(in, spare)
}

// park gives an instance to the first who waits for one, or lets it wait itself.
// spare says that neither is wanted. The module is locked.
func (m *Module) park(in *instance) (spare bool) {
	m.proved = true
	if len(m.waiting) > 0 {
		m.waiting[0] <- in // it has room for one
		m.waiting = m.waiting[1:]
		return false
	}
	if m.closed || len(m.idle) >= maxLive {
		return true
	}
	m.idle = append(m.idle, idle{in, time.Now()})
	if m.trimming == nil {
		m.trimming = time.AfterFunc(idleTime, func() { m.trim(time.Now()) })
	}
	return false
}

func (m *Module) settle(in *instance, spare bool) {
	if spare {
		in.close()
	}
	m.giveUp()
}

// discard ends the use of an instance that must not be used again.
func (m *Module) discard(in *instance) {
	in.close()
	m.giveUp()
}

// giveUp ends what get began.
func (m *Module) giveUp() {
	m.leave()
	<-m.slots
}

// trim closes the instances that have waited too long, and comes again where
// others are left.
func (m *Module) trim(now time.Time) {
	m.mu.Lock()
	n := 0
	for n < len(m.idle) && now.Sub(m.idle[n].since) >= idleTime {
		n++
	}
	gone := m.idle[:n:n]
	m.idle = append([]idle(nil), m.idle[n:]...)
	m.trimming = nil
	if len(m.idle) > 0 {
		m.trimming = time.AfterFunc(idleTime-now.Sub(m.idle[0].since), func() { m.trim(time.Now()) })
	}
	m.mu.Unlock()
	for _, one := range gone {
		one.close()
	}
}
