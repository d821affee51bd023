// It writes over what lies before a block: where a kernel that keeps its list
// in the same memory has the block's length. A length of -12 would make the
// next search in Extism's kernel walk for ever.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

//go:wasmexport transform
func transform() int32 {
	at := pdk.Alloc(64)
	for back := uint64(1); back <= 4096; back++ {
		pdk.Store64(at-back, 0xfffffff4fffffff4)
	}
	pdk.Alloc(64)
	return pdk.Output("{}")
}
