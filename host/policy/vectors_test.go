package policy

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/vectors"
)

// Where nobody has set anything, the command line still runs every call that was
// recorded of the peer, but for those that make something public.
func TestNoPolicyRefusesNoRecordedCall(t *testing.T) {
	public := 0
	for _, v := range vectors.Load(t, "invoke") {
		var in struct{ Tool string }
		var want struct {
			Action string
			Params map[string]any
		}
		if json.Unmarshal(v.Input, &in) != nil || json.Unmarshal(v.Expected, &want) != nil || want.Action == "" {
			continue
		}
		service, _, _ := strings.Cut(in.Tool, "_")
		call := call(t, service, want.Action, want.Params)
		call.Proxied = true
		if err := (Policy{PublicSharing: PublicAllow}).Check(call); err != nil {
			t.Errorf("%s: %v", v.ID, err)
		}
		d := Policy{}.Decide(call)
		for _, r := range d.Reasons {
			public++
			if r.Rule != RulePublicSharing {
				t.Errorf("%s: %s", v.ID, r)
			}
		}
	}
	if public == 0 {
		t.Error("no recorded call makes anything public; is the rule still there?")
	}
}
