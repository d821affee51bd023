package rest_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// steps is a plan that asks for one list of requests after the other.
func steps(lists ...[]abi.Request) plan {
	return func(step int, in abi.PlanInput) (*abi.PlanOutput, error) {
		if step > len(lists) {
			return &abi.PlanOutput{Result: &abi.Result{Data: abi.Raw(`{}`)}}, nil
		}
		return &abi.PlanOutput{Requests: lists[step-1]}, nil
	}
}

// The reads before a change are sent, so that the change that is shown is the
// one that would leave; the change is not.
func TestPreviewReadsFirst(t *testing.T) {
	w := newWire(t, respond(200, `{"id":"T"}`), respond(200, `{}`))
	got, err := newBench(t, w).Preview(context.Background(), call("tasks", "tasksDelete", steps([]abi.Request{getOne}, []abi.Request{getOne}, []abi.Request{getOne, remove}, []abi.Request{remove})))
	if err != nil || len(got) != 2 || got[1].Method != "DELETE" || got[0].Note+got[1].Note != "" || len(w.sent()) != 2 {
		t.Errorf("%+v %v, sent %q", got, err, w.sent())
	}
	// What only reads is shown unsent.
	got, err = newBench(t, newWire(t)).Preview(context.Background(), call("tasks", "tasksList", steps([]abi.Request{list}, []abi.Request{getOne})))
	if err != nil || len(got) != 1 || got[0].Route != "tasks.tasks.list" {
		t.Errorf("%+v %v", got, err)
	}
	// A plan that finds nothing to do.
	got, err = newBench(t, newWire(t, respond(200, `{}`))).Preview(context.Background(), call("tasks", "tasksDelete", steps([]abi.Request{getOne})))
	if err != nil || len(got) != 1 || !strings.Contains(got[0].Note, "nothing to change") {
		t.Errorf("%+v %v", got, err)
	}
	// What the service refuses is told.
	_, err = newBench(t, newWire(t, respond(404, googleError("notFound")))).Preview(context.Background(), call("tasks", "tasksDelete", steps([]abi.Request{getOne}, []abi.Request{remove})))
	if fault.CodeOf(err) != fault.NotFound {
		t.Error(err)
	}
}

// Without a network or a sign-in the reads themselves are shown, and why.
func TestPreviewWithoutANetwork(t *testing.T) {
	plan := steps([]abi.Request{getOne}, []abi.Request{remove})
	dns := breaks(&net.DNSError{Err: "no such host", IsNotFound: true})
	got, err := newBench(t, newWire(t, dns)).Preview(context.Background(), call("tasks", "tasksDelete", plan))
	if err != nil || len(got) != 1 || got[0].Route != "tasks.tasks.get" || !strings.Contains(got[0].Note, "could not be reached") {
		t.Errorf("%+v %v", got, err)
	}
	nobody := func(o *rest.Options) {
		o.Token = func(context.Context, string, []string) (string, error) { return "", errors.New("none") }
	}
	got, err = newBench(t, newWire(t), nobody).Preview(context.Background(), call("tasks", "tasksDelete", plan))
	if err != nil || len(got) != 1 || !strings.Contains(got[0].Note, "nobody is signed in") {
		t.Errorf("%+v %v", got, err)
	}
}

// A mail is shown whole, with a line for each file; other text up to a bound.
func TestPreviewOfContent(t *testing.T) {
	s := newStore(t, blob.Options{})
	file := openFile(t, s, "a.pdf", []byte("%PDF-secret"))
	long := strings.Repeat("ü", 30_000)
	for mimeType, want := range map[string]int{"message/rfc822": len(long), "text/plain": 0} {
		req := uploadRequest(file)
		req.Media = &abi.Media{MimeType: mimeType, Segments: []abi.Segment{{Text: "Subject: x\r\n\r\n"}, {Blob: file.Facts().Blob, Encoding: "base64"}, {Text: long}}}
		got, err := newBench(t, newWire(t), contentRules).Preview(context.Background(), contentCall("drive", "upload", s, ask(req), file))
		if err != nil || len(got) != 1 || got[0].URL != "https://www.googleapis.com/upload/drive/v3/files" {
			t.Fatalf("%+v %v", got, err)
		}
		m := got[0].Media
		if m.MimeType != mimeType || m.Size != int64(14+18+len(long)) || !strings.HasPrefix(m.Text, "Subject: x\r\n\r\n[file a.pdf, 11 bytes]\nü") || strings.Contains(m.Text, "secret") {
			t.Errorf("%s: %d %.60q", mimeType, m.Size, m.Text)
		}
		if want > 0 && !strings.HasSuffix(m.Text, long) || want == 0 && (!strings.HasSuffix(m.Text, "[and more]\n") || len(m.Text) > 21_000) {
			t.Errorf("%s: %d bytes are shown", mimeType, len(m.Text))
		}
	}
}

// Each operation of a batch is previewed by itself.
func TestPreviewOfABatch(t *testing.T) {
	c := call("tasks", "batch", func(_ int, in abi.PlanInput) (*abi.PlanOutput, error) {
		if in.Responses == nil && strings.Contains(string(in.Action), "Delete") {
			return &abi.PlanOutput{Requests: []abi.Request{getOne}}, nil
		}
		if in.Action == "tasksDelete" {
			return &abi.PlanOutput{Requests: []abi.Request{remove}}, nil
		}
		return &abi.PlanOutput{Requests: []abi.Request{list}}, nil
	})
	op := func(action string) any { return map[string]any{"action": action, "params": map[string]any{}} }
	c.Params = map[string]any{"operations": []any{op("tasksList"), op("tasksDelete"), op("tasksList")}}
	w := newWire(t, respond(200, `{}`))
	got, err := newBench(t, w).Preview(context.Background(), c)
	if err != nil || len(got) != 3 || got[0].Method != "GET" || got[1].Method != "DELETE" || len(w.sent()) != 1 {
		t.Errorf("%+v %v, sent %q", got, err, w.sent())
	}
}
