// It is a plugin as Extism's own kit makes them, built with the real thing.
package main

import pdk "github.com/extism/go-pdk"

func main() {}

//go:wasmexport catalog
func catalog() int32 {
	pdk.OutputString(`{"abi":1}`)
	return 0
}

//go:wasmexport transform
func transform() int32 {
	in := pdk.Input()
	if len(in) < 100 {
		pdk.Log(pdk.LogInfo, "got "+string(in))
	}
	if string(in) == "fail" {
		pdk.SetErrorString("on request")
		return 1
	}
	mem := pdk.AllocateString("kept ")
	defer mem.Free()
	pdk.Output(append(mem.ReadBytes(), in...))
	return 0
}

//go:wasmexport json
func json() int32 {
	var in struct{ A, B int }
	if err := pdk.InputJSON(&in); err != nil {
		pdk.SetError(err)
		return 1
	}
	if err := pdk.OutputJSON(map[string]int{"sum": in.A + in.B}); err != nil {
		return 1
	}
	return 0
}
