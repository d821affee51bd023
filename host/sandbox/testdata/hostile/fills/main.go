// It clears 32 MiB in each round of a loop: one instruction, milliseconds.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

var big []byte

//go:wasmexport transform
func transform() int32 {
	big = make([]byte, 32<<20)
	for {
		clear(big)
	}
}
