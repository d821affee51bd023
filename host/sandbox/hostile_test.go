package sandbox_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
	"github.com/wslite/wslite/host/sandbox/wasm"
)

var background = context.Background()

func hostile(rule string) string { return filepath.Join("testdata", "hostile", rule) }

const fuel = 20_000_000

// Each of these modules breaks the rule that its folder is named after.
func TestHostileModules(t *testing.T) {
	t.Parallel()
	tests := []struct {
		rule string
		code fault.Code
		says string
	}{
		{"imports_http", fault.PluginRefused, "http_request"},
		{"imports_foreign", fault.PluginRefused, `"env"`},
		{"fails_to_start", fault.PluginFault, "initialisation"},
		{"spins_at_start", fault.PluginOutOfFuel, "initialisation"},
		{"spins", fault.PluginOutOfFuel, "units of fuel"},
		{"branches", fault.PluginOutOfFuel, "units of fuel"},
		{"fills", fault.PluginOutOfFuel, "units of fuel"},
		{"recurses", fault.PluginOutOfFuel, "units of fuel"},
		{"allocates", fault.PluginFault, "transform"},
		{"blocks", fault.PluginOutOfFuel, "units of fuel"},
		{"answers_100mb", fault.PluginLimit, "67108864 bytes"},
		{"answers_over_limit", fault.PluginLimit, "4194305 bytes"},
		{"lies_about_length", fault.PluginFault, "no block"},
		{"floods_log", fault.PluginLimit, "logs more than 65536 bytes"},
		{"floods_output", fault.PluginLimit, "logs more than 65536 bytes"},
		{"exits", fault.PluginFault, "exit code 0"},
		{"traps", fault.PluginFault, "unreachable"},
		{"forges_kernel", fault.PluginFault, "no block"},
		{"not_utf8", fault.PluginFault, "UTF-8"},
	}
	var rules []string
	// Less fuel than by default, since the tests of it take all.
	s := sandboxtest.New(t, func(c *sandbox.Config) { c.Limits.FuelBase = fuel })
	for _, tt := range tests {
		rules = append(rules, tt.rule)
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			// Twice: what ended badly must not be used again, nor better.
			for try := range 2 {
				out, err := attempt(t, s, tt.rule)
				if fault.CodeOf(err) != tt.code || !strings.Contains(err.Error(), tt.says) {
					t.Fatalf("try %d: %q, %v; want %s with %q", try, out, err, tt.code, tt.says)
				}
				if strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "goroutine") {
					t.Errorf("the message holds a stack: %s", err)
				}
			}
			works(t, s)
		})
	}
	// A rule without a module, or a module without a test, does not exist.
	tested := append(rules, "counts", "reads_kernel", "prints", "reaches_out")
	dirs, err := os.ReadDir(hostile(""))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if !slices.Contains(tested, d.Name()) {
			t.Errorf("no test names %s", hostile(d.Name()))
		}
	}
}

// attempt takes a module as far as it gets.
func attempt(t *testing.T, s *sandbox.Sandbox, rule string) (string, error) {
	t.Helper()
	metered, _, err := wasm.Instrument(sandboxtest.BuildRaw(t, hostile(rule)))
	if err != nil {
		return "", err
	}
	m, err := s.Load(background, sandboxtest.Source(rule, metered))
	if err != nil {
		t.Fatal(err)
	}
	inv, err := m.Begin(background, sandboxtest.Clock())
	if err != nil {
		return "", err
	}
	defer inv.End()
	out, err := inv.Call(background, "transform", nil)
	if fault.CodeOf(err) == fault.PluginOutOfFuel && inv.FuelUsed() != fuel {
		t.Errorf("used %d units, was given %d", inv.FuelUsed(), fuel)
	}
	return string(out), err
}

// works makes a good call.
func works(t *testing.T, s *sandbox.Sandbox) {
	t.Helper()
	inv := sandboxtest.Begin(t, sandboxtest.Load(t, s, "testdata/honest"))
	out, err := inv.Call(background, "transform", []byte(`{"tool":"x","args":{"a":" b "}}`))
	if err != nil || string(out) != `{"action":"x","params":{"a":"b"}}` {
		t.Errorf("a good call: %s, %v", out, err)
	}
	inv.End()
}

// What is not metered, or not as it was recorded, is not run.
func TestOnlyInstrumentedBytesOfTheDigestAreRun(t *testing.T) {
	t.Parallel()
	s := sandboxtest.New(t)
	raw := sandboxtest.BuildRaw(t, "testdata/honest")
	good := sandboxtest.Source("honest", sandboxtest.Build(t, "testdata/honest"))
	changed := good
	changed.Wasm = slices.Clone(good.Wasm)
	changed.Wasm[len(changed.Wasm)-1] ^= 1
	for name, tt := range map[string]struct {
		src  sandbox.Source
		code fault.Code
	}{
		"not instrumented": {sandboxtest.Source("x", raw), fault.PluginRefused},
		"changed":          {changed, fault.PluginChanged},
		"empty":            {sandboxtest.Source("x", nil), fault.PluginRefused},
		"cut":              {sandboxtest.Source("x", good.Wasm[:len(good.Wasm)/2]), fault.PluginRefused},
		"no module":        {sandboxtest.Source("x", []byte("\x00asm\x01\x00\x00\x00\x02\xff\xff\xff\xff\x0f")), fault.PluginRefused},
	} {
		if _, err := s.Load(background, tt.src); fault.CodeOf(err) != tt.code {
			t.Errorf("%s: %v, want %s", name, err, tt.code)
		}
	}
	if _, err := s.Load(background, good); err != nil {
		t.Error(err)
	}
}

// Every call of WASI that names a file, directory or socket gives "bad file
// descriptor", and the standard library on top of them finds nothing.
func TestWASIReachesNothing(t *testing.T) {
	t.Parallel()
	s := sandboxtest.New(t)
	out, err := sandboxtest.Begin(t, sandboxtest.Load(t, s, hostile("reaches_out"))).Call(background, "transform", nil)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != 35+8 {
		t.Errorf("%d attempts", len(lines))
	}
	for _, line := range lines {
		if !strings.HasSuffix(line, " 8") && !strings.HasSuffix(line, " nothing") {
			t.Error(line)
		}
	}
	if _, err := os.Lstat("/tmp/wslite-was-here"); err == nil {
		t.Error("the guest made a file")
	}
}

// With Extism's own WASI this variable sends a guest's output to ours.
func TestNothingIsPrinted(t *testing.T) {
	t.Setenv("EXTISM_ENABLE_WASI_OUTPUT", "1")
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = file, file
	defer func() { os.Stdout, os.Stderr = stdout, stderr }()
	s := sandboxtest.New(t)
	inv := sandboxtest.Begin(t, sandboxtest.Load(t, s, hostile("prints")))
	_, err = inv.Call(background, "transform", nil)
	_, errForge := attempt(t, s, "forges_kernel")
	_, errAgain := attempt(t, s, "forges_kernel")
	os.Stdout, os.Stderr = stdout, stderr
	if err != nil || errForge == nil || errAgain == nil {
		t.Fatal(err, errForge, errAgain)
	}
	if printed, err := os.ReadFile(file.Name()); err != nil || len(printed) > 0 {
		t.Errorf("printed %q, %v", printed, err)
	}
	if got, want := inv.Log(), []guest.Line{{Level: guest.LevelInfo, Text: "polluted [31mout"}, {Level: guest.LevelInfo, Text: "polluted err"}}; !slices.Equal(got, want) {
		t.Errorf("log %q, want %q", got, want)
	}
}

// A guest that never ends must not hold up the rest of the process: the
// collector has to stop every goroutine, and gets to stop the guest's between
// two slices of fuel. Without that, this test does not end.
func TestASpinningGuestHoldsUpNobody(t *testing.T) {
	for _, rule := range []string{"spins", "branches", "fills"} {
		t.Run(rule, func(t *testing.T) {
			s := sandboxtest.New(t, func(c *sandbox.Config) { c.Limits.FuelBase = 1 << 60 })
			inv := sandboxtest.Begin(t, sandboxtest.Load(t, s, hostile(rule)))
			ctx, cancel := context.WithCancel(background)
			done := make(chan error)
			go func() {
				_, err := inv.Call(ctx, "transform", nil)
				done <- err
			}()
			worst := time.Duration(0)
			for range 10 {
				began := time.Now()
				runtime.GC()
				worst = max(worst, time.Since(began))
			}
			if worst > 3*time.Second { // some 20 ms on a quiet machine
				t.Errorf("a garbage collection took %v", worst)
			}
			select {
			case err := <-done:
				t.Fatalf("the guest ended by itself: %v", err)
			default:
			}
			began := time.Now()
			cancel()
			err := <-done
			if fault.CodeOf(err) != fault.Interrupted || fault.Of(err).Cause != context.Canceled {
				t.Errorf("cancelled call: %v", err)
			}
			t.Logf("worst collection %v, cancelled in %v", worst, time.Since(began))
			works(t, s)
		})
	}
}
