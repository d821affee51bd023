package sandbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero/api"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/sandbox/internal/wasi"
	"github.com/wslite/wslite/host/sandbox/wasm"
	"github.com/wslite/wslite/sdk/abi"
)

// fuelGlobal stands for the guest's counter.
type fuelGlobal struct {
	api.MutableGlobal
	v uint64
}

func (g *fuelGlobal) Get() uint64  { return g.v }
func (g *fuelGlobal) Set(v uint64) { g.v = v }

// What a call uses, and whether it is too much, must not depend on how the
// fuel is sliced.
func TestSlicesDoNotChangeTheSum(t *testing.T) {
	for _, budget := range []int64{1, slice - 1, slice, slice + 1, 5*slice + 7, 10 * slice} {
		g := &fuelGlobal{}
		m := meter{fuel: g}
		m.start(budget)
		left := budget
		for left > 0 { // a guest that charges 1000 at a time, to the last unit
			charge := min(1000, left)
			g.v = uint64(int64(g.v) - charge)
			left -= charge
			if int64(g.v) < 0 {
				n, ok := m.more()
				if !ok {
					t.Fatalf("budget %d: refused with %d left", budget, left)
				}
				g.v = uint64(int64(g.v) + n)
			}
		}
		if m.used() != budget || m.spent() {
			t.Errorf("budget %d: used %d, spent %v", budget, m.used(), m.spent())
		}
		g.v = uint64(int64(g.v) - 1)
		if !m.spent() {
			t.Errorf("budget %d: one unit more is not noticed", budget)
		}
		if n, ok := m.more(); ok {
			t.Errorf("budget %d: %d units more than it may have", budget, n)
		}
	}
}

func TestLinkChangesNothingButNames(t *testing.T) {
	name := func(s string) []byte { return append([]byte{byte(len(s))}, s...) }
	fn := func(module, n string) []byte { return append(append(name(module), name(n)...), 0, 0) }
	content := bytes.Join([][]byte{{4}, fn(pdkModule, "alloc"), fn(wasm.YieldModule, wasm.YieldName), fn(pdkModule, pdkModule), fn(wasiModule, "fd_write")}, nil)
	src := append([]byte("\x00asm\x01\x00\x00\x00\x01\x04\x01\x60\x00\x00\x02"), byte(len(content)))
	src = append(append(src, content...), "rest extism:host/env"...)
	before := bytes.Clone(src)
	l, err := link(src)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(src, before) {
		t.Error("the caller's bytes were changed")
	}
	want := []importName{{ourModule, "alloc"}, {wasm.YieldModule, wasm.YieldName}, {ourModule, pdkModule}, {wasiModule, "fd_write"}}
	for i, n := range want {
		if l.imports[i] != n {
			t.Errorf("import %d is %v, want %v", i, l.imports[i], n)
		}
	}
	back := l.wasm
	for range 2 { // the names of the two modules, not that of a function
		back = bytes.Replace(back, name(ourModule), name(pdkModule), 1)
	}
	if !bytes.Equal(back, before) || bytes.Count(l.wasm, []byte(pdkModule)) != 2 {
		t.Errorf("more than the names changed:\n%q\n%q", before, l.wasm)
	}
	for cut := range src[:len(src)-20] { // no shorter text is taken, or breaks the reader
		if _, err := link(src[:cut]); err == nil {
			t.Errorf("%d of %d bytes were taken", cut, len(src))
		}
	}
}

func FuzzLink(f *testing.F) {
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x02\x1c\x01\x0fextism:host/env\x05alloc\x00\x00"))
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x02\xff\xff\xff\xff\x0f"))
	f.Fuzz(func(t *testing.T, src []byte) {
		l, err := link(src)
		if err != nil {
			return
		}
		if len(l.wasm) != len(src) {
			t.Fatalf("%d bytes became %d", len(src), len(l.wasm))
		}
		for _, i := range l.imports {
			if i.module == pdkModule {
				t.Fatal("an import of Extism's is left")
			}
		}
	})
}

// Every function that the host offers is one that the inspection admits, with
// the same type: a module that imports them all is instrumented, and links.
func TestOffersWhatInspectionAdmits(t *testing.T) {
	type offer struct {
		importName
		hostFunc
	}
	var offers []offer
	for name, f := range memoryFuncs {
		offers = append(offers, offer{importName{pdkModule, name}, f})
	}
	for name, e := range wasi.Funcs() {
		offers = append(offers, offer{importName{wasiModule, name}, wasiFunc(e)})
	}
	section := func(id byte, n int, content []byte) []byte {
		content = append(binary.AppendUvarint(nil, uint64(n)), content...)
		return append(binary.AppendUvarint([]byte{id}, uint64(len(content))), content...)
	}
	name := func(s string) []byte { return append([]byte{byte(len(s))}, s...) }
	var types, imports []byte
	for i, o := range offers {
		types = append(append(types, 0x60), valTypes(o.params)...)
		types = append(types, valTypes(o.result)...)
		imports = append(append(append(imports, name(o.module)...), name(o.name)...), 0)
		imports = binary.AppendUvarint(imports, uint64(i))
	}
	types = append(types, 0x60, 0, 1, 0x7f)
	module := bytes.Join([][]byte{
		[]byte("\x00asm\x01\x00\x00\x00"),
		section(1, len(offers)+1, types),
		section(2, len(offers), imports),
		section(3, 1, binary.AppendUvarint(nil, uint64(len(offers)))),
		section(5, 1, []byte{0, 1}),
		section(7, 1, binary.AppendUvarint(append(name("transform"), 0), uint64(len(offers)))),
		section(10, 1, []byte{4, 0, 0x41, 0, 0x0b}),
	}, nil)
	metered, _, err := wasm.Instrument(module)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Config{Limits: limits.Default()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close(context.Background())
	m, err := s.Load(context.Background(), Source{Name: "all", Digest: fmt.Sprintf("%x", sha256.Sum256(metered)), Wasm: metered})
	if err != nil {
		t.Fatal(err)
	}
	inv, err := m.Begin(context.Background(), abi.Clock{Now: "2026-03-01T12:00:00Z"})
	if err != nil {
		t.Fatal(err)
	}
	defer inv.End()
	if _, err := inv.Call(context.Background(), "transform", nil); err != nil {
		t.Error(err)
	}
}

func valTypes(s string) []byte {
	return append([]byte{byte(len(s))}, strings.NewReplacer("i", "\x7f", "l", "\x7e").Replace(s)...)
}

// What is not in the tables is not to be had, whoever instrumented a module.
func TestOffersNothingElse(t *testing.T) {
	metered := importName{wasm.YieldModule, wasm.YieldName}
	for _, i := range []importName{{ourModule, "http_request"}, {ourModule, "var_set"}, {ourModule, "reset"}, {pdkModule, "alloc"}, {wasm.YieldModule, "x"}, {"env", "alloc"}} {
		if _, err := resolve([]importName{metered, i}); fault.CodeOf(err) != fault.PluginRefused {
			t.Errorf("%v: %v", i, err)
		}
	}
	if _, err := resolve(nil); fault.CodeOf(err) != fault.PluginRefused {
		t.Errorf("a module that is not metered: %v", err)
	}
}

func TestLogIsBoundedAndClean(t *testing.T) {
	l := logbook{most: 20}
	for _, err := range []error{l.print([]byte("a\x1b[3")), l.print([]byte("1mb\nc")), l.line(guest.LevelWarn, "d\ne")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := l.take(); fmt.Sprint(got) != "[{info a[31mb} {warn d e} {info c}]" {
		t.Errorf("%q", got)
	}
	if err := l.line(guest.LevelInfo, "12345678901234567890"); err == nil {
		t.Error("21 bytes fit in 20")
	}
	l.reset()
	n := 0
	for ; n < 100 && l.line(guest.LevelInfo, "") == nil; n++ {
	}
	if n != 20 {
		t.Errorf("%d empty lines fit in 20 bytes", n)
	}
}

func TestConfigIsChecked(t *testing.T) {
	if _, err := New(Config{}); err == nil {
		t.Error("a sandbox without limits")
	}
	l := limits.Default()
	l.FuelBase = 0
	if _, err := New(Config{Limits: l}); err == nil {
		t.Error("a sandbox without fuel")
	}
}
