// It answers differently on each call, if anything of a call is left.
package main

import "github.com/wslite/wslite/host/sandbox/testdata/pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

var (
	calls int
	kept  = map[string]int{}
	big   []byte
)

//go:wasmexport transform
func transform() int32 {
	calls++
	kept[string(pdk.Input())] = calls
	s := "calls " + string(rune('0'+calls)) + " kept " + string(rune('0'+len(kept)))
	// What lies in memory that was free before.
	for range 64 {
		b := make([]byte, 4096)
		for i := range b {
			if b[i] != 0 {
				s = "dirty memory"
			}
			b[i] = 0xaa
		}
		big = append(big, b...)
	}
	return pdk.Output(s)
}
