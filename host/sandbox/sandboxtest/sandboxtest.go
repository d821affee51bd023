// Package sandboxtest builds plugins for tests and shares what is costly
// between all tests and packages: the linked modules and their native code.
//
// It needs the Go toolchain and writes to a directory of its own in the
// user's cache. It is for tests only. Start reading at Build.
package sandboxtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/wasm"
	"github.com/wslite/wslite/sdk/abi"
)

// Clock is a clock for tests.
func Clock() abi.Clock {
	return abi.Clock{Now: "2026-03-01T12:00:00Z", TimeZone: "Europe/Berlin", Nonce: "000102030405060708090a0b0c0d0e0f"}
}

// Cache is the directory for native code, for sandbox.Config.CacheDir. Tests
// that run at the same time may share it.
func Cache(t testing.TB) string {
	t.Helper()
	return filepath.Join(base(t), "cache")
}

func base(t testing.TB) string {
	t.Helper()
	dir, err := os.UserCacheDir()
	if err != nil { // no home
		dir = filepath.Join(os.TempDir(), fmt.Sprintf("wslite-%d", os.Getuid()))
	}
	dir = filepath.Join(dir, "wslite-test")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Build compiles the plugin in dir (package main) and instruments it.
func Build(t testing.TB, dir string) []byte {
	t.Helper()
	out, _, err := wasm.Instrument(BuildRaw(t, dir))
	if err != nil {
		t.Fatalf("%s: %v", dir, err)
	}
	return out
}

// built keeps a module for the other tests of this process.
type built struct {
	once sync.Once
	wasm []byte
	err  error
}

var modules sync.Map // absolute directory -> *built

// BuildRaw compiles the plugin in dir and leaves it as the toolchain made it.
// A test that expects a refusal starts from it.
func BuildRaw(t testing.TB, dir string) []byte {
	t.Helper()
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	v, _ := modules.LoadOrStore(abs, &built{})
	b := v.(*built)
	b.once.Do(func() { b.wasm, b.err = build(base(t), abs) })
	if b.err != nil {
		t.Fatal(b.err)
	}
	return b.wasm
}

// build links a module. The toolchain does not link again what is up to date,
// as long as the output stays where it was; a lock keeps test processes that
// build the same module apart.
func build(base, dir string) ([]byte, error) {
	name := sha256.Sum256([]byte(runtime.Version() + "\x00" + dir))
	out := filepath.Join(base, "build", hex.EncodeToString(name[:8])+".wasm")
	if err := os.MkdirAll(filepath.Dir(out), 0o700); err != nil {
		return nil, err
	}
	unlock, err := lock(out + ".lock")
	if err != nil {
		return nil, err
	}
	defer unlock()
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", out, ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=", "CGO_ENABLED=0")
	if msg, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building %s: %w\n%s", dir, err, msg)
	}
	return os.ReadFile(out)
}

// Source names instrumented bytes for sandbox.Load.
func Source(name string, instrumented []byte) sandbox.Source {
	sum := sha256.Sum256(instrumented)
	return sandbox.Source{Name: name, Digest: hex.EncodeToString(sum[:]), Wasm: instrumented}
}

// New makes a sandbox with the shared cache and the default limits, which
// change may alter.
func New(t testing.TB, change ...func(*sandbox.Config)) *sandbox.Sandbox {
	t.Helper()
	cfg := sandbox.Config{CacheDir: Cache(t), Limits: limits.Default(), Warn: func(m string) { t.Logf("sandbox: %s", m) }}
	for _, f := range change {
		f(&cfg)
	}
	s, err := sandbox.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	return s
}

// Load builds the plugin in dir and loads it into a sandbox.
func Load(t testing.TB, s *sandbox.Sandbox, dir string) *sandbox.Module {
	t.Helper()
	m, err := s.Load(context.Background(), Source(filepath.Base(dir), Build(t, dir)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Begin starts an invocation with Clock, which ends with the test at the
// latest.
func Begin(t testing.TB, m *sandbox.Module) *sandbox.Invocation {
	t.Helper()
	inv, err := m.Begin(context.Background(), Clock())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(inv.End)
	return inv
}
