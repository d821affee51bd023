// It imports a function of a module that no host offers.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

//go:wasmimport env system
func system(command uint32) uint32

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

//go:wasmexport transform
func transform() int32 { return int32(system(0)) }
