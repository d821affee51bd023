package sandbox

import (
	"bytes"
	"encoding/binary"

	"github.com/wslite/wslite/host/fault"
)

// The names of the module that holds a guest's memory functions. Extism's SDK
// offers its own under pdkModule, backed by a kernel in WebAssembly: the guest
// may write to the list of blocks in that kernel, which the kernel then walks
// outside of all fuel, for ever if a length was forged (testdata/hostile/
// forges_kernel does it to v1.7.1). So the guest is linked with ours instead,
// whose name is as long: only the name's bytes change. Plugins that were built
// for Extism run as they are.
const (
	pdkModule = "extism:host/env"
	ourModule = "wslite:host/env"
)

// linked is a module that imports from us alone.
type linked struct {
	wasm    []byte
	imports []importName
}

type importName struct{ module, name string }

const sectionImport = 2

// link reads the imports of an instrumented module and turns those of Extism
// to ours, in a copy. It is no check of the module: that was made when it was
// instrumented, and wazero makes its own.
func link(src []byte) (*linked, error) {
	r := &linkReader{b: src, pos: 8}
	for r.pos < len(r.b) {
		id, size := r.byte(), r.u32()
		if r.bad || size > len(r.b)-r.pos {
			break
		}
		if id != sectionImport {
			r.pos += size
			continue
		}
		out := &linked{wasm: bytes.Clone(src)}
		for n := r.u32(); n > 0 && !r.bad; n-- {
			i := importName{module: r.name()}
			at := r.pos - len(i.module)
			i.name = r.name()
			if r.byte() != 0 { // only functions
				r.bad = true
			}
			r.u32()
			if r.bad {
				break
			}
			if i.module == pdkModule {
				copy(out.wasm[at:], ourModule)
				i.module = ourModule
			}
			out.imports = append(out.imports, i)
		}
		if r.bad {
			break
		}
		return out, nil
	}
	return nil, fault.New(fault.PluginRefused, "its imports can't be read")
}

// linkReader reads the little of the format that link needs.
type linkReader struct {
	b   []byte
	pos int
	bad bool
}

func (r *linkReader) byte() byte {
	if r.pos >= len(r.b) {
		r.bad = true
		return 0
	}
	r.pos++
	return r.b[r.pos-1]
}

func (r *linkReader) u32() int {
	if r.pos > len(r.b) {
		r.bad = true
		return 0
	}
	v, n := binary.Uvarint(r.b[r.pos:])
	if n <= 0 || v > 1<<31-1 {
		r.bad = true
		return 0
	}
	r.pos += n
	return int(v)
}

func (r *linkReader) name() string {
	n := r.u32()
	if r.bad || n > len(r.b)-r.pos {
		r.bad = true
		return ""
	}
	r.pos += n
	return string(r.b[r.pos-n : r.pos])
}
