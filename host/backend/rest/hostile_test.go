package rest_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// An answer that names a key twice means two things to two readers; which of
// them decided would be chance.
func TestAnswersWithAKeyTwice(t *testing.T) {
	masked := list
	masked.Keep = "items"
	wide := `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1,"m":1,"n":1,"o":1,"p":1,"q":1,"r":1`
	for body, twice := range map[string]bool{
		`{"items":[],"items":[1]}`:                        true,
		`{"items":[{"id":"a"},{"id":"b","id":"c"}]}`:      true,
		`{"items":1,"\u0069tems":2}`:                      true,
		`{"a":{"b":1},"c":[{"a":1}],"a":2}`:               true,
		`{"a":"\"}","a" : "x"}`:                           true,
		wide + `,"c":2}`:                                  true,
		wide + `,"\u0072":2}`:                             true,
		wide + `,"s":{"a":1},"t":[{"a":1},{"a":2}]}`:      false,
		`{"a":{"a":{"a":1}},"b":["a","a",{"a":"a"}]}`:     false,
		`{"items":[{"id":"a"},{"id":"a"}],"a":"\\","":1}`: false,
		`{"a":",\"a\":","b":"{\"a\":1,\"a\":1}"}`:         false,
		`["a","a"]`: false,
		`"a"`:       false,
	} {
		for name, req := range map[string]abi.Request{"as it is": list, "masked": masked} {
			w := newWire(t, respond(200, body))
			_, err := newBench(t, w).Do(context.Background(), call("tasks", "tasksList", ask(req)))
			if got := fault.CodeOf(err) == fault.MalformedResponse; got != twice {
				t.Errorf("%s, %s: %v", body, name, err)
			}
		}
	}
}

// A service may answer with ten megabytes of the worst JSON there is; reading
// it takes seconds at most.
func TestHugeAndDeepAnswers(t *testing.T) {
	n := 3_000_000
	var keys strings.Builder
	for i := range 500_000 {
		keys.WriteString(`"` + strings.Repeat("k", i%8) + string(rune('a'+i%26)) + time.Duration(i).String() + `":0,`)
	}
	for name, body := range map[string]string{
		"brackets": strings.Repeat("[", n),
		"nested":   strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_000),
		"objects":  "[" + strings.Repeat("{},", n) + "1]",
		"keys":     "{" + keys.String() + `"z":1}`,
	} {
		start := time.Now()
		masked := list
		masked.Keep = "items(id)"
		for _, req := range []abi.Request{list, masked} {
			w := newWire(t, respond(200, body))
			_, err := newBench(t, w).Do(context.Background(), call("tasks", "tasksList", ask(req)))
			if err != nil && fault.Of(err) == nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if d := time.Since(start); d > 15*time.Second {
			t.Errorf("%s: it took %v", name, d)
		}
	}
}

// A plan can't hide that nobody knows what became of a change by saying that
// it puts up with the status.
func TestToleranceHidesNoUnknownOutcome(t *testing.T) {
	bold := insert
	bold.Tolerate = []int{500, 502, 503, 504, 404}
	claims := func(_ int, in abi.PlanInput) (*abi.PlanOutput, error) {
		if in.Responses == nil {
			return &abi.PlanOutput{Requests: []abi.Request{bold}}, nil
		}
		return &abi.PlanOutput{Result: &abi.Result{Data: abi.Raw(`{"nothing":"happened"}`)}}, nil
	}
	for _, status := range []int{502, 504} {
		w := newWire(t, respond(status, ""))
		res, err := newBench(t, w).Do(context.Background(), call("tasks", "tasksCreate", claims))
		if fault.CodeOf(err) != fault.OutcomeUnknown {
			t.Errorf("%d: %+v, %v", status, res, err)
		}
	}
	for _, status := range []int{500, 503} {
		w := newWire(t, respond(status, ""))
		res, err := newBench(t, w).Do(context.Background(), call("tasks", "tasksCreate", claims))
		if err != nil || res.Success || !strings.Contains(res.Error.Message, "may have been made") {
			t.Errorf("%d: %+v, %v", status, res, err)
		}
	}
	w := newWire(t, respond(404, ""))
	if res, err := newBench(t, w).Do(context.Background(), call("tasks", "tasksCreate", claims)); err != nil || !res.Success {
		t.Errorf("404: %+v, %v", res, err)
	}
}

// The yes is the host's own business: a plan sees no confirm, neither in a
// call nor in a batch nor in a dry run.
func TestPlanNeverSeesConfirm(t *testing.T) {
	var seen []string
	look := func(_ int, in abi.PlanInput) (*abi.PlanOutput, error) {
		seen = append(seen, string(in.Params))
		if in.Responses == nil {
			return &abi.PlanOutput{Requests: []abi.Request{remove}}, nil
		}
		return &abi.PlanOutput{Result: &abi.Result{Data: abi.Raw(`1`)}}, nil
	}
	one := call("tasks", "tasksDelete", look)
	one.Params = map[string]any{"taskId": "T", "confirm": true}
	many := call("tasks", "batch", look)
	many.Params = map[string]any{"operations": []any{map[string]any{"action": "tasksDelete", "params": map[string]any{"taskId": "T", "confirm": true}}}}

	b := newBench(t, newWire(t, respond(204, ""), respond(204, "")))
	if _, err := b.Do(context.Background(), one); err != nil {
		t.Error(err)
	}
	if _, err := b.Do(context.Background(), many); err != nil {
		t.Error(err)
	}
	for _, c := range []backend.Call{one, many} {
		if _, err := b.Preview(context.Background(), c); err != nil {
			t.Error(err)
		}
	}
	for _, params := range seen {
		if strings.Contains(params, "confirm") || !json.Valid([]byte(params)) || !strings.Contains(params, "taskId") {
			t.Errorf("the plan saw %s", params)
		}
	}
	if len(seen) != 6 || one.Params["confirm"] != true {
		t.Errorf("%d steps, params %v", len(seen), one.Params)
	}
}
