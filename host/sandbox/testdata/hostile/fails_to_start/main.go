// It panics while it is initialised.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

func init() { panic("not today") }

//go:wasmexport transform
func transform() int32 { return pdk.Output("{}") }
