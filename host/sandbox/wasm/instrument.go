package wasm

import "strings"

// Inspect reads a module and applies the rules of DefaultLimits. It runs
// nothing. The error is a PLUGIN_REFUSED that names the rule.
func Inspect(src []byte) (*Info, error) { return DefaultLimits().Inspect(src) }

// Instrument inspects a module and rewrites it, with DefaultLimits.
//
// The result computes the same, and besides
//   - pays fuel: at each function entry and loop header, and for host calls
//     and bulk memory instructions by their size. The fuel is the mutable i64
//     global FuelExport. When it falls below 0 the function YieldModule
//     YieldName is called, and what it returns is added; the host stops the
//     guest there by a panic;
//   - exports each mutable global as GlobalExportPrefix and its index;
//   - has tables of fixed size, a capped memory and no custom section.
//
// The info is that of src. Instrumenting is deterministic: same input, same
// bytes.
func Instrument(src []byte) (out []byte, info *Info, err error) {
	return DefaultLimits().Instrument(src)
}

// Inspect is the function of that name with limits of the caller's.
func (l Limits) Inspect(src []byte) (*Info, error) {
	m, info, err := l.read(src)
	if err != nil {
		return nil, err
	}
	var edits []edit
	for _, b := range m.bodies {
		s, err := m.scan(b, edits)
		if err != nil {
			return nil, err
		}
		edits = s.edits
	}
	return info, nil
}

// Instrument is the function of that name with limits of the caller's.
func (l Limits) Instrument(src []byte) (out []byte, info *Info, err error) {
	m, info, err := l.read(src)
	if err != nil {
		return nil, nil, err
	}
	w := newRewriter(m, info)
	if err := w.code(); err != nil {
		return nil, nil, err
	}
	return w.module(), info, nil
}

func (l Limits) read(src []byte) (*module, *Info, error) {
	if len(src) > l.Size {
		return nil, nil, refuse("it has %d bytes, the limit is %d", len(src), l.Size)
	}
	m, err := decode(src)
	if err != nil {
		return nil, nil, err
	}
	info, err := m.check(l)
	return m, info, err
}

// StateGlobals lists the exports of an instrumented module that hold its
// state beyond memory: the GlobalExportPrefix globals. A host that keeps an
// instance records them after initialisation and sets them back after each
// call; there is no other state.
func StateGlobals(instrumented []byte) ([]string, error) {
	m, err := decode(instrumented)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range m.exports {
		if e.kind == Global && strings.HasPrefix(e.name, GlobalExportPrefix) {
			names = append(names, e.name)
		}
	}
	return names, nil
}
