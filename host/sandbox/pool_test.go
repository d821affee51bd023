package sandbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/sandbox/internal/linear"
	"github.com/wslite/wslite/sdk/abi"
)

// tasks is an embedded module.
func tasks(t *testing.T, serving bool) *Module {
	t.Helper()
	b, err := os.ReadFile("../plugin/embedded/tasks.wasm")
	if err != nil {
		t.Fatal(err)
	}
	cache := "" // that of sandboxtest, which can't be imported here
	if dir, err := os.UserCacheDir(); err == nil {
		cache = filepath.Join(dir, "wslite-test", "cache")
	}
	s, err := New(Config{CacheDir: cache, Limits: limits.Default(), Serving: serving})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(context.Background()) })
	m, err := s.Load(context.Background(), Source{Name: "tasks", Digest: fmt.Sprintf("%x", sha256.Sum256(b)), Wasm: b})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func taken(t *testing.T, m *Module) *instance {
	t.Helper()
	in, err := m.get(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func (m *Module) counts() (waiting, users int, trimming bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.idle), m.users, m.trimming != nil
}

func TestPool(t *testing.T) {
	for _, serving := range []bool{false, true} {
		t.Run(fmt.Sprint("serving ", serving), func(t *testing.T) {
			t.Parallel()
			testPool(t, tasks(t, serving))
		})
	}
}

func testPool(t *testing.T, m *Module) {
	// Two instances, and one that ran before, give the same for the same fuel.
	call := func(in *instance) string {
		in.system.Reset(time.Unix(0, 0), [32]byte{})
		out, err := in.run(context.Background(), abi.ExportTransform, []byte(`{"tool":"tasks_list_tasklists","args":{},"clock":{"now":"2026-03-01T12:00:00Z"}}`), 1<<40)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(string(out), in.meter.used())
	}
	a, b := taken(t, m), taken(t, m)
	if a == b {
		t.Fatal("one instance was given to two")
	}
	want := call(a)
	if got := call(b); got != want {
		t.Errorf("two instances: %s, %s", want, got)
	}
	m.snap.restore(a)
	if got := call(a); got != want {
		t.Errorf("an instance that was set back: %s, then %s", want, got)
	}

	// One that is being set back is waited for rather than another one made; it is
	// in the snapshot's state then.
	m.discard(b)
	m.reset(a)
	again := taken(t, m)
	if again != a {
		t.Error("an instance was made, with one about to be ready")
	}
	if got := call(again); got != want {
		t.Errorf("an instance that was waited for: %s, want %s", got, want)
	}
	if err := again.kernel.Reset(nil); err != nil {
		t.Fatal(err)
	}

	// What waits too long is closed, and nothing else.
	m.snap.restore(again)
	m.keep(again)
	if waiting, users, trimming := m.counts(); waiting != 1 || users != 0 || !trimming {
		t.Errorf("%d wait, %d users, trimming %v", waiting, users, trimming)
	}
	m.trim(time.Now())
	if waiting, _, trimming := m.counts(); waiting != 1 || !trimming {
		t.Errorf("after a moment %d wait, trimming %v", waiting, trimming)
	}
	m.trim(time.Now().Add(idleTime))
	if waiting, _, trimming := m.counts(); waiting != 0 || trimming {
		t.Errorf("after its time %d wait, trimming %v", waiting, trimming)
	}
	next := taken(t, m)
	if got := call(next); got != want {
		t.Errorf("one made after that: %s, want %s", got, want)
	}
	m.discard(next)
}

// However a call scribbled over its memory, and whether the instance shares it or
// not, the next one finds the snapshot's.
func TestRestoreFindsWhatWasWritten(t *testing.T) {
	for _, serving := range []bool{false, true} {
		t.Run(fmt.Sprint("serving ", serving), func(t *testing.T) {
			t.Parallel()
			testRestore(t, tasks(t, serving))
		})
	}
}

func testRestore(t *testing.T, m *Module) {
	random := rand.New(rand.NewPCG(3, 4))
	a, b := taken(t, m), taken(t, m)
	initial := bytes.Join(m.snap.pages, nil)
	scribble := func(in *instance) {
		memory, _ := in.mem.Read(0, m.snap.size)
		for range 1 + random.IntN(60) {
			memory[random.IntN(len(memory))] ^= byte(1 + random.IntN(255))
		}
		in.state[random.IntN(len(in.state))].Set(uint64(random.Uint32()))
	}
	clean := func(in *instance) {
		t.Helper()
		memory, _ := in.mem.Read(0, m.snap.size)
		if !bytes.Equal(memory, initial) {
			t.Fatalf("memory holds what a call left; shared %v", in.shared != nil)
		}
		for i, g := range in.state {
			if g.Get() != m.snap.globals[i] {
				t.Fatalf("global %d holds what a call left", i)
			}
		}
	}
	for range 20 {
		for _, in := range []*instance{a, b} {
			scribble(in)
			m.snap.restore(in)
			clean(a)
			clean(b)
		}
	}
	if works := m.snap.image != nil; works != (a.shared != nil) || works != (b.shared != nil) || works && !m.serving {
		t.Errorf("serving %v, image %v, shared %v and %v", m.serving, works, a.shared != nil, b.shared != nil)
	}
	// Where the system does not tell, all pages are compared.
	a.shared = nil
	scribble(a)
	m.snap.restore(a)
	clean(a)
	m.discard(a)
	m.discard(b)
}

// A server's instances begin each call from the same state, too; see
// TestEveryCallStartsFromTheSameState.
func TestServingMakesAnImage(t *testing.T) {
	t.Parallel()
	if _, err := linear.NewImage(make([]byte, linear.Page)); err != nil {
		t.Skipf("this system has no images: %v", err)
	}
	m := tasks(t, true)
	in := taken(t, m)
	defer m.discard(in)
	if m.snap.image == nil || in.shared == nil {
		t.Error("a server's instance does not share its memory")
	}
}
