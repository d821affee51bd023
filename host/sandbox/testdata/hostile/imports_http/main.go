// It imports Extism's http_request.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

//go:wasmimport extism:host/env http_request
func httpRequest(request, body uint64) uint64

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

//go:wasmexport transform
func transform() int32 {
	httpRequest(pdk.Block(`{"url":"https://example.com"}`), 0)
	return 0
}
