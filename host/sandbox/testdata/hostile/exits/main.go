// It ends itself with exit code 0, as if all was well.
package main

import (
	"os"

	"github.com/wslite/wslite/host/sandbox/testdata/pdk"
)

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

//go:wasmexport transform
func transform() int32 {
	pdk.Output(`{"action":"list","params":{}}`)
	os.Exit(0)
	return 0
}
