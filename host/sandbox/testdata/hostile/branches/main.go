// It calls itself twice at each level: no deep stack, and 2^60 calls.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

//go:wasmexport transform
func transform() int32 { return int32(fork(60)) }

//go:noinline
func fork(n uint64) uint64 {
	if n == 0 {
		return 1
	}
	return fork(n-1) + fork(n-1)
}
