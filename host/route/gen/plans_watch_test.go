package main

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// watcher stands between the host and a plugin and looks at all that a plan asks
// for.
type watcher struct {
	*bench
	caller guest.Caller
	title  string
	seen   seen
}

// seen is what a plan could know before a step: its parameters and the answers.
type seen struct {
	texts       map[string]bool
	permissions map[string]map[string]any
}

// add takes in a value with all that is in it.
func (s *seen) add(v any) {
	switch x := v.(type) {
	case string:
		x = strings.TrimSpace(x)
		s.texts[x], s.texts[strings.TrimSuffix(x, "@google.com")] = true, true
	case []any:
		for _, item := range x {
			s.add(item)
		}
	case map[string]any:
		if list, ok := x["permissions"].([]any); ok {
			for _, p := range list {
				if p, ok := p.(map[string]any); ok {
					id, _ := p["id"].(string)
					s.permissions[id] = p
				}
			}
		}
		for _, member := range x {
			s.add(member)
		}
	}
}

// names of things that are everywhere.
var names = []string{"me", "primary", "root", "@default"}

func (w *watcher) problem(format string, args ...any) {
	w.t.Helper()
	w.t.Errorf(w.title+": "+format+"\n%s", append(args, strings.Join(w.service.log, "\n"))...)
}

// Plan implements backend.Planner.
func (w *watcher) Plan(ctx context.Context, in abi.PlanInput) (*abi.PlanOutput, error) {
	out, err := guest.Plan(ctx, w.caller, in)
	if err != nil {
		return nil, err
	}
	row, known := w.tables.Row(w.name, in.Action)
	if !known {
		w.problem("no row of the action %s", in.Action)
	}
	var params map[string]any
	if err := json.Unmarshal(in.Params, &params); err != nil {
		w.problem("params: %v", err)
	}
	if in.State == nil && in.Responses == nil {
		w.seen = seen{texts: map[string]bool{}, permissions: map[string]map[string]any{}}
		w.seen.add(params)
	}
	for _, r := range in.Responses {
		var body any
		if len(r.Body) > 0 {
			if err := json.Unmarshal(r.Body, &body); err != nil {
				w.problem("an answer: %v", err)
			}
		}
		w.seen.add(body)
	}
	class := w.tables.Resolve(w.name, in.Action, params)
	for _, r := range out.Requests {
		for _, why := range w.check.request(r.Route, r.Path, raws(r.Query), json.RawMessage(r.Body), r.Media != nil, r.Save != nil) {
			w.problem("%s: %s", r.Route, why)
		}
		if why := w.check.fields(r.Route, r.Keep); why != "" && r.Decode == nil {
			w.problem("%s: %s", r.Route, why)
		}
		if !slices.Contains(row.Routes, r.Route) {
			w.problem("%s is no route of the action", r.Route)
		}
		if w.check.routes[r.Route].Mutates {
			if class == risk.Read {
				w.problem("%s changes something, and the action reads", r.Route)
			}
			for name, id := range r.Path {
				if !w.seen.texts[id] && !slices.Contains(names, id) {
					w.problem("%s changes %s %q, of which neither parameters nor answers speak", r.Route, name, id)
				}
			}
		}
		var body map[string]any
		if len(r.Body) > 0 {
			if err := json.Unmarshal(r.Body, &body); err != nil {
				w.problem("body: %v", err)
			}
		}
		if why := beyond(request{route: r.Route, path: r.Path, query: r.Query, body: body, seen: w.seen}, class, in.Action, params); why != "" {
			w.problem("%s of class %s: %s %s %s", in.Action, class, r.Route, r.Body, why)
		}
	}
	if out.Error != nil && (out.Error.Message == "" || strings.ContainsFunc(out.Error.Message, unicode.IsControl)) {
		w.problem("the error %q", out.Error.Message)
	}
	return out, nil
}

func raws(query map[string]abi.Raw) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for name, v := range query {
		out[name] = json.RawMessage(v)
	}
	return out
}

// failed tells how a call ended without an answer: a plugin must never be why.
func (w *watcher) failed(err error) string {
	w.t.Helper()
	code := string(fault.CodeOf(err))
	// A checksum that does not fit is the service's fault, and rightly told.
	malformed := fault.CodeOf(err) == fault.MalformedResponse && !strings.Contains(err.Error(), "checksum")
	if strings.HasPrefix(code, "PLUGIN_") || fault.Of(err) == nil || fault.CodeOf(err) == fault.Client || malformed {
		w.problem("%s: %v", code, err)
	}
	return code
}

// checkKeys holds a result against the keys that workspace-lite gives: a member
// that the service left out is no reason to leave out a key.
func (w *watcher) checkKeys(tool string, data any) {
	w.t.Helper()
	raw, err := json.Marshal(data)
	if err != nil {
		w.t.Fatal(err)
	}
	var plain any
	if err := json.Unmarshal(raw, &plain); err != nil {
		w.t.Fatal(err)
	}
	if why := w.keys.Check(tool, plain); why != "" {
		w.problem("keys of %s: %s in %.500s", tool, why, raw)
	}
}

// render shows the answer to a person: an odd answer is no reason for a trap.
func (w *watcher) render(c planCall, response map[string]any) {
	w.t.Helper()
	raw, err := json.Marshal(response)
	if err != nil {
		w.t.Fatal(err)
	}
	if _, _, err := guest.Render(w.t.Context(), w.caller, abi.RenderInput{Tool: c.tool, Args: abi.Raw(c.args), Clock: clock, Response: raw}); err != nil {
		w.problem("render: %v of %.2000s", err, raw)
	}
}
