package size

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/vectors"
)

func TestVectors(t *testing.T) {
	vectors.Run(t, "envelope", []string{"formatBytes"}, func(t *testing.T, v vectors.Vector) string {
		var in struct {
			Bytes any `json:"bytes"`
		}
		var want struct {
			Text string `json:"text"`
		}
		v.In(t, &in)
		v.Want(t, &want)
		n := math.NaN()
		if num, ok := in.Bytes.(json.Number); ok {
			n, _ = num.Float64()
		}
		return cmp.Diff(want.Text, Text(n))
	})
}

func TestEdges(t *testing.T) {
	for n, want := range map[float64]string{0: "0 B", 1024 * 1024 * 1.25: "1.3 MB", math.Inf(1): "unknown size"} {
		if got := Text(n); got != want {
			t.Errorf("%v: %q, want %q", n, got, want)
		}
	}
}
