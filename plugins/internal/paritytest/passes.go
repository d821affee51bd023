package paritytest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// Passes wants a call to reach the server exactly as it was given, with these
// warnings and no other: each is a part of one, in their order.
func Passes(t testing.TB, p plugin.Plugin, tool, args string, warnings ...string) {
	t.Helper()
	out := Transform(t, p, tool, json.RawMessage(args))
	if out.Error != nil {
		t.Errorf("%s %s: %+v", tool, args, out.Error)
		return
	}
	got, err := value.Parse(string(out.Params))
	if err != nil {
		t.Errorf("%s %s: params %q: %v", tool, args, out.Params, err)
		return
	}
	want, err := value.Parse(args)
	if err != nil {
		t.Fatal(err)
	}
	if !got.Equal(want) {
		t.Errorf("%s: params %s, want %s", tool, out.Params, args)
	}
	said := Warnings(out)
	if len(said) != len(warnings) {
		t.Errorf("%s %s: warnings %q, want %d", tool, args, said, len(warnings))
		return
	}
	for i, w := range warnings {
		if !strings.Contains(said[i], w) {
			t.Errorf("%s %s: warning %q, want %q in it", tool, args, said[i], w)
		}
	}
}
