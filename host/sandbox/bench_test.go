package sandbox_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/sandbox/sandboxtest"
)

// input is a transform's input of about 1 KB.
func input(t testing.TB) []byte {
	t.Helper()
	args := map[string]any{"title": "Water the plants ", "count": 3, "done": false, "notes": strings.Repeat("word and another ", 40), "tags": []string{"a", "b", "c"}}
	b, err := json.Marshal(map[string]any{"tool": "tasks_create_task", "args": args, "clock": sandboxtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func BenchmarkFirstCall(b *testing.B) {
	s := sandboxtest.New(b)
	m := sandboxtest.Load(b, s, "testdata/honest")
	in := input(b)
	for b.Loop() {
		inv, err := m.Begin(context.Background(), sandboxtest.Clock())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := inv.Call(context.Background(), "transform", in); err != nil {
			b.Fatal(err)
		}
		inv.End()
	}
}
