package rest_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

func TestPlanRunsStepByStep(t *testing.T) {
	w := newWire(t,
		respond(200, `{"items":[{"id":"a","n":12345678901234567890,"title":"long title","x":1}],"nextPageToken":"p","etag":"e"}`),
		respond(204, ""))
	b := newBench(t, w)
	first := list
	first.Keep, first.MaxText = "items(id,n,title),nextPageToken", 4
	first.Query = map[string]abi.Raw{"maxResults": abi.Raw("2")}
	c := call("tasks", "tasksDelete", nil)
	second := remove
	second.IfMatch = `"etag"`
	p := &planner{f: func(step int, in abi.PlanInput) (*abi.PlanOutput, error) {
		switch step {
		case 1:
			if in.State != nil || in.Responses != nil || in.Action != "tasksDelete" || string(in.Params) != `{"a<b":1}` || !reflect.DeepEqual(in.Clock, c.Clock) {
				t.Errorf("first input %+v", in)
			}
			return &abi.PlanOutput{Requests: []abi.Request{first}, State: abi.Raw(`{"s":1}`)}, nil
		case 2:
			if string(in.State) != `{"s":1}` || len(in.Responses) != 1 || in.Responses[0].Status != 200 ||
				string(in.Responses[0].Body) != `{"items":[{"id":"a","n":12345678901234567890,"title":"long"}],"nextPageToken":"p"}` {
				t.Errorf("second input %s %+v %s", in.State, in.Responses, in.Responses[0].Body)
			}
			return &abi.PlanOutput{Requests: []abi.Request{second}}, nil
		default:
			if len(in.Responses) != 1 || in.Responses[0].Status != 204 || in.Responses[0].Body != nil {
				t.Errorf("third input %+v", in)
			}
			return &abi.PlanOutput{Result: &abi.Result{Data: abi.Raw(`{"n":9007199254740993}`),
				Pagination: &abi.Pagination{NextPageToken: "q", HasMore: true}, Warnings: []string{"w"}}}, nil
		}
	}}
	c.Planner, c.Params = p, map[string]any{"a<b": 1}
	b.Backend = newBench(t, w, func(o *rest.Options) {
		o.Risk = rules{"tasks.tasksDelete": {Class: "destructive", Routes: []string{"tasks.tasks.list", "tasks.tasks.delete"}}}
	}).Backend
	res, err := b.Do(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if !res.Success || asJSON(t, res.Data) != `{"n":9007199254740993}` || *res.Pagination.NextPageToken != "q" || !*res.Pagination.HasMore || res.Warnings[0] != "w" {
		t.Errorf("%+v", res)
	}
	want := []string{
		"GET https://tasks.googleapis.com/tasks/v1/lists/L/tasks?fields=items%28id%2Cn%2Ctitle%29%2CnextPageToken&maxResults=2",
		"DELETE https://tasks.googleapis.com/tasks/v1/lists/L/tasks/T",
	}
	if !slices.Equal(w.sent(), want) {
		t.Errorf("sent %q", w.sent())
	}
	if h := w.heads[0]; h.Get("Accept") != "application/json" || h.Get("Content-Type") != "" || h.Get("If-Match") != "" || h.Get("Authorization") != "" {
		t.Errorf("headers %v", h)
	}
	if w.heads[1].Get("If-Match") != `"etag"` {
		t.Errorf("headers %v", w.heads[1])
	}
}

func TestFieldsAreOnlyAddedForGoogle(t *testing.T) {
	own := list
	own.Keep, own.Query = "items", map[string]abi.Raw{"fields": abi.Raw(`"items/id"`)}
	third := abi.Request{Route: "notes.notes.get", Path: map[string]string{"id": "1"}, Keep: "id"}
	w := newWire(t, respond(200, `{"items":[],"etag":"x"}`), respond(200, `{"id":1,"more":2}`))
	b := newBench(t, w)
	if _, err := b.Do(context.Background(), call("tasks", "tasksList", ask(own))); err != nil {
		t.Fatal(err)
	}
	res, err := b.Do(context.Background(), call("notes", "get", ask(third)))
	if err != nil {
		t.Fatal(err)
	}
	if got := asJSON(t, res.Data); got != `[{"body":{"id":1},"status":200}]` {
		t.Error(got)
	}
	if !strings.HasSuffix(w.sent()[0], "?fields=items%2Fid") || w.sent()[1] != "GET https://api.notes.example/v1/1" {
		t.Errorf("sent %q", w.sent())
	}
}

// A plan whose answer has no clear form is a fault, whatever it meant.
func TestPlanForm(t *testing.T) {
	result := &abi.Result{Data: abi.Raw(`1`)}
	for name, c := range map[string]struct {
		out  *abi.PlanOutput
		err  error
		code fault.Code
	}{
		"nothing":            {&abi.PlanOutput{}, nil, fault.PluginFault},
		"empty requests":     {&abi.PlanOutput{Requests: []abi.Request{}}, nil, fault.PluginFault},
		"nil":                {nil, nil, fault.PluginFault},
		"result and request": {&abi.PlanOutput{Result: result, Requests: []abi.Request{list}}, nil, fault.PluginFault},
		"result and error":   {&abi.PlanOutput{Result: result, Error: &abi.Error{Code: "BAD_REQUEST"}}, nil, fault.PluginFault},
		"error and request":  {&abi.PlanOutput{Error: &abi.Error{Code: "BAD_REQUEST"}, Requests: []abi.Request{list}}, nil, fault.PluginFault},
		"data is no JSON":    {&abi.PlanOutput{Result: &abi.Result{Data: abi.Raw(`{`)}}, nil, fault.PluginFault},
		"hidden failure":     {&abi.PlanOutput{Result: &abi.Result{Data: abi.Raw(`{"results":[{"success":true},{"success":false}]}`)}}, nil, fault.PluginFault},
		"host's code":        {&abi.PlanOutput{Error: &abi.Error{Code: "CONFIRMATION_REQUIRED", Message: "m"}}, nil, fault.PluginFault},
		"unknown code":       {&abi.PlanOutput{Error: &abi.Error{Code: "WHATEVER", Message: "m"}}, nil, fault.PluginFault},
		"trap":               {nil, fault.New(fault.PluginOutOfFuel, "fuel"), fault.PluginOutOfFuel},
		"other error":        {nil, errors.New("boom"), fault.PluginFault},
	} {
		b := newBench(t, newWire(t))
		res, err := b.Do(context.Background(), call("tasks", "tasksList", func(int, abi.PlanInput) (*abi.PlanOutput, error) { return c.out, c.err }))
		if res != nil || err == nil || fault.CodeOf(err) != c.code {
			t.Errorf("%s: %+v, %v", name, res, err)
		}
	}
}

func TestPlanRefusesInTheServicesPlace(t *testing.T) {
	b := newBench(t, newWire(t))
	c := call("tasks", "tasksList", func(int, abi.PlanInput) (*abi.PlanOutput, error) {
		return &abi.PlanOutput{Error: &abi.Error{Code: "BAD_REQUEST", Message: "must be a\x1b[31m date\n", Field: "due"}}, nil
	})
	res, err := b.Do(context.Background(), c)
	if err != nil || res.Success || res.Error.Code != "BAD_REQUEST" || res.Error.Message != "due: must be a[31m date " {
		t.Errorf("%+v %v", res.Error, err)
	}
	if _, err := b.Preview(context.Background(), c); fault.CodeOf(err) != fault.BadRequest {
		t.Errorf("preview: %v", err)
	}
}

func TestLimitsOfAPlan(t *testing.T) {
	endless := func(int, abi.PlanInput) (*abi.PlanOutput, error) {
		return &abi.PlanOutput{Requests: []abi.Request{list}}, nil
	}
	script := slices.Repeat([]reply{respond(200, `{}`)}, 32)
	w := newWire(t, script...)
	_, err := newBench(t, w).Do(context.Background(), call("tasks", "tasksList", endless))
	if fault.CodeOf(err) != fault.PluginLimit || len(w.sent()) != 32 {
		t.Errorf("endless plan: %v after %d requests", err, len(w.sent()))
	}

	w = newWire(t)
	_, err = newBench(t, w).Do(context.Background(), call("tasks", "tasksList", ask(slices.Repeat([]abi.Request{list}, 1000)...)))
	if fault.CodeOf(err) != fault.PluginLimit {
		t.Errorf("1000 requests: %v", err)
	}

	// The count goes over all steps: 60 and 61 are one too many.
	w = newWire(t, slices.Repeat([]reply{respond(200, `{}`)}, 60)...)
	_, err = newBench(t, w).Do(context.Background(), call("tasks", "tasksList", func(step int, _ abi.PlanInput) (*abi.PlanOutput, error) {
		return &abi.PlanOutput{Requests: slices.Repeat([]abi.Request{list}, []int{60, 61}[step-1])}, nil
	}))
	if fault.CodeOf(err) != fault.PluginLimit {
		t.Errorf("121 requests: %v", err)
	}

	// 3 MiB of answers fit a step's input of 4 MiB, 6 MiB do not.
	big := `"` + strings.Repeat("a", 3<<20) + `"`
	_, err = newBench(t, newWire(t, respond(200, big))).Do(context.Background(), call("tasks", "tasksList", ask(list)))
	if err != nil {
		t.Error(err)
	}
	w = newWire(t, respond(200, big), respond(200, big))
	_, err = newBench(t, w).Do(context.Background(), call("tasks", "tasksList", ask(list, list)))
	if fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("6 MiB of answers: %v", err)
	}
	// What no longer fits ends the step: the third request is not sent.
	w = newWire(t, respond(200, big), respond(200, big))
	_, err = newBench(t, w).Do(context.Background(), call("tasks", "tasksDelete", ask(getOne, getOne, remove)))
	if fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("6 MiB of answers in order: %v", err)
	}
	c := call("tasks", "tasksList", ask(list))
	c.Params["x"] = strings.Repeat("a", 4<<20)
	if _, err = newBench(t, newWire(t)).Do(context.Background(), c); fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("4 MiB of params: %v", err)
	}
}

func TestPreviewSendsNothing(t *testing.T) {
	b := newBench(t, newWire(t))
	keepID := list
	keepID.Keep = "items/id"
	got, err := b.Preview(context.Background(), call("tasks", "tasksList", ask(keepID, getOne)))
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"route":"tasks.tasks.list","method":"GET","url":"https://tasks.googleapis.com/tasks/v1/lists/L/tasks?fields=items%2Fid"},` +
		`{"route":"tasks.tasks.get","method":"GET","url":"https://tasks.googleapis.com/tasks/v1/lists/L/tasks/T"}]`
	if s := asJSON(t, got); s != want {
		t.Error(s)
	}
	big := insert
	big.Body = abi.Raw(`{"n":12345678901234567890, "n2":1}`)
	got, err = b.Preview(context.Background(), call("tasks", "tasksCreate", ask(big)))
	if err != nil || asJSON(t, got[0].Body) != `{"n":12345678901234567890,"n2":1}` || got[0].Method != "POST" {
		t.Errorf("%+v %v", got, err)
	}
	// A preview is as strict as the call.
	if _, err := b.Preview(context.Background(), call("tasks", "tasksList", ask(insert))); fault.CodeOf(err) != fault.PluginViolation {
		t.Errorf("%v", err)
	}
}

func TestRawCallsAreForProxies(t *testing.T) {
	b := newBench(t, newWire(t))
	c := call("tasks", "tasksList", nil)
	c.Planner = nil
	if _, err := b.Do(context.Background(), c); fault.CodeOf(err) != fault.NotSupported {
		t.Error(err)
	}
	if _, err := b.Preview(context.Background(), c); fault.CodeOf(err) != fault.NotSupported {
		t.Error(err)
	}
}

func TestInterruptedBeforeAnything(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := call("tasks", "tasksCreate", ask(insert))
	if _, err := newBench(t, newWire(t)).Do(ctx, c); fault.CodeOf(err) != fault.Interrupted {
		t.Error(err)
	}
	if c.Planner.(*planner).steps != 0 {
		t.Error("the plan was asked all the same")
	}
}
