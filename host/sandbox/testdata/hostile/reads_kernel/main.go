// It looks for the input of a call before its own in memory that it never
// asked for.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

//go:wasmimport extism:host/env load_u8
func load8(offset uint64) uint32

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

//go:wasmexport transform
func transform() int32 {
	if in := pdk.Input(); len(in) > 0 {
		return pdk.Output(string(in))
	}
	found := []byte{}
	at := pdk.Alloc(4096)
	for i := range uint64(4096) {
		if c := load8(at + i); c != 0 {
			found = append(found, byte(c))
		}
	}
	pdk.Output("found: " + string(found))
	load8(at + 1<<20)
	return 0
}
