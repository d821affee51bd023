// It prints without end.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

//go:wasmexport transform
func transform() int32 {
	for {
		println("the same line again")
	}
}
