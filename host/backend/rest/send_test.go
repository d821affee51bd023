package rest_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

func googleError(reason string) string {
	return `{"error":{"code":403,"message":"why not","errors":[{"domain":"usageLimits","reason":"` + reason + `"}],"status":"PERMISSION_DENIED"}}`
}

func readTasks() backend.Call    { return call("tasks", "tasksList", ask(list)) }
func createTask() backend.Call   { return call("tasks", "tasksCreate", ask(insert)) }
func replies(r ...reply) []reply { return r }

// One call each: which answers come, what becomes of it, and how long the
// waits between were (with a jitter that always draws the longest).
func TestB74Retries(t *testing.T) {
	ok := respond(200, `{}`)
	dial := breaks(&net.OpError{Op: "dial", Err: errors.New("refused")})
	date := "Tue, 01 Dec 2026 12:00:07 GMT"
	ms := func(n ...int) (out []time.Duration) {
		for _, x := range n {
			out = append(out, time.Duration(x)*time.Millisecond)
		}
		return out
	}
	for name, c := range map[string]struct {
		call   backend.Call
		script []reply
		code   string // "" is success
		waits  []time.Duration
	}{
		"read: rate twice, then good":    {readTasks(), replies(respond(403, googleError("rateLimitExceeded")), respond(403, googleError("userRateLimitExceeded")), ok), "", ms(500, 1000)},
		"read: no right":                 {readTasks(), replies(respond(403, googleError("insufficientPermissions"))), "ACTION_NOT_ALLOWED", nil},
		"read: daily limit":              {readTasks(), replies(respond(403, googleError("dailyLimitExceeded"))), "RATE_LIMITED", nil},
		"read: daily limit as 429":       {readTasks(), replies(respond(429, googleError("dailyLimitExceeded"))), "RATE_LIMITED", nil},
		"read: storage full":             {readTasks(), replies(respond(403, googleError("storageQuotaExceeded"))), "LIMIT_EXCEEDED", nil},
		"read: 429 with seconds":         {readTasks(), replies(respond(429, "", "Retry-After", "2"), ok), "", ms(2000)},
		"read: 429 with a date":          {readTasks(), replies(respond(429, "", "Retry-After", date), ok), "", ms(7000)},
		"read: 429 with a past date":     {readTasks(), replies(respond(429, "", "Retry-After", "Tue, 01 Dec 2020 12:00:07 GMT"), ok), "", ms(500)},
		"read: 429 with nonsense":        {readTasks(), replies(respond(429, "", "Retry-After", "-5"), respond(429, "", "Retry-After", "soon"), ok), "", ms(500, 1000)},
		"read: 429 asks for an hour":     {readTasks(), replies(respond(429, "", "Retry-After", "3600")), "RATE_LIMITED", nil},
		"read: 429 asks for a bit long":  {readTasks(), replies(respond(429, "", "Retry-After", "61")), "RATE_LIMITED", nil},
		"read: 429 asks for ages":        {readTasks(), replies(respond(429, "", "Retry-After", "4294967295")), "RATE_LIMITED", nil},
		"read: 429 for ever":             {readTasks(), slices.Repeat(replies(respond(429, "")), 5), "RATE_LIMITED", ms(500, 1000, 2000, 4000)},
		"read: patience ends":            {readTasks(), slices.Repeat(replies(respond(429, "", "Retry-After", "50")), 3), "RATE_LIMITED", ms(50000, 50000)},
		"read: 503 then good":            {readTasks(), replies(respond(503, "<html>"), respond(500, ""), respond(502, ""), respond(504, ""), ok), "", ms(500, 1000, 2000, 4000)},
		"read: 503 with Retry-After":     {readTasks(), replies(respond(503, "", "Retry-After", "3"), ok), "", ms(3000)},
		"read: 501":                      {readTasks(), replies(respond(501, "")), "NOT_SUPPORTED", nil},
		"read: connection cut":           {readTasks(), replies(breaks(io.ErrUnexpectedEOF), breaks(io.EOF), ok), "", ms(500, 1000)},
		"read: cut for ever":             {readTasks(), slices.Repeat(replies(breaks(io.EOF)), 3), "NETWORK_ERROR", ms(500, 1000)},
		"read: no such host":             {readTasks(), replies(breaks(&net.DNSError{Err: "no such host", IsNotFound: true})), "NETWORK_ERROR", nil},
		"change: rate, then good":        {createTask(), replies(respond(403, googleError("rateLimitExceeded")), respond(429, "", "Retry-After", "1"), ok), "", ms(500, 1000)},
		"change: 500":                    {createTask(), replies(respond(500, "")), "UPSTREAM_ERROR", nil},
		"change: 503 with Retry-After":   {createTask(), replies(respond(503, "", "Retry-After", "1")), "UPSTREAM_ERROR", nil},
		"change: 408":                    {createTask(), replies(respond(408, "")), "UPSTREAM_ERROR", nil},
		"change: gateway lost it":        {createTask(), replies(respond(502, "<html>bad gateway")), "OUTCOME_UNKNOWN", nil},
		"change: gateway gave up":        {createTask(), replies(respond(504, "")), "OUTCOME_UNKNOWN", nil},
		"change: never connected, twice": {createTask(), replies(dial, dial, ok), "", ms(500, 1000)},
		"change: never connected":        {createTask(), slices.Repeat(replies(dial), 3), "NETWORK_ERROR", ms(500, 1000)},
		"change: cut":                    {createTask(), replies(breaks(io.EOF)), "OUTCOME_UNKNOWN", nil},
		"change: unknown transport":      {createTask(), replies(breaks(errors.New("what?"))), "OUTCOME_UNKNOWN", nil},
		"change: answer cut oddly":       {createTask(), replies(cutBody(&net.OpError{Op: "dial", Err: errors.New("x")})), "OUTCOME_UNKNOWN", nil},
		"change: rate, then cut":         {createTask(), replies(respond(429, ""), breaks(io.EOF)), "OUTCOME_UNKNOWN", ms(500)},
		"change: redirected":             {createTask(), replies(respond(303, "", "Location", "https://evil.example/")), "OUTCOME_UNKNOWN", nil},
		"read: redirected":               {readTasks(), replies(respond(302, "", "Location", "https://evil.example/")), "MALFORMED_RESPONSE", nil},
		"read: not modified":             {readTasks(), replies(respond(304, "")), "MALFORMED_RESPONSE", nil},
	} {
		b := newBench(t, newWire(t, c.script...))
		res, err := b.Do(context.Background(), c.call)
		if got := outcome(res, err); got != c.code {
			t.Errorf("%s: %s, want %s (%v)", name, got, c.code, err)
		}
		if !slices.Equal(b.waits, c.waits) {
			t.Errorf("%s: waits %v, want %v", name, b.waits, c.waits)
		}
	}
}

// cutBody answers 200 with a body that can't be read to its end.
func cutBody(err error) reply {
	return func(r *http.Request) (*http.Response, error) {
		res, _ := respond(200, "")(r)
		res.Body = io.NopCloser(iotest.ErrReader(err))
		return res, nil
	}
}

// outcome is the code of what came back; empty for a success.
func outcome(res *envelope.Response, err error) string {
	switch {
	case err != nil:
		return string(fault.CodeOf(err))
	case res.Success:
		return ""
	}
	return res.Error.Code
}

func TestStatusesAndMessages(t *testing.T) {
	for status, want := range map[int]string{
		400: "BAD_REQUEST", 401: "UNAUTHORIZED", 403: "ACTION_NOT_ALLOWED", 404: "NOT_FOUND", 405: "NOT_SUPPORTED", 409: "CONFLICT", 410: "NOT_FOUND", 412: "CONFLICT",
		413: "LIMIT_EXCEEDED", 414: "LIMIT_EXCEEDED", 418: "BAD_REQUEST", 422: "BAD_REQUEST", 423: "CONFLICT", 428: "CONFLICT",
	} {
		b := newBench(t, newWire(t, respond(status, "")))
		if res, err := b.Do(context.Background(), readTasks()); outcome(res, err) != want {
			t.Errorf("%d: %s %v, want %s", status, outcome(res, err), err, want)
		}
	}
	for body, want := range map[string]string{
		`{"error":{"code":404,"message":"Task not found.","errors":[{"reason":"notFound"}],"status":"NOT_FOUND"}}`: "Task not found. (tasks.tasks.list: 404 notFound)",
		`{"error":{"code":404,"message":"m","status":"NOT_FOUND","details":[{"@type":"x","reason":"GONE_AWAY"}]}}`: "m (tasks.tasks.list: 404 GONE_AWAY)",
		`{"error":{"code":"itemNotFound","message":"Graph says no"}}`:                                              "Graph says no (tasks.tasks.list: 404 itemNotFound)",
		`{"error":"invalid_grant","error_description":"OAuth says no"}`:                                            "OAuth says no (tasks.tasks.list: 404 invalid_grant)",
		`{"message":"plain"}`: "plain (tasks.tasks.list: 404)",
		`<html>no</html>`:     "the service gave no reason (tasks.tasks.list: 404)",
		``:                    "the service gave no reason (tasks.tasks.list: 404)",
		`{"error":[1]}`:       "the service gave no reason (tasks.tasks.list: 404)",
		`{"error":{"message":"a\u001b[31m\nb\u202e","errors":[7,{"reason":8}]}}`: "a[31m b (tasks.tasks.list: 404)",
	} {
		b := newBench(t, newWire(t, respond(404, body)))
		res, err := b.Do(context.Background(), readTasks())
		if err != nil || res.Error.Message != want {
			t.Errorf("%s: %q %v, want %q", body, res.Error.Message, err, want)
		}
	}
	b := newBench(t, newWire(t, respond(404, `{"error":{"message":"`+strings.Repeat("a", 5000)+`"}}`)))
	if res, _ := b.Do(context.Background(), readTasks()); len(res.Error.Message) > 700 {
		t.Errorf("a message of %d bytes", len(res.Error.Message))
	}
}

func TestB71Answers(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		want   string
		code   string
	}{
		"202 empty":       {202, "", `[{"status":202}]`, ""},
		"204":             {204, "", `[{"status":204}]`, ""},
		"200 blank":       {200, " \n", `[{"status":200}]`, ""},
		"a number":        {200, " 12345678901234567890 ", `[{"body":12345678901234567890,"status":200}]`, ""},
		"HTML":            {200, "<!doctype html><p>Sign in", "", "MALFORMED_RESPONSE"},
		"two values":      {200, `{} {}`, "", "MALFORMED_RESPONSE"},
		"cut short":       {200, `{"items":[`, "", "MALFORMED_RESPONSE"},
		"NaN":             {200, `{"a":NaN}`, "", "MALFORMED_RESPONSE"},
		"not UTF-8":       {200, "{\"a\":\"\xff\"}", "", "MALFORMED_RESPONSE"},
		"byte order mark": {200, "\ufeff{}", "", "MALFORMED_RESPONSE"},
		"huge":            {200, `"` + strings.Repeat("a", 10<<20) + `"`, "", "LIMIT_EXCEEDED"},
	} {
		res, err := newBench(t, newWire(t, respond(c.status, c.body))).Do(context.Background(), readTasks())
		if outcome(res, err) != c.code {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if c.code == "" && asJSON(t, res.Data) != c.want {
			t.Errorf("%s: %s", name, asJSON(t, res.Data))
		}
		if err != nil && (strings.Contains(err.Error(), "Sign in") || strings.Contains(err.Error(), "aaa")) {
			t.Errorf("%s: the body is in the message", name)
		}
	}
	// A change that was made says so, even if its answer is useless.
	_, err := newBench(t, newWire(t, respond(200, "<html>"))).Do(context.Background(), createTask())
	if fault.CodeOf(err) != fault.MalformedResponse || !strings.Contains(err.Error(), "already carried out: tasks.tasks.insert") {
		t.Error(err)
	}
}

func TestTolerate(t *testing.T) {
	tolerant := getOne
	tolerant.Tolerate = []int{404, 410}
	w := newWire(t, respond(404, googleError("notFound")), respond(409, ""))
	b := newBench(t, w)
	res, err := b.Do(context.Background(), call("tasks", "tasksList", ask(tolerant)))
	if err != nil || asJSON(t, res.Data) != `[{"error":{"code":"NOT_FOUND","message":"why not","reason":"notFound"},"status":404}]` {
		t.Errorf("%s %v", asJSON(t, res), err)
	}
	if res, err := b.Do(context.Background(), call("tasks", "tasksList", ask(tolerant))); outcome(res, err) != "CONFLICT" {
		t.Errorf("%+v %v", res, err)
	}
}

// A failure after a change says what stays.
func TestFailureAfterAChange(t *testing.T) {
	w := newWire(t, respond(200, `{}`), respond(404, ""))
	res, err := newBench(t, w).Do(context.Background(), call("tasks", "tasksCreate", ask(insert, insert, insert)))
	if err != nil || res.Error.Code != "NOT_FOUND" || !strings.HasSuffix(res.Error.Message, "already carried out: tasks.tasks.insert") {
		t.Errorf("%+v %v", res, err)
	}
}

// A wait ends when the caller gives up, and nothing more is sent.
func TestCancelDuringWait(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	w := newWire(t, respond(429, "", "Retry-After", "30"))
	b := newBench(t, w, func(o *rest.Options) {
		real := o.Wait
		o.Wait = func(c context.Context, d time.Duration) error { cancel(); return real(c, d) }
	})
	if _, err := b.Do(ctx, createTask()); fault.CodeOf(err) != fault.Interrupted {
		t.Error(err)
	}
	// The real wait, too.
	ctx, cancel = context.WithCancel(context.Background())
	w = newWire(t, func(r *http.Request) (*http.Response, error) {
		time.AfterFunc(time.Millisecond, cancel)
		return respond(429, "", "Retry-After", "30")(r)
	})
	b = newBench(t, w, func(o *rest.Options) { o.Wait = nil })
	began := time.Now()
	if _, err := b.Do(ctx, readTasks()); fault.CodeOf(err) != fault.Interrupted || time.Since(began) > 20*time.Second {
		t.Errorf("%v after %v", err, time.Since(began))
	}
}

// A change whose answer is cut off by the caller or the clock may have
// happened; a read has not changed anything.
func TestGivingUpInTheMiddle(t *testing.T) {
	hang := func(r *http.Request) (*http.Response, error) { <-r.Context().Done(); return nil, r.Context().Err() }
	soon := func(o *rest.Options) { o.Timeout = time.Millisecond }
	for name, c := range map[string]struct {
		call   backend.Call
		cancel bool
		code   fault.Code
	}{
		"change, timeout": {createTask(), false, fault.OutcomeUnknown},
		"read, timeout":   {readTasks(), false, fault.Network},
		"change, cancel":  {createTask(), true, fault.OutcomeUnknown},
		"read, cancel":    {readTasks(), true, fault.Interrupted},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		var b *bench
		if c.cancel {
			b = newBench(t, newWire(t, func(r *http.Request) (*http.Response, error) { cancel(); return hang(r) }))
		} else {
			b = newBench(t, newWire(t, hang), soon)
		}
		if _, err := b.Do(ctx, c.call); fault.CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
	}
}

// Reads of one step run together, bounded, and keep their order.
func TestReadsInParallel(t *testing.T) {
	var now, most atomic.Int32
	var wait sync.WaitGroup
	wait.Add(4) // as many as may run at once must meet
	var arrived atomic.Int32
	b := newBench(t, roundTrip(func(r *http.Request) (*http.Response, error) {
		n := now.Add(1)
		defer now.Add(-1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		if arrived.Add(1) <= 4 {
			wait.Done()
			wait.Wait()
		}
		return respond(200, `"`+r.URL.Query().Get("pageToken")+`"`)(r)
	}))
	var reqs []abi.Request
	for i := range 20 {
		r := list
		r.Query = map[string]abi.Raw{"pageToken": abi.Raw(`"` + string(rune('a'+i)) + `"`)}
		reqs = append(reqs, r)
	}
	res, err := b.Do(context.Background(), call("tasks", "tasksList", ask(reqs...)))
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range res.Data.([]any) {
		if x.(map[string]any)["body"] != string(rune('a'+i)) {
			t.Fatalf("order: %v", res.Data)
		}
	}
	if most.Load() != 4 {
		t.Errorf("%d at once", most.Load())
	}
}

// The first failure ends the other reads, and is the one that is told.
func TestParallelFailure(t *testing.T) {
	b := newBench(t, roundTrip(func(r *http.Request) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Path, "/tasks/T") {
			return respond(404, "")(r)
		}
		<-r.Context().Done()
		return nil, r.Context().Err()
	}), func(o *rest.Options) { o.Timeout = time.Minute })
	began := time.Now()
	res, err := b.Do(context.Background(), call("tasks", "tasksList", ask(list, list, list, getOne, list, list)))
	if outcome(res, err) != "NOT_FOUND" || time.Since(began) > 30*time.Second {
		t.Errorf("%+v %v after %v", res, err, time.Since(began))
	}
}

// A step that changes something runs strictly in order, reads included.
func TestChangesInOrder(t *testing.T) {
	var busy atomic.Bool
	var order []string
	b := newBench(t, roundTrip(func(r *http.Request) (*http.Response, error) {
		if !busy.CompareAndSwap(false, true) {
			t.Error("two at once")
		}
		order = append(order, r.Method)
		time.Sleep(time.Millisecond)
		busy.Store(false)
		return respond(200, `{}`)(r)
	}))
	if _, err := b.Do(context.Background(), call("tasks", "tasksDelete", ask(getOne, remove, getOne, remove))); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(order, []string{"GET", "DELETE", "GET", "DELETE"}) {
		t.Error(order)
	}
}

// One backend serves many calls at once.
func TestConcurrentCalls(t *testing.T) {
	b := newBench(t, roundTrip(respond(200, `{"items":[{"id":"a"}]}`)))
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			masked := list
			masked.Keep = "items/id"
			if res, err := b.Do(context.Background(), call("tasks", "tasksList", ask(masked, masked, masked))); err != nil || !res.Success {
				t.Error(err)
			}
			if res, err := b.Do(context.Background(), createTask()); err != nil || !res.Success {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
