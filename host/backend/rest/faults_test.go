package rest_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// A connection that is cut before, in and after the body of a change, and an
// answer that never comes: the change is not sent again, and nobody claims to
// know what became of it. A read is sent again.
func TestCutsOverTLS(t *testing.T) {
	for name, answer := range map[string]func(w http.ResponseWriter, r *http.Request){
		"before the body": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"in the body": func(_ http.ResponseWriter, r *http.Request) {
			io.CopyN(io.Discard, r.Body, 100_000)
			panic(http.ErrAbortHandler)
		},
		"after the body": func(_ http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			panic(http.ErrAbortHandler)
		},
		"in the answer": func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Length", "100")
			io.WriteString(w, `{"id":`)
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		},
		"truncated gzip": func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Encoding", "gzip")
			var b strings.Builder
			gzipOf(&b, `{"id":"`+strings.Repeat("x", 1000)+`"}`)
			io.WriteString(w, b.String()[:b.Len()-6])
		},
	} {
		for _, proto := range []string{"HTTP/2", "HTTP/1.1"} {
			var n atomic.Int32
			_, tr := google(t, func(w http.ResponseWriter, r *http.Request) { n.Add(1); answer(w, r) })
			if proto == "HTTP/1.1" {
				tr = http1(tr)
			}
			s := newStore(t, blob.Options{})
			file := openFile(t, s, "a", pattern(1<<20))
			code, text := do(t, newBench(t, tr, contentRules), contentCall("drive", "upload", s, ask(uploadRequest(file)), file))
			if code != "OUTCOME_UNKNOWN" || n.Load() != 1 {
				t.Errorf("%s, %s, upload: %s %s after %d requests", name, proto, code, text, n.Load())
			}
			n.Store(0)
			if code, text := do(t, newBench(t, tr), createTask()); code != "OUTCOME_UNKNOWN" || n.Load() != 1 {
				t.Errorf("%s, %s, change: %s %s after %d requests", name, proto, code, text, n.Load())
			}
			n.Store(0)
			if code, text := do(t, newBench(t, tr), readTasks()); code != "NETWORK_ERROR" || n.Load() != 3 {
				t.Errorf("%s, %s, read: %s %s after %d requests", name, proto, code, text, n.Load())
			}
		}
	}
}

// B49: an upload that takes longer than a request may is not cut while it moves.
func TestB49SlowUploadIsNotCut(t *testing.T) {
	t.Parallel() // it mostly sleeps
	var got atomic.Int64
	_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
		for {
			n, err := io.CopyN(io.Discard, r.Body, 64<<10)
			got.Add(n)
			if err != nil {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		io.WriteString(w, `{"id":"F"}`)
	})
	const limit = 2 * time.Second
	b := newBench(t, tr, contentRules, func(o *rest.Options) { o.Timeout, o.CallTimeout = limit, limit })
	s := newStore(t, blob.Options{})
	file := openFile(t, s, "slow", pattern(4_900_000))
	began := time.Now()
	if code, text := do(t, b, contentCall("drive", "upload", s, ask(uploadRequest(file)), file)); code != "" || got.Load() < 4_900_000 || time.Since(began) < limit {
		t.Errorf("%s %s, %d bytes in %v", code, text, got.Load(), time.Since(began))
	}
}

// An answer without an end, in JSON and in its headers.
func TestEndlessAnswers(t *testing.T) {
	for name, answer := range map[string]func(w http.ResponseWriter){
		"body": func(w http.ResponseWriter) {
			io.WriteString(w, `{"a":"`)
			for {
				if _, err := io.WriteString(w, strings.Repeat("x", 1<<16)); err != nil {
					return
				}
			}
		},
		"headers": func(w http.ResponseWriter) {
			for i := range 20_000 {
				w.Header().Set("X-"+time.Duration(i).String(), strings.Repeat("x", 1000))
			}
		},
	} {
		srv, _ := google(t, func(w http.ResponseWriter, _ *http.Request) { answer(w) })
		config := srv.Client().Transport.(*http.Transport).TLSClientConfig
		tr := rest.NewTransport(config)
		t.Cleanup(tr.CloseIdleConnections)
		b := newBench(t, roundTrip(func(r *http.Request) (*http.Response, error) {
			again := r.Clone(r.Context())
			again.URL.Host = srv.Listener.Addr().String()
			return tr.RoundTrip(again)
		}))
		code, text := do(t, b, readTasks())
		if name == "body" && code != "LIMIT_EXCEEDED" || name == "headers" && code != "NETWORK_ERROR" {
			t.Errorf("%s: %s %s", name, code, text)
		}
	}
}

// An action has so much time in all, waits and steps of the plan included.
func TestDeadlineOfACall(t *testing.T) {
	endless := func(int, abi.PlanInput) (*abi.PlanOutput, error) {
		return &abi.PlanOutput{Requests: []abi.Request{list}}, nil
	}
	soon := func(o *rest.Options) { o.CallTimeout = 30 * time.Millisecond }
	slow := roundTrip(func(r *http.Request) (*http.Response, error) {
		select {
		case <-r.Context().Done():
			return nil, r.Context().Err()
		case <-time.After(10 * time.Millisecond):
			return respond(200, `{}`)(r)
		}
	})
	if _, err := newBench(t, slow, soon).Do(context.Background(), call("tasks", "tasksList", endless)); fault.CodeOf(err) != fault.Network || !strings.Contains(err.Error(), "ran out of time") {
		t.Errorf("steps: %v", err)
	}
	hang := roundTrip(func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, context.Cause(r.Context())
	})
	for code, c := range map[fault.Code]backend.Call{fault.Network: readTasks(), fault.OutcomeUnknown: createTask()} {
		if _, err := newBench(t, hang, soon).Do(context.Background(), c); fault.CodeOf(err) != code || !strings.Contains(err.Error(), "ran out of time") {
			t.Errorf("%s: %v", code, err)
		}
	}
	limited := newWire(t, respond(429, "", "Retry-After", "30"))
	b := newBench(t, limited, soon, func(o *rest.Options) { o.Wait = nil })
	if _, err := b.Do(context.Background(), readTasks()); fault.CodeOf(err) != fault.Network || !strings.Contains(err.Error(), "ran out of time") {
		t.Errorf("a wait: %v", err)
	}
}

// However many calls a server runs, so many requests are under way at most.
func TestRequestsInFlightAreBounded(t *testing.T) {
	var now, most atomic.Int32
	b := newBench(t, roundTrip(func(r *http.Request) (*http.Response, error) {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(time.Millisecond)
		now.Add(-1)
		return respond(200, `{}`)(r)
	}))
	done := make(chan error)
	for range 60 {
		go func() {
			_, err := b.Do(context.Background(), readTasks())
			done <- err
		}()
	}
	for range 60 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if most.Load() > 16 {
		t.Errorf("%d at once", most.Load())
	}
}

// The account's quota holds requests back before the service has to; a caller
// that gives up meanwhile sends nothing.
func TestPacedRequests(t *testing.T) {
	w := roundTrip(respond(200, `{}`))
	pacer := rest.NewPacer()
	b := newBench(t, w, contentRules, func(o *rest.Options) { o.Pacer, o.Account = pacer, "a@example.com" })
	send := abi.Request{Route: "gmail.users.messages.send", Path: map[string]string{"userId": "me"}, Body: abi.Raw(`{"raw":"eA"}`)}
	for range 35 { // 3 000 units are 30 mails
		if code, text := do(t, b, contentCall("gmail", "send", newStore(t, blob.Options{}), ask(send))); code != "" {
			t.Fatal(code, text)
		}
	}
	if len(b.waits) != 5 || b.waits[0] != 500*time.Millisecond {
		t.Errorf("waits %v", b.waits)
	}
	ctx, cancel := context.WithCancel(context.Background())
	other := newBench(t, newWire(t), contentRules, func(o *rest.Options) {
		o.Pacer, o.Account = pacer, "a@example.com"
		o.Now = func() time.Time { return b.now }
		o.Wait = func(ctx context.Context, _ time.Duration) error { cancel(); return ctx.Err() }
	})
	if _, err := other.Do(ctx, contentCall("gmail", "send", newStore(t, blob.Options{}), ask(send))); fault.CodeOf(err) != fault.Interrupted {
		t.Error(err)
	}
}

// A quota of the day is told from a passing limit.
func TestLastingQuotasSaySo(t *testing.T) {
	for reason, lasting := range map[string]bool{"dailyLimitExceeded": true, "quotaExceeded": true, "rateLimitExceeded": false} {
		script := []reply{respond(403, googleError(reason))}
		if !lasting {
			script = []reply{script[0], script[0], script[0], script[0], script[0]}
		}
		code, text := do(t, newBench(t, newWire(t, script...)), readTasks())
		if code != "RATE_LIMITED" || strings.Contains(text, "quota of a day") != lasting {
			t.Errorf("%s: %s %s", reason, code, text)
		}
	}
}
