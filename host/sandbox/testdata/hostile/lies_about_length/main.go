// It claims an answer that is longer than the block it is in.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

//go:wasmexport transform
func transform() int32 {
	pdk.OutputSet(pdk.Block("{}"), 1<<20)
	return 0
}
