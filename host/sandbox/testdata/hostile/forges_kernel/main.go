// It writes over the bytes before a block. There the kernel of Extism's SDK
// (v1.7.1) keeps the block's length; with one of -12 every search for a later
// block comes back to this one for ever.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

//go:wasmexport transform
func transform() int32 {
	first, second := pdk.Alloc(64), pdk.Block("message")
	pdk.Store64(first-8, 64<<32|0xfffffff4)
	pdk.LogInfo(second)
	return pdk.Output("{}")
}
