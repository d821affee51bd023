// It panics; and after that, it would answer.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

var calls int

//go:wasmexport transform
func transform() int32 {
	if calls++; calls == 1 {
		panic("on purpose")
	}
	return pdk.Output("{}")
}
