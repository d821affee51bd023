package sandbox_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
)

// answer is a JSON document of about n bytes, as a service sends it.
func answer(n int) []byte {
	var items []any
	size := 0
	for i := 0; size < n-400; i++ {
		item := map[string]any{
			"id": fmt.Sprintf("MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6%06d", i), "etag": "\"LTE2NzM5NDk3NzI\"", "title": "Water the plants", "position": fmt.Sprintf("%020d", i),
			"updated": "2026-03-01T12:00:00.000Z", "status": "needsAction", "links": []any{}, "notes": "A line of text.\nAnd \"another\" one: \u00e4\u00f6\u00fc", "hidden": false, "n": i,
		}
		b, _ := json.Marshal(item)
		size += len(b) + 1
		items = append(items, item)
	}
	b, _ := json.Marshal(map[string]any{"items": items})
	return b
}

// The fuel that an input adds is enough to decode it with encoding/json into
// a tree, the most costly way there is, and twice that.
func TestTheLargestAnswerCanBeDecoded(t *testing.T) {
	t.Parallel()
	l := limits.Default()
	m := sandboxtest.Load(t, sandboxtest.New(t), "testdata/honest")
	in := answer(int(l.PlanInput))
	inv := sandboxtest.Begin(t, m)
	if _, err := inv.Call(background, "plan", in); err != nil {
		t.Fatal(err)
	}
	perByte := inv.FuelUsed() / int64(len(in))
	t.Logf("%d bytes, %d units a byte", len(in), perByte)
	if 2*perByte > l.FuelPerByte {
		t.Errorf("decoding takes %d units a byte, only %d are given", perByte, l.FuelPerByte)
	}
}
