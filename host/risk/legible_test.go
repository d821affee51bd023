package risk

import (
	"encoding/json"
	"strings"
	"testing"
)

// What a rule can't read it would pass as harmless; a service may be less
// strict than the rule.
func TestLegible(t *testing.T) {
	tables := load(t)
	for _, c := range []struct{ service, action, params, says string }{
		{"calendar", "createEvent", `{"sendUpdates":"all"}`, ""},
		{"calendar", "createEvent", `{"sendUpdates":null}`, ""},
		{"calendar", "createEvent", `{}`, ""},
		{"calendar", "createEvent", `{"sendUpdates":["all"]}`, "sendUpdates"},
		{"calendar", "createEvent", `{"sendUpdates":{"a":"all"}}`, "sendUpdates"},
		{"calendar", "getEvent", `{"sendUpdates":["all"]}`, ""},
		{"gmail", "filtersCreate", `{"forward":["a@example.com"]}`, "forward"},
		{"gmail", "vacationUpdate", `{"enableAutoReply":1}`, "enableAutoReply"},
		{"gmail", "vacationUpdate", `{"enableAutoReply":true,"startTime":1}`, ""},
		{"gmail", "batch", `{"operations":[]}`, ""},
		{"gmail", "batch", `{"operations":[{"action":"send"},{"action":"batch","params":{"operations":[]}}]}`, ""},
		{"gmail", "batch", `{}`, "not a list"},
		{"gmail", "batch", `{"operations":{"0":{"action":"send"}}}`, "not a list"},
		{"gmail", "batch", `{"operations":"[{\"action\":\"send\"}]"}`, "not a list"},
		{"gmail", "batch", `{"operations":[{"action":"star"},{"action":["send"]}]}`, "operation 1"},
		{"gmail", "batch", `{"operations":["send"]}`, "operation 0"},
		{"gmail", "batch", `{"operations":[null]}`, "operation 0"},
		{"gmail", "batch", `{"operations":[{"action":"vacationUpdate","params":"{\"enableAutoReply\":true}"}]}`, "params is not an object"},
		{"gmail", "batch", `{"operations":[{"action":"vacationUpdate","params":null}]}`, "params is not an object"},
		{"gmail", "batch", `{"operations":[{"action":"batch","params":{"operations":[{"action":"filtersCreate","params":{"forward":[1]}}]}}]}`, "operation 0: operation 0: forward"},
	} {
		var params map[string]any
		if err := json.Unmarshal([]byte(c.params), &params); err != nil {
			t.Fatal(err)
		}
		err := tables.Legible(c.service, c.action, params)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s %s: got %v, want %q", c.service, c.action, c.params, err, c.says)
		}
	}
}

// Each rule compares something, or the row above would be looked at in vain.
func TestEachRuleNamesWhatItCompares(t *testing.T) {
	for name := range rules() {
		if len(comparedBy(name)) == 0 {
			t.Errorf("the rule %s compares nothing", name)
		}
	}
}
