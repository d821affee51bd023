package envelope

import (
	"testing"

	"github.com/wslite/wslite/host/fault"
)

// TestExitOfABatch: an operation whose outcome is unknown outweighs the
// others, since a script that sees 3 may repeat what failed.
func TestExitOfABatch(t *testing.T) {
	failed := func(code fault.Code) any {
		return map[string]any{"success": false, "error": map[string]any{"code": string(code), "message": "m"}}
	}
	tests := []struct {
		name    string
		results []any
		want    int
	}{
		{"failures", []any{failed(fault.NotFound), failed(fault.Upstream)}, fault.ExitPartial},
		{"one unknown", []any{failed(fault.NotFound), failed(fault.OutcomeUnknown)}, fault.ExitUnknown},
		{"odd entries", []any{nil, "x", map[string]any{"error": "OUTCOME_UNKNOWN"}}, fault.ExitPartial},
	}
	for _, tt := range tests {
		r := &Response{Success: true, Partial: true, Results: tt.results}
		if got := r.Exit(); got != tt.want {
			t.Errorf("%s: exit %d, want %d", tt.name, got, tt.want)
		}
	}
}
