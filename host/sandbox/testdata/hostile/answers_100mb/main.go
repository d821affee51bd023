// It answers with 100 MB.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

//go:wasmexport transform
func transform() int32 {
	const size = 100_000_000
	at := pdk.Alloc(size)
	for i := uint64(0); i < size; i += 8 {
		pdk.Store64(at+i, 0x2020202020202020)
	}
	pdk.OutputSet(at, size)
	return 0
}
