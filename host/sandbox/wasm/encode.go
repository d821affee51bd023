package wasm

import (
	"slices"
	"strconv"
)

// module writes the instrumented module.
func (w *rewriter) module() []byte {
	types := &typeList{m: w.m}
	yield := types.index(FuncType{Results: []ValType{I64}})
	addedTypes := make([]uint32, len(w.added))
	for i, f := range w.added {
		addedTypes[i] = types.index(f.typ)
	}
	out := slices.Grow(slices.Clone(header), w.m.size+len(w.bodies)/16)
	out = appendSection(out, secType, types.section())
	out = appendSection(out, secImport, w.imports(yield))
	out = appendSection(out, secFunction, w.functions(addedTypes))
	if len(w.m.tables) > 0 {
		out = appendSection(out, secTable, w.tables())
	}
	out = appendSection(out, secMemory, append([]byte{1}, appendLimits(nil, w.info.MemoryMin, w.info.MemoryMax)...))
	out = appendSection(out, secGlobal, w.globals())
	out = appendSection(out, secExport, w.exports())
	if len(w.m.elems) > 0 {
		out = appendSection(out, secElement, w.elements())
	}
	if w.m.dataCount >= 0 {
		out = appendSection(out, secDataCount, appendU32(nil, uint32(w.m.dataCount)))
	}
	out = appendCode(out, w)
	if w.m.rawData != nil {
		out = appendSection(out, secData, w.m.rawData)
	}
	return out
}

func appendSection(out []byte, id byte, payload []byte) []byte {
	return append(appendU32(append(out, id), uint32(len(payload))), payload...)
}

// appendCode writes the code section without a second copy of the bodies.
func appendCode(out []byte, w *rewriter) []byte {
	count := appendU32(nil, uint32(len(w.m.bodies)+len(w.added)))
	var tail []byte
	for _, f := range w.added {
		tail = append(appendU32(tail, uint32(len(f.body))), f.body...)
	}
	out = appendU32(append(out, secCode), uint32(len(count)+len(w.bodies)+len(tail)))
	out = append(append(out, count...), w.bodies...)
	return append(out, tail...)
}

// typeList is the module's types and what was appended to them.
type typeList struct {
	m     *module
	extra []FuncType
}

func (t *typeList) index(f FuncType) uint32 {
	for i, x := range t.extra {
		if x.Equal(f) {
			return uint32(len(t.m.types) + i)
		}
	}
	t.extra = append(t.extra, f)
	return uint32(len(t.m.types) + len(t.extra) - 1)
}

func (t *typeList) section() []byte {
	out := append(appendU32(nil, uint32(len(t.m.types)+len(t.extra))), t.m.rawTypes...)
	for _, f := range t.extra {
		out = append(out, 0x60)
		for _, list := range [][]ValType{f.Params, f.Results} {
			out = appendU32(out, uint32(len(list)))
			for _, v := range list {
				out = append(out, byte(v))
			}
		}
	}
	return out
}

func (w *rewriter) imports(yield uint32) []byte {
	out := appendU32(nil, uint32(len(w.m.imports)+1))
	for _, i := range w.m.imports {
		out = append(appendName(appendName(out, i.module), i.name), byte(Func))
		out = appendU32(out, i.typ)
	}
	out = append(appendName(appendName(out, YieldModule), YieldName), byte(Func))
	return appendU32(out, yield)
}

func (w *rewriter) functions(addedTypes []uint32) []byte {
	out := appendU32(nil, uint32(len(w.m.funcs)+len(addedTypes)))
	for _, list := range [][]uint32{w.m.funcs, addedTypes} {
		for _, t := range list {
			out = appendU32(out, t)
		}
	}
	return out
}

func appendLimits(out []byte, lo, hi uint32) []byte {
	return appendU32(appendU32(append(out, 1), lo), hi)
}

func (w *rewriter) tables() []byte {
	out := appendU32(nil, uint32(len(w.m.tables)))
	for _, t := range w.m.tables {
		out = appendLimits(append(out, byte(t.elem)), t.min, t.min)
	}
	return out
}

// globals writes the module's globals and the fuel. That starts at 0, so that
// code which runs before the host has set it asks for some at once.
func (w *rewriter) globals() []byte {
	out := appendU32(nil, uint32(len(w.m.globals)+1))
	for _, g := range w.m.globals {
		out = append(out, byte(g.typ), 0)
		if g.mutable {
			out[len(out)-1] = 1
		}
		out = w.constant(out, g.init)
	}
	return append(out, byte(I64), 1, opI64Const, 0, opEnd)
}

func (w *rewriter) constant(out []byte, c constant) []byte {
	if c.isFunc {
		out = appendU32(append(out, opRefFunc), w.function(c.fn))
	} else {
		out = append(out, c.raw...)
	}
	return append(out, opEnd)
}

func (w *rewriter) exports() []byte {
	all := slices.Clone(w.m.exports)
	for i, e := range all {
		if e.kind == Func {
			all[i].index = w.function(e.index)
		}
	}
	for _, g := range w.info.Mutable {
		all = append(all, export{GlobalExportPrefix + strconv.Itoa(int(g)), Global, g})
	}
	all = append(all, export{FuelExport, Global, w.meter.fuel}, export{HookExport, Func, w.hook})
	out := appendU32(nil, uint32(len(all)))
	for _, e := range all {
		out = appendU32(append(appendName(out, e.name), byte(e.kind)), e.index)
	}
	return out
}

func (w *rewriter) elements() []byte {
	out := appendU32(nil, uint32(len(w.m.elems)))
	for _, e := range w.m.elems {
		out = appendU32(out, e.flags)
		passive, explicit := e.flags&1 != 0, e.flags&2 != 0
		if !passive {
			if explicit {
				out = appendU32(out, e.table)
			}
			out = w.constant(out, e.offset)
		}
		if passive || explicit {
			out = append(out, e.elem)
		}
		out = appendU32(out, uint32(len(e.funcs)+len(e.exprs)))
		for _, f := range e.funcs {
			out = appendU32(out, w.function(f))
		}
		for _, c := range e.exprs {
			out = w.constant(out, c)
		}
	}
	return out
}
