// It calls itself for ever.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

//go:wasmexport transform
func transform() int32 { return int32(deeper(1)) }

//go:noinline
func deeper(n uint64) uint64 { return deeper(n+1) + n }
