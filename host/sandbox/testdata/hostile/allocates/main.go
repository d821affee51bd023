// It takes memory without end.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

var kept [][]byte

//go:wasmexport transform
func transform() int32 {
	for {
		b := make([]byte, 1<<20)
		b[0], b[len(b)-1] = 1, 1
		kept = append(kept, b)
	}
}
