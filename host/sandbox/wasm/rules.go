package wasm

import (
	"strconv"
	"strings"
)

// Names that Instrument adds to a module and no module may bring.
const (
	// YieldModule and YieldName name the one function that an instrumented
	// module imports beyond its own imports, of type () -> i64.
	YieldModule = "wslite:host"
	YieldName   = "yield"
	// FuelExport is the mutable i64 global that holds the fuel left.
	FuelExport = "__wslite_fuel"
	// GlobalExportPrefix, with the global's index in decimal behind it, names
	// each other mutable global, so that the host can set it back.
	GlobalExportPrefix = "__wslite_g"
	// HookExport is a function of type () -> () that does nothing.
	HookExport = "__wslite_hook"

	reservedPrefix = "__wslite_"
)

// check applies the rules to a module that could be read, and describes it.
func (m *module) check(l Limits) (*Info, error) {
	info := &Info{Functions: len(m.funcs), Globals: len(m.globals), Size: m.size}
	if m.start {
		return nil, refuse("it has a start section, code that runs before the host can meter it")
	}
	for _, i := range m.imports {
		if err := m.checkImport(i); err != nil {
			return nil, err
		}
		info.Imports = append(info.Imports, Import{i.module, i.name, m.types[i.typ]})
	}
	if m.memory == nil {
		return nil, refuse("it defines no memory, exactly one is demanded")
	}
	if m.memory.min > l.MemoryPages {
		return nil, refuse("its memory starts with %d pages of 64 KiB, the limit is %d", m.memory.min, l.MemoryPages)
	}
	info.MemoryMin, info.MemoryMax = m.memory.min, min(m.memory.max, l.MemoryPages)
	entries := uint64(0)
	for _, t := range m.tables {
		entries += uint64(t.min)
		info.Tables = append(info.Tables, Table{Min: t.min})
	}
	if entries > uint64(l.TableEntries) {
		return nil, refuse("its tables hold %d entries, the limit is %d", entries, l.TableEntries)
	}
	for i, g := range m.globals {
		if !g.mutable {
			continue
		}
		if !g.typ.numeric() {
			return nil, refuse("global %d is mutable and of type %s, which can't be set back between two calls", i, g.typ)
		}
		info.Mutable = append(info.Mutable, uint32(i))
	}
	for _, e := range m.exports {
		if strings.HasPrefix(e.name, reservedPrefix) {
			return nil, refuse("it exports %s, names that start with %s are the host's (is it instrumented already?)", quote(e.name), reservedPrefix)
		}
		x := Export{Name: e.name, Kind: e.kind}
		if e.kind == Func {
			x.Type = m.typeOf(e.index)
		}
		info.Exports = append(info.Exports, x)
	}
	return info, nil
}

func (m *module) checkImport(i imported) error {
	f, ok := allowed(i.module, i.name)
	switch {
	case !ok && (i.module == wasiModule || i.module == extismModule):
		return refuse("it imports %s from %s, which is not among the functions that a plugin may use", quote(i.name), quote(i.module))
	case !ok:
		return refuse("it imports %s from %s, only functions of %s and the memory functions of %s may be imported",
			quote(i.name), quote(i.module), wasiModule, extismModule)
	case !f.typ.Equal(m.types[i.typ]):
		return refuse("it imports %s from %s with type %s, the function's type is %s", i.name, i.module, brief(m.types[i.typ]), f.typ)
	}
	return nil
}

// brief keeps a signature that a module chose from filling a message.
func brief(t FuncType) string {
	if len(t.Params)+len(t.Results) > 16 {
		return "of " + strconv.Itoa(len(t.Params)) + " parameters and " + strconv.Itoa(len(t.Results)) + " results"
	}
	return t.String()
}

// quote makes a name from a module fit for a message: no control or invisible
// characters, not too long.
func quote(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "..."
	}
	return strconv.Quote(s)
}
