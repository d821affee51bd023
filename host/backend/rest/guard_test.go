package rest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
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
	"github.com/wslite/wslite/sdk/abi"
)

// journal notes in one order what a guard was asked and what left.
type journal struct {
	mu   sync.Mutex
	list []string
	// effects are those that the guard was asked for; say is its answer.
	effects []backend.Effect
	say     func(n int) error
}

func (j *journal) note(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.list = append(j.list, fmt.Sprintf(format, args...))
}

func (j *journal) guard(_ context.Context, e backend.Effect) error {
	j.note("guard %d.%d %s", e.Operation, e.Nth, e.Route)
	j.effects = append(j.effects, e)
	if j.say == nil {
		return nil
	}
	return j.say(len(j.effects))
}

// over is a transport that is written down.
func (j *journal) over(rt http.RoundTripper) http.RoundTripper {
	return through(func(r *http.Request) (*http.Response, error) {
		j.note("%s", r.Method)
		return rt.RoundTrip(r)
	})
}

type through func(*http.Request) (*http.Response, error)

func (f through) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func (j *journal) is(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(j.list, want) {
		t.Errorf("got  %q\nwant %q", j.list, want)
	}
}

// The guard is asked right before each change leaves, one after the other, and
// never for a read.
func TestGuardStandsBeforeEachChange(t *testing.T) {
	j := &journal{}
	c := call("tasks", "tasksDelete", steps([]abi.Request{getOne, getOne}, []abi.Request{getOne, remove, remove}, []abi.Request{remove}))
	c.Guard = j.guard
	ok := respond(200, `{}`)
	res, err := newBench(t, j.over(newWire(t, ok, ok, ok, ok, ok, ok))).Do(context.Background(), c)
	if err != nil || !res.Success {
		t.Fatal(res, err)
	}
	j.is(t, "GET", "GET", "GET", "guard 0.0 tasks.tasks.delete", "DELETE", "guard 0.1 tasks.tasks.delete", "DELETE", "guard 0.2 tasks.tasks.delete", "DELETE")
	one, err := j.effects[0].Digest()
	two, _ := j.effects[1].Digest()
	if err != nil || one != two || !strings.HasPrefix(one, "sha256:") {
		t.Errorf("%s, %s, %v", one, two, err)
	}
	if e := j.effects[0]; !e.ReachedKnown || len(e.Reached) > 0 || e.Size != 0 {
		t.Errorf("%+v", e)
	}
}

// In a batch the operation is told, and each counts for itself.
func TestGuardInABatch(t *testing.T) {
	j := &journal{}
	c := batchOf(op("tasksCreate"), op("tasksList"), op("tasksDelete"))
	c.Guard = j.guard
	ok := respond(200, `{}`)
	if _, err := newBench(t, j.over(newWire(t, ok, ok, ok))).Do(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	j.is(t, "guard 0.0 tasks.tasks.insert", "POST", "GET", "guard 2.0 tasks.tasks.delete", "DELETE")
	if size := j.effects[0].Size; size != int64(len(`{"title":"x"}`)) {
		t.Errorf("%d bytes", size)
	}
}

// W137: the guard is asked once for a request, before its first byte leaves:
// not again when it is repeated, and also where it comes to nothing. So whoever
// counts its yeses knows what may have left.
func TestW137GuardIsAskedOnceForARequest(t *testing.T) {
	dial := breaks(&net.OpError{Op: "dial", Err: errors.New("refused")})
	cut := breaks(io.ErrUnexpectedEOF)
	ok := respond(200, `{}`)
	signedIn := func(o *rest.Options) {
		o.Token = func(context.Context, string, []string) (string, error) { return "old", nil }
		o.Renew = func(context.Context, string, []string, string) (string, error) { return "new", nil }
	}
	nobody := func(o *rest.Options) {
		o.Token = func(context.Context, string, []string) (string, error) { return "", errors.New("none") }
	}
	none := func(*rest.Options) {}
	for name, c := range map[string]struct {
		script []reply
		with   func(*rest.Options)
		sent   int
		code   fault.Code
	}{
		"good":                     {replies(ok), none, 1, ""},
		"refused connections":      {replies(dial, dial, ok), none, 3, ""},
		"no connection at all":     {replies(dial, dial, dial), none, 3, fault.Network},
		"asked to slow down":       {replies(respond(429, ""), respond(429, ""), ok), none, 3, ""},
		"a token that has ended":   {replies(respond(401, ""), ok), signedIn, 2, ""},
		"the answer was lost":      {replies(cut), none, 1, fault.OutcomeUnknown},
		"a gateway lost it":        {replies(respond(504, "")), none, 1, fault.OutcomeUnknown},
		"nobody is signed in":      {nil, nobody, 0, fault.NotSignedIn},
		"the service failed at it": {replies(respond(500, "")), none, 1, fault.Upstream},
	} {
		j := &journal{}
		cl := createTask()
		cl.Guard = j.guard
		res, err := newBench(t, j.over(newWire(t, c.script...)), c.with).Do(context.Background(), cl)
		if got := outcome(res, err); got != string(c.code) {
			t.Errorf("%s: %s %v", name, got, err)
		}
		want := []string{"guard 0.0 tasks.tasks.insert"}
		for range c.sent {
			want = append(want, "POST")
		}
		if !slices.Equal(j.list, want) {
			t.Errorf("%s: %q", name, j.list)
		}
	}
}

// W138: each answer of a service that says no comes behind exactly one yes of
// the guard, under the code by which it is judged.
func TestW138AnswersBehindTheGuard(t *testing.T) {
	for status, code := range map[int]fault.Code{
		400: fault.BadRequest, 401: fault.Unauthorized, 403: fault.ActionNotAllowed, 404: fault.NotFound, 409: fault.Conflict,
		412: fault.Conflict, 413: fault.LimitExceeded, 415: fault.BadRequest, 422: fault.BadRequest, 408: fault.Upstream,
		500: fault.Upstream, 502: fault.OutcomeUnknown, 503: fault.Upstream, 504: fault.OutcomeUnknown,
	} {
		j := &journal{}
		c := createTask()
		c.Guard = j.guard
		res, err := newBench(t, j.over(newWire(t, respond(status, `{}`)))).Do(context.Background(), c)
		if got := outcome(res, err); got != string(code) {
			t.Errorf("%d: %s %v", status, got, err)
		}
		j.is(t, "guard 0.0 tasks.tasks.insert", "POST")
	}
}

// Content that goes up in pieces is one effect, asked for before the session
// is opened.
func TestGuardStandsBeforeAnUpload(t *testing.T) {
	for _, n := range []int{10, 9 << 20} {
		u := &uploads{t: t}
		_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
			if n > 5_000_000 {
				u.ServeHTTP(w, r)
				return
			}
			io.Copy(io.Discard, r.Body)
			io.WriteString(w, `{"id":"F"}`)
		})
		s := newStore(t, blob.Options{})
		file := openFile(t, s, "a.bin", pattern(n))
		j := &journal{say: func(int) error { return errNo }}
		c := contentCall("drive", "upload", s, ask(uploadRequest(file)), file)
		c.Guard = j.guard
		b := newBench(t, j.over(tr), contentRules)
		if _, err := b.Do(context.Background(), c); err != errNo {
			t.Errorf("%d bytes: %v", n, err)
		}
		j.is(t, "guard 0.0 drive.files.create")

		// The bytes that the digest was taken of are those that arrive.
		j = &journal{}
		c = contentCall("drive", "upload", s, ask(uploadRequest(file)), file)
		c.Guard = func(ctx context.Context, e backend.Effect) error {
			j.guard(ctx, e)
			_, err := e.Digest()
			return err
		}
		if code, text := do(t, newBench(t, j.over(tr), contentRules), c); code != "" {
			t.Fatal(code, text)
		}
		if e := j.effects[0]; len(j.effects) != 1 || e.Size != int64(n+len(`{"name":"x"}`)) || j.list[0] != "guard 0.0 drive.files.create" || j.list[1] != "POST" {
			t.Errorf("%d bytes: %+v, %q", n, e, j.list)
		}
		if n > 5_000_000 && string(u.got) != string(pattern(n)) {
			t.Error("other bytes arrived")
		}
	}
}

// W148: a file that changes behind the digest is not sent, though its size and
// time are as before: what was agreed to leaves whole, or nothing comes of it.
func TestW148ChangedFileIsNotSent(t *testing.T) {
	for _, n := range []int{1000, 9 << 20} {
		u := &uploads{t: t}
		_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
			if n < 5_000_000 {
				t.Error("a request arrived")
			}
			u.ServeHTTP(w, r)
		})
		s := newStore(t, blob.Options{})
		path := filepath.Join(t.TempDir(), "a.bin")
		if err := os.WriteFile(path, pattern(n), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := s.OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c := contentCall("drive", "upload", s, ask(uploadRequest(file)), file)
		c.Guard = func(_ context.Context, e backend.Effect) error {
			_, err := e.Digest()
			forge(t, path, int64(n-1))
			return err
		}
		code, text := do(t, newBench(t, tr, contentRules), c)
		if code != string(fault.Conflict) || !strings.Contains(text, "a.bin") || u.created != 0 || len(u.got) == n {
			t.Errorf("%d bytes: %s %s, %d arrived, made %d", n, code, text, len(u.got), u.created)
		}
	}
}

// forge changes a byte of a file and sets its time back.
func forge(t *testing.T, path string, at int64) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var old [1]byte
	f.ReadAt(old[:], at)
	f.WriteAt([]byte{old[0] ^ 1}, at)
	if err := os.Chtimes(path, time.Time{}, info.ModTime()); err != nil {
		t.Fatal(err)
	}
}

var errNo = errors.New("the guard says no")

// A guard's no ends the call, and it reaches the caller as the guard said it.
func TestGuardSaysNo(t *testing.T) {
	no := fault.Wrap(errNo, fault.DraftStale, "another request would go out").WithField("f").WithHint("look again")
	for name, say := range map[string]error{"error": errNo, "fault": no, "wrapped": fmt.Errorf("x: %w", no)} {
		j := &journal{say: func(int) error { return say }}
		c := createTask()
		c.Guard = j.guard
		if res, err := newBench(t, j.over(newWire(t))).Do(context.Background(), c); err != say || res != nil {
			t.Errorf("%s: %v %v", name, res, err)
		}
		j.is(t, "guard 0.0 tasks.tasks.insert")

		// After a change the error says so, and is still found in it.
		j = &journal{say: func(n int) error {
			if n == 3 {
				return say
			}
			return nil
		}}
		c = call("tasks", "tasksDelete", ask(remove, remove, remove, remove))
		c.Guard = j.guard
		ok := respond(200, `{}`)
		_, err := newBench(t, j.over(newWire(t, ok, ok))).Do(context.Background(), c)
		if !errors.Is(err, errNo) || !strings.Contains(err.Error(), "; already carried out: tasks.tasks.delete, tasks.tasks.delete") {
			t.Errorf("%s: %v", name, err)
		}
		if f := fault.Of(err); name != "error" && (f.Code != fault.DraftStale || f.Field != "f" || f.Hint != "look again" || !errors.Is(err, no) ||
			!strings.HasPrefix(f.Message, "another request would go out; already carried out")) {
			t.Errorf("%s: %+v", name, f)
		}
		if len(j.list) != 5 {
			t.Errorf("%s: %q", name, j.list)
		}
	}
	if no.Message != "another request would go out" {
		t.Error("the guard's own error was written to")
	}
}

// In a batch it ends all of it: nothing behind it runs, and what ran before is
// told, also what only may have.
func TestGuardSaysNoInABatch(t *testing.T) {
	j := &journal{say: func(n int) error {
		if n == 3 {
			return errNo
		}
		return nil
	}}
	c := batchOf(op("tasksCreate"), op("tasksDelete"), op("tasksList"), op("tasksCreate"), op("tasksList"))
	c.Guard = j.guard
	res, err := newBench(t, j.over(newWire(t, respond(200, `{}`), respond(500, `{}`), respond(200, `{}`)))).Do(context.Background(), c)
	if res != nil || !errors.Is(err, errNo) ||
		err.Error() != "the guard says no; already carried out: tasks.tasks.insert (operation 0); perhaps carried out: tasks.tasks.delete (operation 1)" {
		t.Errorf("%v %v", res, err)
	}
	j.is(t, "guard 0.0 tasks.tasks.insert", "POST", "guard 1.0 tasks.tasks.delete", "DELETE", "GET", "guard 3.0 tasks.tasks.insert")

	// Where nothing ran before, it is the guard's own error.
	c.Guard = func(context.Context, backend.Effect) error { return errNo }
	if _, err := newBench(t, newWire(t)).Do(context.Background(), c); err != errNo {
		t.Error(err)
	}
}

// A call that is over asks nobody, and a preview never does.
func TestGuardIsNotAsked(t *testing.T) {
	never := func(context.Context, backend.Effect) error { t.Error("asked"); return nil }
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := createTask()
	c.Guard = never
	if _, err := newBench(t, newWire(t)).Do(ctx, c); fault.CodeOf(err) != fault.Interrupted {
		t.Error(err)
	}
	got, err := newBench(t, newWire(t)).Preview(context.Background(), c)
	if err != nil || len(got) != 1 || got[0].Effect == nil {
		t.Errorf("%+v %v", got, err)
	}
	reads := readTasks()
	reads.Guard = never
	if _, err := newBench(t, newWire(t, respond(200, `{}`))).Do(context.Background(), reads); err != nil {
		t.Error(err)
	}
}
