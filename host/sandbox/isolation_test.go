package sandbox_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
	"github.com/wslite/wslite/sdk/abi"
)

// Nothing of a call reaches the next: not in globals, not on the heap, not in
// memory that was freed, whether in one invocation or in two.
func TestEveryCallStartsFromTheSameState(t *testing.T) {
	t.Parallel()
	m := sandboxtest.Load(t, sandboxtest.New(t), hostile("counts"))
	for range 3 {
		inv := sandboxtest.Begin(t, m)
		for range 3 {
			out, err := inv.Call(background, "transform", []byte("key"))
			if err != nil || string(out) != "calls 1 kept 1" {
				t.Fatalf("%q, %v", out, err)
			}
		}
		inv.End()
	}
}

// The blocks that a guest gets are empty, and those of a call before are not
// to be read.
func TestKernelMemoryIsEmptyForEachCall(t *testing.T) {
	t.Parallel()
	m := sandboxtest.Load(t, sandboxtest.New(t), hostile("reads_kernel"))
	inv := sandboxtest.Begin(t, m)
	secret := strings.Repeat("secret ", 1000)
	if out, err := inv.Call(background, "transform", []byte(secret)); err != nil || string(out) != secret {
		t.Fatal(err)
	}
	out, err := inv.Call(background, "transform", nil)
	if err == nil || !strings.Contains(err.Error(), "no block") {
		t.Errorf("memory beyond its blocks was read: %q, %v", out, err)
	}
}

// Same input, same output, same fuel: in one instance, in another, in another
// sandbox, with and without native code.
func TestResultsAndFuelAreDeterministic(t *testing.T) {
	t.Parallel()
	type result struct {
		out  string
		fuel int64
	}
	run := func(m *sandbox.Module, clock abi.Clock, in string) result {
		inv, err := m.Begin(background, clock)
		if err != nil {
			t.Fatal(err)
		}
		defer inv.End()
		out, err := inv.Call(background, "transform", []byte(in))
		if err != nil {
			t.Fatal(err)
		}
		return result{string(out), inv.FuelUsed()}
	}
	args := `{"tool":"x","args":{"b":" c ","d":[1,2,3],"e":{"f":12345678901234567890}}}`
	var want result
	for i := range 3 {
		m := sandboxtest.Load(t, sandboxtest.New(t, func(c *sandbox.Config) {
			if i == 2 {
				c.CacheDir = ""
			}
		}), "testdata/honest")
		held := sandboxtest.Begin(t, m) // so that the next is another instance
		for range 2 {
			got := run(m, sandboxtest.Clock(), args)
			if want.out == "" {
				want = got
			}
			if got != want {
				t.Errorf("%+v, then %+v", want, got)
			}
		}
		held.End()
	}
	if want.fuel < 1000 {
		t.Errorf("only %d units of fuel", want.fuel)
	}
}

// What a guest sees of time and chance is the call's clock and nonce.
func TestTimeAndRandomnessComeFromTheClock(t *testing.T) {
	t.Parallel()
	m := sandboxtest.Load(t, sandboxtest.New(t), "testdata/clocked")
	call := func(now, nonce string) string {
		inv, err := m.Begin(background, abi.Clock{Now: now, Nonce: nonce})
		if err != nil {
			t.Fatal(err)
		}
		defer inv.End()
		out, err := inv.Call(background, "transform", nil)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	const now = "2026-03-01T12:00:00.000000005Z"
	a := call(now, "aa")
	if !strings.HasPrefix(a, now+" slept 1h0m0") {
		t.Errorf("time: %s", a)
	}
	if b := call(now, "aa"); b != a {
		t.Errorf("same clock: %s, then %s", a, b)
	}
	if b := call(now, "bb"); b == a {
		t.Errorf("another nonce gives the same randomness: %s", b)
	}
	if b := call("2027-01-01T00:00:00Z", "aa"); !strings.HasPrefix(b, "2027-01-01T00:00:00Z ") {
		t.Errorf("another time: %s", b)
	}
	if _, err := m.Begin(background, abi.Clock{Now: "yesterday"}); err == nil {
		t.Error("a clock that is no time was taken")
	}
}

// A plugin that was built with Extism's kit runs as it is.
func TestExtismPlugin(t *testing.T) {
	t.Parallel()
	m := sandboxtest.Load(t, sandboxtest.New(t), "testdata/extism_pdk")
	inv := sandboxtest.Begin(t, m)
	for _, size := range []int{0, 1, 7, 8, 9, 1000, 65536, 1 << 20} {
		in := strings.Repeat("x", size)
		out, err := inv.Call(background, "transform", []byte(in))
		if err != nil || string(out) != "kept "+in {
			t.Errorf("%d bytes: %d bytes, %v", size, len(out), err)
		}
	}
	if got := fmt.Sprint(inv.Log()[:3]); got != "[{info got } {info got x} {info got xxxxxxx}]" {
		t.Errorf("log %s", got)
	}
	out, err := inv.Call(background, "json", []byte(`{"A":2,"B":40}`))
	if err != nil || string(out) != `{"sum":42}` {
		t.Errorf("%s, %v", out, err)
	}
	_, err = inv.Call(background, "transform", []byte("fail"))
	if err == nil || !strings.Contains(err.Error(), "on request") {
		t.Errorf("its error: %v", err)
	}
}
