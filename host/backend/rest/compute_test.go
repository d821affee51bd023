package rest_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// computing is a step that asks for nothing and wants to go on.
func computing(done, total int, message string) *abi.PlanOutput {
	return &abi.PlanOutput{State: abi.Raw(fmt.Sprint(done)), Progress: &abi.Progress{Done: done, Total: total, Message: message}}
}

// A plan may compute in steps, before and between its requests, and tell how far
// it is; each step has the state of the one before, and no old answers.
func TestStepsThatCompute(t *testing.T) {
	p := &planner{f: func(step int, in abi.PlanInput) (*abi.PlanOutput, error) {
		switch step {
		case 1:
			return computing(0, 10, "begun"), nil
		case 2:
			out := computing(4, 10, "asks")
			out.Requests = []abi.Request{list}
			return out, nil
		case 3:
			return computing(9, 10, ""), nil
		}
		return &abi.PlanOutput{Result: &abi.Result{Data: in.State}}, nil
	}}
	var told []backend.Progress
	c := call("tasks", "tasksList", nil)
	c.Planner, c.Progress = p, func(at backend.Progress) { told = append(told, at) }
	res, err := newBench(t, newWire(t, respond(200, `{"items":[]}`))).Do(t.Context(), c)
	if err != nil || fmt.Sprint(res.Data) != "9" {
		t.Fatalf("%+v, %v", res, err)
	}
	if want := []backend.Progress{
		{Done: 0, Total: 10, Plugin: true, Message: "begun"}, {Done: 4, Total: 10, Plugin: true, Message: "asks"}, {Done: 1}, {Done: 9, Total: 10, Plugin: true},
	}; !slices.Equal(told, want) {
		t.Errorf("told %+v", told)
	}
	for i, want := range []int{0, 0, 1, 0} {
		if got := len(p.ins[i].Responses); got != want {
			t.Errorf("step %d got %d responses", i, got)
		}
	}
	if string(p.ins[1].State) != "0" || string(p.ins[3].State) != "9" {
		t.Errorf("states %s, %s", p.ins[1].State, p.ins[3].State)
	}
}

// A step that computes counts as one, whether it is run or shown.
func TestComputingHasAnEnd(t *testing.T) {
	endless := func(step int, _ abi.PlanInput) (*abi.PlanOutput, error) { return computing(step, 0, ""), nil }
	for name, try := range map[string]func(backend.Call) error{
		"run":   func(c backend.Call) error { _, err := newBench(t, newWire(t)).Do(t.Context(), c); return err },
		"shown": func(c backend.Call) error { _, err := newBench(t, newWire(t)).Preview(t.Context(), c); return err },
	} {
		p := &planner{f: endless}
		c := call("tasks", "tasksList", nil)
		c.Planner = p
		if err := try(c); fault.CodeOf(err) != fault.PluginLimit || p.steps != 32 {
			t.Errorf("%s: %v after %d steps", name, err, p.steps)
		}
	}
}

// A dry run shows the first requests that a plan asks for, whatever it computed
// before them.
func TestPreviewComputes(t *testing.T) {
	got, err := newBench(t, newWire(t)).Preview(t.Context(), call("tasks", "tasksList", func(step int, _ abi.PlanInput) (*abi.PlanOutput, error) {
		if step < 3 {
			return computing(step, 0, ""), nil
		}
		return &abi.PlanOutput{Requests: []abi.Request{list}}, nil
	}))
	if err != nil || len(got) != 1 || got[0].Route != list.Route {
		t.Errorf("%+v, %v", got, err)
	}
}

// Operations of a batch are what is counted; a plugin's own numbers of one of them
// would fall with the next.
func TestABatchCountsOperations(t *testing.T) {
	var told []backend.Progress
	c := batchOf(op("tasksList"), op("tasksList"))
	c.Planner = &planner{f: func(step int, _ abi.PlanInput) (*abi.PlanOutput, error) {
		if step%2 == 1 {
			return computing(50, 100, "half"), nil
		}
		return &abi.PlanOutput{Result: &abi.Result{Data: abi.Raw("1")}}, nil
	}}
	c.Progress = func(at backend.Progress) { told = append(told, at) }
	if _, err := newBench(t, newWire(t)).Do(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if want := []backend.Progress{{Done: 1, Total: 2}, {Done: 2, Total: 2}}; !slices.Equal(told, want) {
		t.Errorf("told %+v", told)
	}
}
