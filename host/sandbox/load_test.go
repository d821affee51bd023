package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
	"github.com/wslite/wslite/host/sandbox/wasm"
)

// process is a sandbox as one run of the program has it.
type process struct {
	*sandbox.Sandbox
	prepared atomic.Int32
	mu       sync.Mutex
	warned   []string
}

func newProcess(t testing.TB, dir string) *process {
	p := &process{}
	p.Sandbox = sandboxtest.New(t, func(c *sandbox.Config) {
		c.CacheDir = dir
		c.Preparing = func(string) { p.prepared.Add(1) }
		c.Warn = func(m string) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.warned = append(p.warned, m)
		}
	})
	return p
}

// runs loads a module and calls it.
func (p *process) runs(t testing.TB, src sandbox.Source) {
	t.Helper()
	m, err := p.Load(background, src)
	if err != nil {
		t.Fatal(err)
	}
	inv := sandboxtest.Begin(t, m)
	defer inv.End()
	if _, err := inv.Call(background, "transform", nil); err != nil {
		t.Fatal(err)
	}
}

func (p *process) want(t testing.TB, what string, prepared, warned int) {
	t.Helper()
	if int(p.prepared.Load()) != prepared || len(p.warned) != warned {
		t.Errorf("%s: prepared %d times, want %d; warned %q, want %d", what, p.prepared.Load(), prepared, p.warned, warned)
	}
}

// small is a module of a few bytes, whose transform does nothing; large one
// that Go made.
func small(t testing.TB) sandbox.Source {
	t.Helper()
	metered, _, err := wasm.Instrument(assemble(0x41, 0))
	if err != nil {
		t.Fatal(err)
	}
	return sandboxtest.Source("small", metered)
}

func large(t testing.TB) sandbox.Source {
	return sandboxtest.Source("prints", sandboxtest.Build(t, hostile("prints")))
}

func TestTheSecondProcessFindsNativeCode(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "not", "there", "yet")
	first, second := newProcess(t, dir), newProcess(t, dir)
	first.runs(t, small(t))
	first.runs(t, small(t))
	first.want(t, "first", 1, 0)
	second.runs(t, small(t))
	second.want(t, "second", 0, 0)
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("directory %v, %v", info.Mode(), err)
	}
}

// A module is loaded once Load has given it, and under its own digest alone.
func TestLoaded(t *testing.T) {
	t.Parallel()
	p, src := newProcess(t, t.TempDir()), small(t)
	if p.Loaded(src.Digest) != nil {
		t.Error("a module that nobody loaded")
	}
	bad := src
	bad.Digest = strings.Repeat("0", 64)
	if _, err := p.Load(background, bad); err == nil || p.Loaded(bad.Digest) != nil {
		t.Errorf("a module that is not its digest's is loaded: %v", err)
	}
	m, err := p.Load(background, src)
	if err != nil || p.Loaded(src.Digest) != m {
		t.Errorf("the module that was loaded is not given: %v", err)
	}
}

// Whatever byte of the cache is damaged: one warning, and the module runs.
func TestADamagedEntryIsAMiss(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	damaged := func(what string, src sandbox.Source, damage func(b []byte) []byte) {
		file := largest(t, dir)
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, damage(b), 0o600); err != nil {
			t.Fatal(err)
		}
		p := newProcess(t, dir)
		p.runs(t, src)
		p.want(t, what, 1, 1)
		healed := newProcess(t, dir)
		healed.runs(t, src)
		healed.want(t, what+", then", 0, 0)
	}
	newProcess(t, dir).runs(t, small(t))
	for what, damage := range map[string]func(b []byte) []byte{
		"empty":  func([]byte) []byte { return nil },
		"cut":    func(b []byte) []byte { return b[:len(b)/2] },
		"longer": func(b []byte) []byte { return append(b, 0) },
	} {
		damaged(what, small(t), damage)
	}
	b, err := os.ReadFile(largest(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(b); at += 1 + len(b)/40 {
		damaged(fmt.Sprint("byte ", at), small(t), func(b []byte) []byte { b[at] ^= 0x81; return b })
	}
	// Far inside, where only wazero's own checksum looks.
	newProcess(t, dir).runs(t, large(t))
	damaged("code", large(t), func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
}

// largest finds the largest file, the native code.
func largest(t testing.TB, dir string) (name string) {
	t.Helper()
	size := int64(0)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if info, err := d.Info(); err == nil && info.Size() > size {
			name, size = path, info.Size()
		}
		return nil
	})
	if err != nil || name == "" {
		t.Fatalf("no native code, %v", err)
	}
	return name
}

// A cache that others can write to, or that can't be written, costs time.
func TestAnUnusableCacheFailsNobody(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no modes")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := t.TempDir()
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(open, link); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below"), open, filepath.Join(open, "below"), link} {
		p := newProcess(t, dir)
		p.runs(t, small(t))
		p.runs(t, small(t))
		p.want(t, dir, 1, 1)
		if strings.Contains(dir, "file") {
			continue
		}
		if left, err := filepath.Glob(filepath.Join(dir, "modules", "*", "*", "*")); err != nil || len(left) > 0 {
			t.Errorf("%s: native code was left in a directory of everybody: %q", dir, left)
		}
	}
	p := newProcess(t, "")
	p.runs(t, small(t))
	p.want(t, "none", 1, 0)
}

// Goroutines that want the same module at once share one compilation, and
// processes that do share the directory.
func TestOneCompilationForAll(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	processes := []*process{newProcess(t, dir), newProcess(t, dir)}
	src := small(t)
	var all sync.WaitGroup
	for range 8 {
		for _, p := range processes {
			all.Go(func() {
				m, err := p.Load(background, src)
				if err != nil {
					t.Error(err)
					return
				}
				if again, err := p.Load(background, src); err != nil || again != m {
					t.Errorf("another module, %v", err)
				}
			})
		}
	}
	all.Wait()
	for i, p := range processes {
		p.want(t, "process", 1, 0)
		t.Logf("process %d prepared %d times", i, p.prepared.Load())
	}
	last := newProcess(t, dir)
	last.runs(t, small(t))
	last.want(t, "last", 0, 0)
}

func TestCompilingCanBeCancelled(t *testing.T) {
	t.Parallel()
	src := large(t)
	ctx, cancel := context.WithCancel(background)
	dir := t.TempDir()
	s := sandboxtest.New(t, func(c *sandbox.Config) {
		c.CacheDir = dir
		c.Preparing = func(string) { cancel() }
		c.Warn = func(m string) { t.Errorf("warned: %s", m) }
	})
	_, err := s.Load(ctx, src)
	if fault.CodeOf(err) != fault.Interrupted || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	p := newProcess(t, dir)
	p.runs(t, src)
	p.want(t, "after", 1, 0)
}

// One that waits for a load that is cancelled makes its own.
func TestACancelledLoadTakesNobodyWithIt(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(background)
	src, other := large(t), make(chan error, 1)
	var s *sandbox.Sandbox
	once := sync.OnceFunc(func() {
		go func() {
			_, err := s.Load(background, src)
			other <- err
		}()
		cancel()
	})
	s = sandboxtest.New(t, func(c *sandbox.Config) { c.CacheDir, c.Preparing = "", func(string) { once() } })
	if _, err := s.Load(ctx, src); fault.CodeOf(err) != fault.Interrupted {
		t.Errorf("the cancelled load: %v", err)
	}
	if err := <-other; err != nil {
		t.Errorf("the other load: %v", err)
	}
}

func TestClosedSandbox(t *testing.T) {
	t.Parallel()
	s := sandboxtest.New(t)
	m := sandboxtest.Load(t, s, "testdata/honest")
	inv := sandboxtest.Begin(t, m)
	if err := s.Close(background); err != nil {
		t.Fatal(err)
	}
	// What has begun may end.
	if _, err := inv.Call(background, "catalog", nil); err != nil {
		t.Error(err)
	}
	inv.End()
	inv.End()
	if _, err := m.Begin(background, sandboxtest.Clock()); err == nil {
		t.Error("a module of a closed sandbox gives invocations")
	}
	if _, err := s.Load(background, small(t)); err == nil {
		t.Error("a closed sandbox loads")
	}
	if err := s.Close(background); err != nil {
		t.Error(err)
	}
}

// Where native code is forbidden the interpreter gives the same results, for
// the same fuel.
func TestInterpreter(t *testing.T) {
	t.Parallel()
	native, slow := sandboxtest.New(t), sandboxtest.New(t, func(c *sandbox.Config) { c.CacheDir = t.TempDir() })
	slow.Interpret()
	in := []byte(`{"tool":"x","args":{"a":" b ","c":[1,2.5,"d"]}}`)
	type result struct {
		out  string
		fuel int64
	}
	var got []result
	for _, s := range []*sandbox.Sandbox{native, slow} {
		inv := sandboxtest.Begin(t, sandboxtest.Load(t, s, "testdata/honest"))
		out, err := inv.Call(background, "transform", in)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, result{string(out), inv.FuelUsed()})
	}
	if got[0] != got[1] {
		t.Errorf("native %+v, interpreted %+v", got[0], got[1])
	}
	if err := runAssembled(t, slow, []byte{0x03, 0x40, 0x0c, 0, 0x0b, 0x00}); fault.CodeOf(err) != fault.PluginOutOfFuel {
		t.Errorf("an interpreted loop: %v", err)
	}
}
