// It loops for ever while it is initialised.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

var n uint64

func init() {
	for n != 1 {
		n += 2
	}
}

//go:wasmexport transform
func transform() int32 { return pdk.Output("{}") }
