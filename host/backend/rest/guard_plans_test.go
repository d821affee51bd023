package rest_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/sdk/abi"
)

// ownCase is a case of one of wslite's plugins: what the plan asks for, and what
// it is told.
type ownCase struct {
	Name, Action string
	Params       map[string]any
	Files        []abi.File
	ToFile       bool
	Steps        [][]ownExchange
}

type ownExchange struct {
	Request abi.Request
	Status  int
	Reason  string
	Body    abi.Raw
	Blob    *abi.Blob
}

func ownCases(t *testing.T) map[string][]ownCase {
	t.Helper()
	files, err := filepath.Glob("../../../plugins/*/testdata/cases/plan_*.json")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	all := map[string][]ownCase{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var cases struct{ Plan []ownCase }
		if err := json.Unmarshal(text, &cases); err != nil {
			t.Fatal(file, err)
		}
		service := strings.Split(filepath.ToSlash(file), "/")[4]
		all[service] = append(all[service], cases.Plan...)
	}
	return all
}

// What a preview shows is what Do asks its guard for first, over all cases of
// the plugins, with the same digests; and a second run asks for the same again.
func TestPreviewShowsTheGuardsEffects(t *testing.T) {
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	routes, err := route.Load()
	if err != nil {
		t.Fatal(err)
	}
	cases, changes, whole := 0, 0, 0 // some cases are about a service that says no
	for service, list := range ownCases(t) {
		for _, c := range list {
			changing := slices.ContainsFunc(c.Steps, func(step []ownExchange) bool {
				return slices.ContainsFunc(step, func(x ownExchange) bool { r, ok := routes.Get(x.Request.Route); return ok && r.Mutates })
			})
			if !changing {
				continue
			}
			cases++
			run := func(f func(b *rest.Backend, call backend.Call) error) error {
				w := &ownWorld{t: t, c: c, routes: routes, blobs: map[string]string{}}
				store := newStore(t, blob.Options{})
				call := backend.Call{Service: service, Action: c.Action, Params: c.Params, ToFile: false,
					Class: string(tables.Resolve(service, c.Action, c.Params)), Planner: &planner{f: w.plan}, Blobs: store,
					Clock: abi.Clock{Now: "2031-05-04T10:30:00Z", TimeZone: "UTC", Nonce: strings.Repeat("0", 32)}}
				for i, file := range c.Files {
					held := openFile(t, store, "a.bin", pattern(1000*(i+1)))
					w.blobs[file.Blob] = held.Facts().Blob
					call.Files = append(call.Files, backend.File{File: held.File(file.Arg)})
				}
				b := rest.New(rest.Options{Name: "google", Routes: routes, Risk: tables, Transport: w, Limits: limits.Default(),
					Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }})
				return f(b, call)
			}
			guarded := func() (effects []string, ended bool) {
				run(func(b *rest.Backend, call backend.Call) error {
					call.Guard = func(_ context.Context, e backend.Effect) error {
						effects = append(effects, described(t, e, len(effects)))
						return nil
					}
					res, err := b.Do(context.Background(), call)
					ended = err == nil && res.Success
					if strings.HasPrefix(string(fault.CodeOf(err)), "PLUGIN") {
						t.Errorf("%s, %s: %v", service, c.Name, err)
					}
					return nil
				})
				return effects, ended
			}
			done, ended := guarded()
			if ended {
				whole++
			}
			if again, _ := guarded(); !slices.Equal(again, done) {
				t.Errorf("%s, %s: two runs ask for\n%q\n%q", service, c.Name, done, again)
			}
			var shown []string
			err := run(func(b *rest.Backend, call backend.Call) error {
				planned, err := b.Preview(context.Background(), call)
				for _, p := range planned {
					if r, _ := routes.Get(p.Route); r.Mutates != (p.Effect != nil) {
						t.Errorf("%s, %s: %s has the effect %v", service, c.Name, p.Route, p.Effect)
					}
					if p.Effect != nil {
						shown = append(shown, described(t, *p.Effect, len(shown)))
					}
				}
				return err
			})
			first := min(len(shown), len(done)) // a failure ends the list of what was asked for
			if err != nil || first == 0 || first < len(shown) && ended || !slices.Equal(shown[:first], done[:first]) {
				t.Errorf("%s, %s: shown %q, asked for %q, %v", service, c.Name, shown, done, err)
			}
			changes += len(shown)
		}
	}
	if cases < 200 || changes < 200 || whole < cases*3/4 {
		t.Errorf("%d cases, %d changes shown, %d ran to their end", cases, changes, whole)
	}
}

// described is an effect as text; nth is the count that it must have.
func described(t *testing.T, e backend.Effect, nth int) string {
	t.Helper()
	sum, err := e.Digest()
	if err != nil {
		t.Error(e.Route, err)
	}
	if e.Nth != nth || e.Operation != 0 {
		t.Errorf("%s is number %d of operation %d, not %d", e.Route, e.Nth, e.Operation, nth)
	}
	if e.Route == "gmail.users.messages.send" && (!e.ReachedKnown || len(e.Reached) == 0) {
		t.Errorf("whom a mail of ours reaches can't be told: %+v", e)
	}
	return asJSON(t, []any{e.Route, sum, e.Reached, e.ReachedKnown, e.Size})
}

// ownWorld plays a case: it asks for what the case's plan asked for, and answers
// as the service did.
type ownWorld struct {
	t      *testing.T
	c      ownCase
	routes *route.Table
	// blobs are the names of contents, by their names in the case.
	blobs map[string]string
	step  int

	mu   sync.Mutex
	sent map[int]bool // requests of the step that were answered
}

func (w *ownWorld) plan(step int, in abi.PlanInput) (*abi.PlanOutput, error) {
	for i, r := range in.Responses {
		x := w.c.Steps[step-2][i]
		if x.Blob != nil && r.Blob != nil {
			w.blobs[x.Blob.Blob] = r.Blob.Blob
		}
		var was, is any
		if json.Unmarshal(x.Body, &was) == nil && json.Unmarshal(r.Body, &is) == nil {
			w.learn(was, is)
		}
	}
	w.step, w.sent = step, map[int]bool{}
	if step > len(w.c.Steps) || len(w.c.Steps[step-1]) == 0 {
		return &abi.PlanOutput{Result: &abi.Result{Data: abi.Raw(`{}`)}}, nil
	}
	var reqs []abi.Request
	for _, x := range w.c.Steps[step-1] {
		req := x.Request
		if req.Media != nil {
			media := *req.Media
			media.Segments = slices.Clone(media.Segments)
			for i, s := range media.Segments {
				if s.Blob != "" {
					media.Segments[i].Blob = w.blobs[s.Blob]
				}
			}
			req.Media = &media
		}
		reqs = append(reqs, req)
	}
	return &abi.PlanOutput{Requests: reqs}, nil
}

// learn finds the contents that an answer names beside those of the case.
func (w *ownWorld) learn(was, is any) {
	switch x := was.(type) {
	case map[string]any:
		other, _ := is.(map[string]any)
		if held, ok := x["blob"].(map[string]any); ok {
			now, _ := other["blob"].(map[string]any)
			old, _ := held["blob"].(string)
			w.blobs[old], _ = now["blob"].(string)
		}
		for name, inner := range x {
			w.learn(inner, other[name])
		}
	case []any:
		other, _ := is.([]any)
		for i, inner := range x {
			if i < len(other) {
				w.learn(inner, other[i])
			}
		}
	}
}

// RoundTrip answers with what the case says of the request.
func (w *ownWorld) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		io.Copy(io.Discard, r.Body)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	found := -1 // the next like it; one that is repeated gets the same answer
	for i, x := range w.c.Steps[w.step-1] {
		at, ok := w.routes.Get(x.Request.Route)
		if !ok || at.Method != r.Method {
			continue
		}
		build := at.URL
		if x.Request.Media != nil {
			build = at.UploadURL
		}
		u, err := build(x.Request.Path, x.Request.Query)
		if err != nil || u.EscapedPath() != r.URL.EscapedPath() || !within(u.Query(), r.URL.Query()) {
			continue
		}
		if found < 0 || w.sent[found] {
			found = i
		}
	}
	if found >= 0 {
		w.sent[found] = true
		return w.c.Steps[w.step-1][found].answer(w.t, r)
	}
	w.t.Errorf("%s: the case says nothing of %s %s", w.c.Name, r.Method, r.URL.Path)
	return respond(500, "")(r)
}

func within(few, all map[string][]string) bool {
	for name, values := range few {
		if !slices.Equal(all[name], values) {
			return false
		}
	}
	return true
}

func (x ownExchange) answer(t *testing.T, r *http.Request) (*http.Response, error) {
	if x.Status >= 400 {
		return respond(x.Status, googleError(x.Reason))(r)
	}
	status := max(x.Status, 200)
	if s := x.Request.Save; s != nil && s.Field == "" {
		return respond(status, "content", "Content-Type", "application/octet-stream")(r)
	}
	var body any = map[string]any{}
	if len(x.Body) > 0 {
		d := json.NewDecoder(bytes.NewReader(x.Body))
		d.UseNumber()
		if err := d.Decode(&body); err != nil {
			t.Fatal(err)
		}
	}
	body = sentBy(body)
	if s := x.Request.Save; s != nil {
		m, _ := body.(map[string]any)
		m[s.Field] = base64.URLEncoding.EncodeToString([]byte("content"))
	}
	return respond(status, asJSON(t, body), "Content-Type", "application/json")(r)
}

// sentBy is an answer as the service sent it, before the host decoded what is in
// it.
func sentBy(v any) any {
	switch x := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, inner := range x {
			out[name] = sentBy(inner)
		}
		text, isText := x["text"].(string)
		_, measured := x["textUnits"]
		if isText && measured {
			out["data"] = base64.URLEncoding.EncodeToString([]byte(text))
			delete(out, "text")
			delete(out, "textUnits")
			delete(out, "charset")
		}
		if _, held := x["blob"].(map[string]any); held {
			out["data"] = base64.URLEncoding.EncodeToString([]byte("\x89PNG"))
			delete(out, "blob")
		}
		return out
	case []any:
		out := make([]any, len(x))
		for i, inner := range x {
			out[i] = sentBy(inner)
		}
		return out
	}
	return v
}
