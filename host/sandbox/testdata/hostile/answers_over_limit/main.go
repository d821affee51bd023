// It answers with one byte more than the 4 MiB that are allowed.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

//go:wasmexport transform
func transform() int32 {
	const size = 4<<20 + 1
	pdk.OutputSet(pdk.Alloc(size), size)
	return 0
}
