package wasm

import (
	"bytes"
	"slices"
	"testing"
)

// references is a module that names functions in every place that holds an
// index: function 0 is imported, 1 and 2 are its own.
var references = func() []byte {
	out := slices.Clone(header)
	for _, s := range []struct {
		id      byte
		payload []byte
	}{
		{secType, []byte{1, 0x60, 0, 1, byte(I32)}},
		{secImport, append(appendName(appendName([]byte{1}, wasiModule), "sched_yield"), 0, 0)},
		{secFunction, []byte{2, 0, 0}},
		{secTable, []byte{1, byte(FuncRef), 1, 4, 9}},
		{secMemory, []byte{1, 0, 1}},
		{secGlobal, []byte{2, byte(FuncRef), 0, opRefFunc, 0, opEnd, byte(FuncRef), 0, opRefFunc, 2, opEnd}},
		{secExport, []byte{2, 1, 'a', 0, 0, 1, 'b', 0, 2}},
		{secElement, []byte{2, 0, opI32Const, 0, opEnd, 2, 0, 2, 5, byte(FuncRef), 2, opRefFunc, 0, opEnd, opRefFunc, 1, opEnd}},
		{secCode, []byte{2, 8, 0, opRefFunc, 0, 0x1a, opCall, 0, 0x0f, opEnd, 6, 0, opRefFunc, 2, 0xd1, 0x0f, opEnd}},
		{secCustom, []byte{4, 'n', 'a', 'm', 'e'}},
	} {
		out = appendSection(out, s.id, s.payload)
	}
	return out
}()

func TestIndexesAreShiftedEverywhere(t *testing.T) {
	out, _, err := Instrument(references)
	if err != nil {
		t.Fatal(err)
	}
	m, err := decode(out)
	if err != nil {
		t.Fatal(err)
	}
	// 0 import, 1 yield, 2 and 3 the module's own, 4 the import's wrapper.
	const first, second, wrapper = 2, 3, 4
	want := func(what string, got ...uint32) func(...uint32) {
		return func(w ...uint32) {
			t.Helper()
			if !slices.Equal(got, w) {
				t.Errorf("%s: %v, want %v", what, got, w)
			}
		}
	}
	want("globals", m.globals[0].init.fn, m.globals[1].init.fn)(wrapper, second)
	want("exports", m.exports[0].index, m.exports[1].index)(wrapper, second)
	want("elements", m.elems[0].funcs...)(wrapper, second)
	want("element expressions", m.elems[1].exprs[0].fn, m.elems[1].exprs[1].fn)(wrapper, first)
	var named []uint32
	for _, b := range m.bodies[:2] {
		s, err := m.scan(b, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range s.edits {
			if e.kind == editRefFunc || e.kind == editCall {
				named = append(named, e.index)
			}
		}
	}
	const refill = wrapper + 2 // behind the hook; each body is charged once
	want("code", named...)(refill, wrapper, wrapper, refill, second)
	if table := appendSection(nil, secTable, []byte{1, byte(FuncRef), 1, 4, 4}); !bytes.Contains(out, table) {
		t.Error("the table's maximum is not its minimum")
	}
	if bytes.Contains(out, []byte("name")) {
		t.Error("a custom section was kept")
	}
}

func TestIntegers(t *testing.T) {
	for _, c := range []struct {
		bytes  []byte
		signed bool
		bits   uint
		want   int64
		ok     bool
	}{
		{[]byte{0x7f}, true, 32, -1, true},
		{[]byte{0xff, 0xff, 0xff, 0xff, 0x7f}, true, 32, -1, true}, // padded
		{[]byte{0xff, 0xff, 0xff, 0xff, 0x07}, true, 32, 1<<31 - 1, true},
		{[]byte{0x80, 0x80, 0x80, 0x80, 0x78}, true, 32, -1 << 31, true},
		{[]byte{0xff, 0xff, 0xff, 0xff, 0x0f}, true, 32, 0, false}, // beyond the sign
		{[]byte{0x80, 0x80, 0x80, 0x80, 0x70}, true, 32, 0, false},
		{[]byte{0x80, 0x80, 0x80, 0x80, 0x80, 0x00}, true, 32, 0, false}, // too long
		{[]byte{0xff, 0xff, 0xff, 0xff, 0x0f}, true, 33, 1<<32 - 1, true},
		{[]byte{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f}, true, 64, -1 << 63, true},
		{[]byte{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01}, true, 64, 0, false},
		{[]byte{0x80}, true, 32, 0, false},
		{[]byte{0xff, 0xff, 0xff, 0xff, 0x0f}, false, 32, 1<<32 - 1, true},
		{[]byte{0x80, 0x80, 0x80, 0x80, 0x00}, false, 32, 0, true}, // padded
		{[]byte{0xff, 0xff, 0xff, 0xff, 0x1f}, false, 32, 0, false},
		{[]byte{0x80, 0x80, 0x80, 0x80, 0x80, 0x00}, false, 32, 0, false},
	} {
		r := &reader{b: c.bytes}
		var got int64
		if c.signed {
			got = r.signed(c.bits)
		} else {
			got = int64(r.unsigned(c.bits))
		}
		if err := r.done("test"); (err == nil) != c.ok || c.ok && got != c.want {
			t.Errorf("%x as %d bits: %d, %v; want %d, ok %v", c.bytes, c.bits, got, err, c.want, c.ok)
		}
	}
	for _, v := range []int64{0, 63, 64, -64, -65, 1<<31 - 1, -1 << 31, 1<<63 - 1, -1 << 63} {
		r := &reader{b: appendS64(nil, v)}
		if got := r.signed(64); got != v || r.done("test") != nil {
			t.Errorf("%d is read back as %d", v, got)
		}
	}
}
