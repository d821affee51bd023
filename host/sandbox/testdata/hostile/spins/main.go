// It loops for ever.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

var n uint64

//go:wasmexport transform
func transform() int32 {
	for n != 1 {
		n += 2
	}
	return 0
}
