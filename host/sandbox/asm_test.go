package sandbox_test

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
	"github.com/wslite/wslite/host/sandbox/wasm"
)

// assemble makes a module with one memory, a table of one entry, a mutable
// i32 global and an export "transform" of type () -> i32 with this body. It is
// for what a Go program can't do.
func assemble(body ...byte) []byte {
	section := func(id byte, content ...byte) []byte { return append([]byte{id, byte(len(content))}, content...) }
	name := func(s string) []byte { return append([]byte{byte(len(s))}, s...) }
	code := append(append([]byte{0}, body...), 0x0b)
	return join([]byte("\x00asm\x01\x00\x00\x00"),
		section(1, 1, 0x60, 0, 1, 0x7f),
		section(3, 1, 0),
		section(4, 1, 0x70, 0, 1),
		section(5, 1, 0, 1),
		section(6, 1, 0x7f, 1, 0x41, 0, 0x0b),
		section(7, join([]byte{1}, name("transform"), []byte{0, 0})...),
		section(10, join([]byte{1, byte(len(code))}, code)...),
	)
}

func join(parts ...[]byte) (out []byte) {
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

func TestHostileInstructions(t *testing.T) {
	t.Parallel()
	s := sandboxtest.New(t)
	for name, tt := range map[string]struct {
		body []byte
		code fault.Code
		says string
	}{
		"recurses until the machine's stack ends": {[]byte{0x10, 0}, fault.PluginFault, "stack overflow"},
		"grows its table":                         {[]byte{0xd0, 0x70, 0x41, 10, 0xfc, 15, 0}, fault.PluginRefused, "table.grow"},
		"changes its table":                       {[]byte{0x41, 0, 0xd2, 0, 0x26, 0, 0x41, 0}, fault.PluginRefused, "table.set"},
		"grows its memory beyond the limit":       {[]byte{0x41, 0xff, 0xff, 0x03, 0x40, 0}, fault.PluginFault, "code 4294967295"},
	} {
		t.Run(name, func(t *testing.T) {
			for range 2 {
				err := runAssembled(t, s, tt.body)
				if fault.CodeOf(err) != tt.code || !strings.Contains(err.Error(), tt.says) {
					t.Errorf("%v, want %s with %q", err, tt.code, tt.says)
				}
			}
		})
	}
}

func runAssembled(t *testing.T, s *sandbox.Sandbox, body []byte) error {
	t.Helper()
	metered, _, err := wasm.Instrument(assemble(body...))
	if err != nil {
		return err
	}
	m, err := s.Load(background, sandboxtest.Source("assembled", metered))
	if err != nil {
		t.Fatal(err)
	}
	inv := sandboxtest.Begin(t, m)
	defer inv.End()
	_, err = inv.Call(background, "transform", nil)
	return err
}

// What a call leaves in a global or in memory is gone; and since memory can't
// shrink, an instance that grew is given up.
func TestStateIsSetBack(t *testing.T) {
	t.Parallel()
	s := sandboxtest.New(t)
	for name, body := range map[string][]byte{
		// Each returns 0, success, only in the state after initialisation.
		"global": {0x23, 0, 0x23, 0, 0x41, 1, 0x6a, 0x24, 0},                                                          // global 0, which it counts up
		"memory": {0x41, 0, 0x28, 2, 8, 0x41, 0, 0x41, 5, 0x36, 2, 8},                                                 // memory[8], which it sets to 5
		"size":   {0x3f, 0, 0x41, 1, 0x6b, 0x41, 1, 0x40, 0, 0x1a},                                                    // pages - 1, then it adds a page
		"grown":  {0x41, 1, 0x40, 0, 0x1a, 0x41, 0x80, 0x80, 4, 0x28, 2, 0, 0x41, 0x80, 0x80, 4, 0x41, 5, 0x36, 2, 0}, // the first bytes of a new page
	} {
		t.Run(name, func(t *testing.T) {
			metered, _, err := wasm.Instrument(assemble(body...))
			if err != nil {
				t.Fatal(err)
			}
			m, err := s.Load(background, sandboxtest.Source(name, metered))
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				inv := sandboxtest.Begin(t, m)
				for range 3 {
					if _, err := inv.Call(background, "transform", nil); err != nil {
						t.Error(err)
					}
				}
				inv.End()
			}
		})
	}
}
