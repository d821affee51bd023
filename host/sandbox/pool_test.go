package sandbox

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/sdk/abi"
)

// tasks is an embedded module.
func tasks(t *testing.T) *Module {
	t.Helper()
	b, err := os.ReadFile("../plugin/embedded/tasks.wasm")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Config{Limits: limits.Default()})
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
	t.Parallel()
	m := tasks(t)

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
