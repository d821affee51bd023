// It prints, to pollute the host's standard output.
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
	os.Stdout.WriteString("polluted \x1b[31mout\n")
	os.Stderr.WriteString("polluted err")
	return pdk.Output("{}")
}
