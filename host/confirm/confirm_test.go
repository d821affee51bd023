package confirm

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

func load(t testing.TB) *risk.Tables {
	t.Helper()
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

func op(action string, params map[string]any) any {
	return map[string]any{"action": action, "params": params}
}

func batch(list ...any) map[string]any { return map[string]any{"operations": list} }

// request is a call with its class resolved, as the pipeline makes it.
func request(tables *risk.Tables, action string, params map[string]any) Request {
	return Request{Tables: tables, Service: "tasks", Action: action, Params: params,
		Class: tables.Resolve("tasks", action, params)}
}

func TestExactText(t *testing.T) {
	tables := load(t)
	person := &asked{answer: true}
	r := request(tables, "tasksDelete", map[string]any{"taskId": canary})
	r.Prompter = person
	if _, source, err := Gate(t.Context(), r); err != nil || source != SourcePrompt {
		t.Fatal(source, err)
	}
	r = request(tables, risk.Batch, batch(op("tasksGet", nil), op("tasksDelete", map[string]any{"taskId": canary}),
		op(risk.Batch, batch(op("tasksClear", nil)))))
	r.Prompter = person
	if _, _, err := Gate(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"tasks: run tasksDelete? Its class is destructive.",
		"tasks: run a batch with 2 operations to confirm?\n" +
			"  operation 1: tasksDelete (destructive)\n  operation 2.0: tasksClear (destructive)\nRun all?",
	}
	if diff := cmp.Diff(want, person.texts); diff != "" {
		t.Error(diff)
	}
	r.Prompter = nil
	_, _, err := Gate(t.Context(), r)
	wantErr := "the tasks batch with 2 operations (operation 1 tasksDelete (destructive), operation 2.0 tasksClear (destructive)) " +
		"needs a yes, and there is no terminal to ask at (look at it with --dry-run, then repeat it with --yes)"
	if err == nil || err.Error() != wantErr {
		t.Errorf("got  %v\nwant %s", err, wantErr)
	}
}

// A confirm that somebody wrote into arguments counts only where the caller
// was entitled to it, and never inside a nested batch.
func TestParametersDoNotConfirm(t *testing.T) {
	tables := load(t)
	yes := map[string]any{"confirm": true}
	cases := map[string]struct {
		action string
		params map[string]any
		keep   bool
	}{
		"single":              {"tasksDelete", yes, false},
		"operation":           {risk.Batch, batch(op("tasksDelete", yes)), false},
		"whole batch":         {risk.Batch, map[string]any{"confirm": true, "operations": []any{op("tasksDelete", nil)}}, true},
		"beside params":       {risk.Batch, batch(map[string]any{"action": "tasksDelete", "confirm": true}), true},
		"nested":              {risk.Batch, batch(op(risk.Batch, batch(op("tasksDelete", yes)))), true},
		"nested batch itself": {risk.Batch, batch(op(risk.Batch, map[string]any{"confirm": true, "operations": []any{op("tasksClear", nil)}})), true},
		"text":                {"tasksDelete", map[string]any{"confirm": "true"}, true},
		"unknown":             {"tasksdelete", yes, false},
	}
	for name, c := range cases {
		r := request(tables, c.action, c.params)
		r.KeepConfirm = c.keep
		if _, _, err := Gate(t.Context(), r); !errors.Is(err, ErrNoTerminal) {
			t.Errorf("%s: passed the gate: %v", name, err)
		}
	}
}

func TestDroppedConfirmIsNotSent(t *testing.T) {
	r := request(load(t), risk.Batch, map[string]any{"confirm": true, "operations": []any{op("tasksGet", map[string]any{"confirm": true})}})
	got, source, err := Gate(t.Context(), r)
	if err != nil || source != SourceNone {
		t.Fatal(source, err)
	}
	if diff := cmp.Diff(batch(op("tasksGet", map[string]any{})), got); diff != "" {
		t.Error(diff)
	}
}

func TestNestedBatchIsConfirmedInside(t *testing.T) {
	r := request(load(t), risk.Batch, batch(op(risk.Batch, batch(op("tasksDelete", nil), op("tasksGet", nil)))))
	r.Yes = true
	got, source, err := Gate(t.Context(), r)
	if err != nil || source != SourceYes {
		t.Fatal(source, err)
	}
	want := batch(op(risk.Batch, batch(op("tasksDelete", map[string]any{"confirm": true}), op("tasksGet", nil))))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What is no class, or admin for a single action, is asked about all the same.
func TestStrangeClassesAreGated(t *testing.T) {
	for _, c := range []risk.Class{"", "SEND", "admin", "harmless"} {
		r := Request{Tables: load(t), Service: "tasks", Action: "tasksGet", Class: c}
		if _, _, err := Gate(t.Context(), r); err == nil || !Needed(r) {
			t.Errorf("class %q passed", c)
		}
	}
	r := request(load(t), risk.Batch, nil)
	r.Service = "nowhere"
	r.Class = r.Tables.Resolve(r.Service, r.Action, nil)
	if _, _, err := Gate(t.Context(), r); err == nil {
		t.Error("the batch of an unknown service passed")
	}
}

// An action's name may come from a third party: it must not be able to write
// lines of its own into the question.
func TestNamesCannotForgeTheQuestion(t *testing.T) {
	evil := "x\n  operation 9: harmless (read)\u202e\x1b[2J"
	tables, err := load(t).With("notes", []abi.ActionRequest{{Action: evil}, {Action: risk.Batch}})
	if err != nil {
		t.Fatal(err)
	}
	person := &asked{}
	r := Request{Tables: tables, Service: "notes", Action: risk.Batch, Params: batch(op(evil, nil)), Prompter: person}
	if _, _, err := Gate(t.Context(), r); !errors.Is(err, ErrRefused) {
		t.Fatal(err)
	}
	if got := person.texts[0]; strings.Count(got, "\n") != 2 || strings.ContainsAny(got, "\x1b\u202e") {
		t.Errorf("%q", got)
	}
}

type broken struct{ err error }

func (b broken) Confirm(context.Context, string) (bool, error) { return true, b.err }

func TestABrokenPromptIsNoYes(t *testing.T) {
	r := request(load(t), "tasksClear", nil)
	r.Prompter = broken{errors.New("input closed")}
	if _, _, err := Gate(t.Context(), r); fault.CodeOf(err) != fault.ConfirmationRequired {
		t.Errorf("got %v", err)
	}
	r.Prompter = broken{fault.New(fault.Interrupted, "interrupted")}
	if _, _, err := Gate(t.Context(), r); fault.CodeOf(err) != fault.Interrupted {
		t.Errorf("got %v", err)
	}
}

// Whatever the parameters look like: without --yes, without a yes at the
// prompt and without an entitled caller, no confirm leaves the gate, and
// nothing gated passes. With a yes, exactly the gated parts carry one.
func TestNoInputGrantsItself(t *testing.T) {
	tables := load(t)
	services := tables.Services()
	rapid.Check(t, func(t *rapid.T) {
		service := rapid.SampledFrom(services).Draw(t, "service")
		actions := append(tables.Actions(service), "toString", "", "nope")
		action := rapid.SampledFrom(actions).Draw(t, "action")
		params := drawObject(t, actions, 3)
		person := &asked{answer: rapid.Bool().Draw(t, "answer")}
		r := Request{Tables: tables, Service: service, Action: action, Params: params,
			Class: tables.Resolve(service, action, params), Yes: rapid.Bool().Draw(t, "yes")}
		if rapid.Bool().Draw(t, "terminal") {
			r.Prompter = person
		}
		got, source, err := Gate(context.Background(), r)
		entitled := r.Yes || (r.Prompter != nil && person.answer)
		switch {
		case err != nil && entitled:
			t.Fatalf("refused although somebody said yes: %v", err)
		case err != nil && !Needed(r):
			t.Fatalf("asked for what is not gated: %v", err)
		case err == nil && Needed(r) && !entitled:
			t.Fatalf("passed without a yes, source %s: %v", source, got)
		case err == nil:
			confirmedExactly(t, tables, service, action, got, true)
		}
	})
}

// confirmedExactly checks that confirm stands in each gated part and nowhere
// else that a service would look.
func confirmedExactly(t *rapid.T, tables *risk.Tables, service, action string, params map[string]any, top bool) {
	if action == risk.Batch {
		if _, ok := params["confirm"]; ok {
			t.Fatalf("a batch carries a confirm of its own: %v", params)
		}
		for op := range risk.Operations(params) {
			confirmedExactly(t, tables, service, op.Action, op.Params, false)
		}
		return
	}
	class := tables.Resolve(service, action, params)
	value, has := params["confirm"]
	if want := class != risk.Read && class != risk.Write; want != (value == true) || (!want && has) {
		t.Fatalf("%s (%s): confirm is %v in %v", action, class, value, params)
	}
}

func drawObject(t *rapid.T, actions []string, depth int) map[string]any {
	obj := map[string]any{}
	for _, key := range rapid.SliceOfDistinct(rapid.SampledFrom(
		[]string{"confirm", "params", "operations", "action", "forward", "sendUpdates", "startTime"}), rapid.ID).Draw(t, "keys") {
		obj[key] = drawValue(t, key, actions, depth)
	}
	return obj
}

func drawValue(t *rapid.T, key string, actions []string, depth int) any {
	if key == "action" && rapid.IntRange(0, 9).Draw(t, "named") > 0 {
		return rapid.SampledFrom(actions).Draw(t, "op")
	}
	if key == "operations" && depth > 0 && rapid.IntRange(0, 9).Draw(t, "list") > 0 {
		list := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "n") {
			entry := drawObject(t, actions, depth-1)
			entry["action"] = drawValue(t, "action", actions, 0)
			list = append(list, entry)
		}
		return list
	}
	if depth > 0 && key == "params" {
		return drawObject(t, actions, depth-1)
	}
	return rapid.SampledFrom([]any{true, "true", nil, 1.0, false, "all", []any{}}).Draw(t, "value")
}
