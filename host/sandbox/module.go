package sandbox

import (
	"context"
	"crypto/sha256"
	"runtime"
	"sync"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/sdk/abi"
)

// maxLive bounds the instances of a module, each of GuestMemory at most. One is in
// use while a call computes and is set back behind it, and no longer: more than
// there are processors, and a few that are set back, would only take memory. What
// waits for a service, or for a person, holds none.
var maxLive = min(runtime.GOMAXPROCS(0)+2, 16)

// idleTime is how long an instance may wait for its next call. One takes some 3
// MB, and saves a few milliseconds.
const idleTime = time.Minute

// Module is a loaded module. Its methods may be called by many goroutines at
// once.
type Module struct {
	name    string
	limits  limits.Limits
	serving bool
	code    *compiled
	slots   chan struct{} // one for each instance in use; whoever waits is served in order

	first sync.Mutex // held while the snapshot is made
	snap  *snapshot  // set once, under first

	mu        sync.Mutex
	idle      []idle           // in the state of the snapshot, the longest idle first
	trimming  *time.Timer      // runs while there are idle ones
	resetting int              // instances that will be idle in a moment
	waiting   []chan *instance // for one of these; never more than there are
	proved    bool             // an instance was made
	users     int              // invocations that have begun, and instances in use
	closed    bool
}

// idle is an instance that waits.
type idle struct {
	*instance
	since time.Time
}

func newModule(s *Sandbox, src Source, c *compiled) *Module {
	return &Module{name: src.Name, limits: s.cfg.Limits, serving: s.cfg.Serving, code: c, slots: make(chan struct{}, maxLive)}
}

// Begin gives an invocation. The caller must End it. The first one initialises
// the module.
//
// The errors are CLIENT_ERROR for a clock that can't be read, INTERRUPTED if
// ctx was done first, and a PLUGIN_ code if the module's initialisation or
// its "catalog" failed.
func (m *Module) Begin(ctx context.Context, clock abi.Clock) (*Invocation, error) {
	now, err := time.Parse(time.RFC3339Nano, clock.Now)
	if err != nil {
		return nil, fault.Wrap(err, fault.Client, "the call's clock %q is no RFC 3339 time", clock.Now)
	}
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return nil, fault.New(fault.Client, "the sandbox is closed")
	}
	m.users++
	proved := m.proved
	m.mu.Unlock()
	if !proved {
		in, err := m.get(ctx)
		if err != nil {
			m.leave()
			return nil, err
		}
		m.keep(in)
	}
	return &Invocation{m: m, now: now, seed: sha256.Sum256([]byte("wslite nonce\x00" + clock.Nonce))}, nil
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
		m.snap = take(in, m.serving)
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

// leave counts an invocation that has ended, or an instance that is in use no
// more.
func (m *Module) leave() {
	m.mu.Lock()
	m.users--
	last := m.closed && m.users == 0
	m.mu.Unlock()
	if last {
		m.free()
	}
}

// free gives back what all instances share.
func (m *Module) free() {
	if m.snap != nil {
		m.snap.close()
	}
	m.code.close()
}

// close lets go of the module: now, or with the last invocation.
func (m *Module) close() {
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return
	}
	m.closed = true
	waited := m.idle
	m.idle = nil
	last := m.users == 0
	m.mu.Unlock()
	for _, one := range waited {
		one.close()
	}
	if last {
		m.free()
	}
}
