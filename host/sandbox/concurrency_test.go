package sandbox_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
)

// Many goroutines use one module: good calls, calls that trap, calls that are
// cancelled. Each gets its own answer. Run it with -race.
func TestHammer(t *testing.T) {
	t.Parallel()
	s := sandboxtest.New(t, func(c *sandbox.Config) { c.Limits.FuelBase = 1 << 40 })
	honest := sandboxtest.Load(t, s, "testdata/honest")
	traps := sandboxtest.Load(t, s, hostile("traps"))
	spins := sandboxtest.Load(t, s, hostile("spins"))
	use := func(m *sandbox.Module, ctx context.Context, in string) (string, error) {
		inv, err := m.Begin(background, sandboxtest.Clock())
		if err != nil {
			return "", err
		}
		defer inv.End()
		out, err := inv.Call(ctx, "transform", []byte(in))
		return string(out), err
	}
	var all sync.WaitGroup
	for g := range 24 { // more than may be live at once
		all.Go(func() {
			for i := range 10 {
				switch i % 4 {
				case 1:
					if _, err := use(traps, background, ""); fault.CodeOf(err) != fault.PluginFault {
						t.Errorf("trap: %v", err)
					}
				case 3:
					ctx, cancel := context.WithCancel(background)
					go cancel()
					if _, err := use(spins, ctx, ""); fault.CodeOf(err) != fault.Interrupted {
						t.Errorf("cancelled: %v", err)
					}
				default:
					in := fmt.Sprintf(`{"tool":"t%d","args":{"i":" %d "}}`, g, i)
					want := fmt.Sprintf(`{"action":"t%d","params":{"i":"%d"}}`, g, i)
					if out, err := use(honest, background, in); err != nil || out != want {
						t.Errorf("%s gave %s, %v", in, out, err)
					}
				}
			}
		})
	}
	all.Wait()
}

// A server's instances, which share their memory, begin each call from the same
// state: what a guest wrote no other sees, whoever runs at the same time.
func TestSharedMemoryIsNobodyElses(t *testing.T) {
	t.Parallel()
	m := sandboxtest.Load(t, sandboxtest.New(t, func(c *sandbox.Config) { c.Serving = true }), hostile("counts"))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				inv, err := m.Begin(background, sandboxtest.Clock())
				if err != nil {
					t.Error(err)
					return
				}
				out, err := inv.Call(background, "transform", []byte("key"))
				if err != nil || string(out) != "calls 1 kept 1" {
					t.Errorf("%q, %v", out, err)
				}
				inv.End()
			}
		})
	}
	all.Wait()
}

// Closing in the middle neither breaks what runs nor lets new work begin.
func TestCloseWhileInUse(t *testing.T) {
	t.Parallel()
	s := sandboxtest.New(t)
	m := sandboxtest.Load(t, s, "testdata/honest")
	var all sync.WaitGroup
	var began, refused atomic.Int32
	for g := range 8 {
		all.Go(func() {
			for range 20 {
				inv, err := m.Begin(background, sandboxtest.Clock())
				if err != nil {
					refused.Add(1)
					return
				}
				if began.Add(1); g == 0 && began.Load() > 10 {
					_ = s.Close(background)
				}
				if _, err := inv.Call(background, "catalog", nil); err != nil {
					t.Error(err)
				}
				inv.End()
			}
		})
	}
	all.Wait()
	if _, err := m.Begin(background, sandboxtest.Clock()); err == nil {
		t.Error("a closed module still gives invocations")
	}
	t.Logf("%d began, %d were refused", began.Load(), refused.Load())
}

// An instance that met two goroutines would crash the process.
func TestOneGoroutineAtATime(t *testing.T) {
	t.Parallel()
	s := sandboxtest.New(t, func(c *sandbox.Config) { c.Limits.FuelBase = 1 << 60 })
	inv := sandboxtest.Begin(t, sandboxtest.Load(t, s, hostile("spins")))
	ctx, cancel := context.WithCancel(background)
	inside := make(chan struct{})
	first := make(chan error)
	go func() {
		_, err := inv.Call(askedContext{ctx, sync.OnceFunc(func() { close(inside) })}, "transform", nil)
		first <- err
	}()
	<-inside
	if _, err := inv.Call(background, "catalog", nil); fault.CodeOf(err) != fault.Client {
		t.Errorf("a second call at the same time: %v", err)
	}
	cancel()
	if err := <-first; fault.CodeOf(err) != fault.Interrupted {
		t.Errorf("the first call: %v", err)
	}
	if _, err := inv.Call(background, "catalog", nil); err != nil {
		t.Errorf("a call after it: %v", err)
	}
	inv.End()
	if _, err := inv.Call(background, "catalog", nil); fault.CodeOf(err) != fault.Client {
		t.Errorf("a call after the end: %v", err)
	}
}

// askedContext tells when somebody asks it whether it is done.
type askedContext struct {
	context.Context
	asked func()
}

func (c askedContext) Err() error {
	c.asked()
	return c.Context.Err()
}

// Where as many guests compute as may, a call waits its turn: it ends when its
// caller gives up, and it runs when another one was stopped. An invocation between
// its calls takes nobody's place.
func TestCallsAreBounded(t *testing.T) {
	t.Parallel()
	s := sandboxtest.New(t, func(c *sandbox.Config) { c.Limits.FuelBase = 1 << 60 })
	m := sandboxtest.Load(t, s, hostile("spins"))
	for range 2 * sandbox.MaxLive { // they wait for a service
		sandboxtest.Begin(t, m)
	}
	stops := make([]context.CancelFunc, sandbox.MaxLive)
	ended := make(chan error, sandbox.MaxLive)
	for i := range stops {
		inv := sandboxtest.Begin(t, m)
		var ctx context.Context
		ctx, stops[i] = context.WithCancel(background)
		defer stops[i]()
		inside := make(chan struct{})
		// The context is asked when the call begins, and again by the guest that runs.
		var asked atomic.Int32
		go func() {
			_, err := inv.Call(askedContext{ctx, func() {
				if asked.Add(1) == 2 {
					close(inside)
				}
			}}, "transform", nil)
			ended <- err
		}()
		<-inside
	}
	hasty, impatient := context.WithCancel(background)
	gone := make(chan error)
	go func() {
		_, err := sandboxtest.Begin(t, m).Call(hasty, "catalog", nil)
		gone <- err
	}()
	impatient()
	if err := <-gone; fault.CodeOf(err) != fault.Interrupted {
		t.Errorf("a caller that gave up: %v", err)
	}
	next := make(chan error, 1)
	go func() {
		_, err := sandboxtest.Begin(t, m).Call(background, "catalog", nil)
		next <- err
	}()
	select {
	case err := <-next:
		t.Fatalf("one more than may ran at once: %v", err)
	case <-time.After(50 * time.Millisecond): // a bound that holds passes whatever the machine
	}
	stops[0]()
	if err := <-ended; fault.CodeOf(err) != fault.Interrupted {
		t.Errorf("a guest that was stopped: %v", err)
	}
	if err := <-next; err != nil {
		t.Errorf("the one that waited: %v", err)
	}
	for _, stop := range stops[1:] {
		stop()
		<-ended
	}
}

// Guests that use up their fuel or trap give their places back.
func TestFailuresKeepNoPlace(t *testing.T) {
	t.Parallel()
	s := sandboxtest.New(t, func(c *sandbox.Config) { c.Limits.FuelBase = 10_000_000 })
	for name, code := range map[string]fault.Code{"spins": fault.PluginOutOfFuel, "traps": fault.PluginFault} {
		m := sandboxtest.Load(t, s, hostile(name))
		var all sync.WaitGroup
		for range 3 * sandbox.MaxLive {
			all.Go(func() {
				if _, err := sandboxtest.Begin(t, m).Call(background, "transform", nil); fault.CodeOf(err) != code {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		all.Wait()
		if _, err := sandboxtest.Begin(t, m).Call(background, "catalog", nil); err != nil {
			t.Errorf("after %s: %v", name, err)
		}
	}
}
