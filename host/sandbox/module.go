package sandbox

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/sdk/abi"
)

const (
	// maxLive bounds the invocations of a module that may run at once. Each
	// holds an instance, of GuestMemory at most.
	maxLive = 16
	// maxIdle bounds the instances that wait for their next invocation. One
	// takes some 3 MB, and saves a few milliseconds.
	maxIdle = 4
)

// Module is a loaded module. Its methods may be called by many goroutines at
// once.
type Module struct {
	name   string
	limits limits.Limits
	code   *compiled
	slots  chan struct{} // one for each live invocation

	first sync.Mutex // held while the snapshot is made
	snap  *snapshot  // set once, under first

	mu     sync.Mutex
	idle   []*instance // in the state of the snapshot
	live   int         // instances that are not idle
	closed bool
}

func newModule(s *Sandbox, src Source, c *compiled) *Module {
	return &Module{name: src.Name, limits: s.cfg.Limits, code: c, slots: make(chan struct{}, maxLive)}
}

// Begin gives an invocation, with an instance that is ready. The caller must
// End it. If too many invocations run, Begin waits for one to end.
//
// The errors are CLIENT_ERROR for a clock that can't be read, INTERRUPTED if
// ctx was done first, and a PLUGIN_ code if the module's initialisation or
// its "catalog" failed.
func (m *Module) Begin(ctx context.Context, clock abi.Clock) (*Invocation, error) {
	now, err := time.Parse(time.RFC3339Nano, clock.Now)
	if err != nil {
		return nil, fault.Wrap(err, fault.Client, "the call's clock %q is no RFC 3339 time", clock.Now)
	}
	select {
	case m.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, interrupted(ctx, m.name)
	}
	inv := &Invocation{m: m, now: now, seed: sha256.Sum256([]byte("wslite nonce\x00" + clock.Nonce))}
	if inv.in, err = m.get(ctx); err != nil {
		<-m.slots
		return nil, err
	}
	return inv, nil
}

// get takes an idle instance or makes one.
func (m *Module) get(ctx context.Context) (*instance, error) {
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return nil, fault.New(fault.Client, "the sandbox is closed")
	}
	m.live++
	var in *instance
	if n := len(m.idle); n > 0 {
		in = m.idle[n-1]
		m.idle[n-1] = nil
		m.idle = m.idle[:n-1]
	}
	m.mu.Unlock()
	if in != nil {
		return in, nil
	}
	in, err := m.make(ctx)
	if err != nil {
		m.put(nil)
		if ctx.Err() != nil {
			return nil, interrupted(ctx, m.name)
		}
		return nil, about(err, m.name, "its initialisation")
	}
	return in, nil
}

// put ends the use of an instance. It is kept, in the snapshot's state, or
// nil if it was closed.
func (m *Module) put(in *instance) {
	m.mu.Lock()
	m.live--
	keep := in != nil && !m.closed && len(m.idle) < maxIdle
	if keep {
		m.idle = append(m.idle, in)
	}
	last := m.closed && m.live == 0
	m.mu.Unlock()
	if in != nil && !keep {
		in.close()
	}
	if last {
		m.code.close()
	}
}

// make starts an instance. The first one is initialised and its state kept;
// the others begin with that.
func (m *Module) make(ctx context.Context) (*instance, error) {
	in, err := start(ctx, m.code, m.limits)
	if err != nil {
		return nil, err
	}
	snap, err := m.snapshot(ctx, in)
	if err == nil {
		err = snap.adopt(in)
	}
	if err != nil {
		in.close()
		return nil, err
	}
	return in, nil
}

// snapshot gives the module's snapshot; the first caller makes it, of its own
// instance.
func (m *Module) snapshot(ctx context.Context, in *instance) (*snapshot, error) {
	m.first.Lock()
	defer m.first.Unlock()
	if m.snap == nil {
		if err := m.initialise(ctx, in); err != nil {
			return nil, err
		}
		m.snap = take(in)
	}
	return m.snap, nil
}

// initialise runs what a module does once, as Extism's SDK would, and then
// its catalog: what a first call sets up (a grown heap, tables built on first
// use) is in the snapshot, and no call pays for it. Time and randomness are
// fixed, so that every instance, here and on any machine, is the same.
func (m *Module) initialise(ctx context.Context, in *instance) error {
	in.system.Reset(time.Unix(0, 0).UTC(), sha256.Sum256([]byte("wslite initialisation")))
	for _, name := range []string{"_initialize", "__wasm_call_ctors"} {
		if in.mod.ExportedFunction(name) != nil {
			if _, err := in.run(ctx, name, nil, m.limits.FuelBase); err != nil {
				return err
			}
			break
		}
	}
	if in.mod.ExportedFunction(abi.ExportCatalog) == nil {
		return nil
	}
	_, err := in.run(ctx, abi.ExportCatalog, nil, m.limits.FuelBase)
	return err
}

// close lets go of the module: now, or with the last invocation.
func (m *Module) close() {
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return
	}
	m.closed = true
	idle := m.idle
	m.idle = nil
	last := m.live == 0
	m.mu.Unlock()
	for _, in := range idle {
		in.close()
	}
	if last {
		m.code.close()
	}
}
