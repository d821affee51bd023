// Honest does what a plugin does, with encoding/json: the measure for speed.
package main

import (
	"encoding/json"
	"strings"

	"github.com/wslite/wslite/host/sandbox/testdata/pdk"
)

func main() {}

// catalog also runs what transform will: the types that encoding/json looks
// up on first use are then in the snapshot.
//
//go:wasmexport catalog
func catalog() int32 {
	if _, err := shape([]byte(`{"tool":"x","args":{"a":" b ","c":[1,true,null,{}]}}`)); err != nil {
		return 1
	}
	return pdk.Output(`{"abi":1,"tools":[]}`)
}

//go:wasmexport transform
func transform() int32 {
	out, err := shape(pdk.Input())
	if err != nil {
		pdk.ErrorSet(pdk.Block(err.Error()))
		return 1
	}
	return pdk.Output(string(out))
}

// shape trims the strings of its arguments, as a plugin's transform would.
func shape(input []byte) ([]byte, error) {
	var in struct {
		Tool string         `json:"tool"`
		Args map[string]any `json:"args"`
	}
	if err := json.Unmarshal(input, &in); err != nil {
		return nil, err
	}
	for k, v := range in.Args {
		if s, ok := v.(string); ok {
			in.Args[k] = strings.TrimSpace(s)
		}
	}
	return json.Marshal(map[string]any{"action": in.Tool, "params": in.Args})
}

// plan decodes a large input and answers with its size.
//
//go:wasmexport plan
func plan() int32 {
	var v any
	if err := json.Unmarshal(pdk.Input(), &v); err != nil {
		pdk.ErrorSet(pdk.Block(err.Error()))
		return 1
	}
	return pdk.Output(`{}`)
}
