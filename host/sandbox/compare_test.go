package sandbox_test

import (
	"encoding/json"
	"strings"
	"testing"

	extism "github.com/extism/go-sdk"
	"github.com/tetratelabs/wazero"

	"github.com/wslite/wslite/host/sandbox/sandboxtest"
)

// BenchmarkCompared does the work of BenchmarkReadyInstance in other ways: as
// native code, and in Extism's SDK as it comes, without fuel or reset: with
// and without wazero's own checks for cancellation.
func BenchmarkCompared(b *testing.B) {
	in := transformInput(b)
	b.Run("native", func(b *testing.B) {
		var t timings
		for b.Loop() {
			t.step(func() { native(b, in) })
		}
		t.report(b, "ms/call")
	})
	module := sandboxtest.BuildRaw(b, "testdata/honest")
	for name, timeout := range map[string]uint64{"unmetered": 0, "cancellable": 60_000} {
		b.Run(name, func(b *testing.B) {
			p, err := extism.NewPlugin(background, extism.Manifest{
				Wasm:    []extism.Wasm{extism.WasmData{Data: module}},
				Timeout: timeout, // it turns wazero's checks on
			}, extism.PluginConfig{EnableWasi: true, RuntimeConfig: wazero.NewRuntimeConfig()}, nil)
			if err != nil {
				b.Fatal(err)
			}
			defer p.Close(background)
			var t timings
			for b.Loop() {
				t.step(func() {
					if _, _, err := p.Call("transform", in); err != nil {
						b.Fatal(err)
					}
				})
			}
			t.report(b, "ms/call")
		})
	}
}

// native is what testdata/honest does in transform.
func native(b *testing.B, input []byte) {
	var in struct {
		Tool string         `json:"tool"`
		Args map[string]any `json:"args"`
	}
	if err := json.Unmarshal(input, &in); err != nil {
		b.Fatal(err)
	}
	for k, v := range in.Args {
		if s, ok := v.(string); ok {
			in.Args[k] = strings.TrimSpace(s)
		}
	}
	if _, err := json.Marshal(map[string]any{"action": in.Tool, "params": in.Args}); err != nil {
		b.Fatal(err)
	}
}
