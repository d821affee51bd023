package rest_test

import (
	"context"
	"fmt"
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

func withToken(o *rest.Options) {
	o.Token = func(context.Context, string, []string) (string, error) { return "tok", nil }
}

// A25: a success that can't be read is none for a read, and is not asked for
// again.
func TestA25_AnAnswerThatIsNotJSON(t *testing.T) {
	for _, body := range []string{"<html>Sign in</html>", `{"items":[`, `{} {}`, "v11.11.0", "\xff"} {
		w := newWire(t, respond(200, body))
		if res, err := newBench(t, w).Do(context.Background(), readTasks()); outcome(res, err) != "MALFORMED_RESPONSE" {
			t.Errorf("%q: %+v %v", body, res, err)
		}
	}
}

// A26: a change that is answered with success and nothing else is done; there is
// only no id to tell.
func TestA26_ASuccessWithoutABody(t *testing.T) {
	for _, status := range []int{200, 202, 204} {
		w := newWire(t, respond(status, ""))
		res, err := newBench(t, w).Do(context.Background(), createTask())
		if outcome(res, err) != "" {
			t.Fatalf("%d: %+v %v", status, res, err)
		}
	}
}

// A62: a request goes to the pinned host over TLS, the token stands in one
// header and nowhere else, and no cookie or other trace of this machine goes
// with it.
func TestA62_WhatARequestCarries(t *testing.T) {
	var heads []http.Header
	var uris []string
	_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
		if r.TLS == nil || r.Host != "tasks.googleapis.com" {
			t.Errorf("host %s, TLS %v", r.Host, r.TLS != nil)
		}
		heads, uris = append(heads, r.Header), append(uris, r.RequestURI)
		http.SetCookie(w, &http.Cookie{Name: "sid", Value: "1"})
		io.WriteString(w, `{"items":[]}`)
	})
	b := newBench(t, tr, withToken)
	req := list
	req.Query = map[string]abi.Raw{"maxResults": abi.Raw("100")}
	for range 2 {
		if res, err := b.Do(context.Background(), call("tasks", "tasksList", ask(req))); outcome(res, err) != "" {
			t.Fatal(res, err)
		}
	}
	for i, h := range heads {
		if h.Get("Authorization") != "Bearer tok" || h.Get("Cookie") != "" || h.Get("Referer") != "" || !strings.HasPrefix(h.Get("User-Agent"), "wslite") {
			t.Errorf("%v", h)
		}
		h.Del("Authorization")
		if strings.Contains(asJSON(t, h)+uris[i], "tok\"") || !strings.Contains(uris[i], "maxResults=100") || strings.Contains(uris[i], "access_token") {
			t.Errorf("%s %v", uris[i], h)
		}
	}
}

// A63: no redirect is followed, wherever it leads and by whatever status, and the
// token meets no second host.
func TestA63_ARedirectOfAList(t *testing.T) {
	for _, to := range []string{"https://tasks.googleapis.com/elsewhere", "https://evil.example/", "http://tasks.googleapis.com/", "//evil.example/x", "/tasks/v1/other"} {
		for _, status := range []int{301, 302, 303, 307, 308} {
			var n atomic.Int32
			_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
				n.Add(1)
				w.Header().Set("Location", to)
				w.WriteHeader(status)
			})
			res, err := newBench(t, tr, withToken).Do(context.Background(), readTasks())
			if outcome(res, err) != "MALFORMED_RESPONSE" || n.Load() != 1 {
				t.Errorf("%d to %s: %v after %d requests", status, to, err, n.Load())
			}
			if err != nil && strings.Contains(err.Error(), "evil") {
				t.Errorf("it tells where to: %v", err)
			}
		}
	}
}

// A67: the address of an open upload is a right by itself. It is in no answer
// that a plan, a person or a record sees.
func TestA67_TheSessionOfAnUploadIsNotTold(t *testing.T) {
	const secret = "upload_id=SECRET"
	for name, last := range map[string]int{"done": 200, "refused": 403, "gone": 404, "lost": 502} {
		_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			if r.Method == "POST" {
				w.Header().Set("Location", "https://www.googleapis.com"+r.URL.Path+"?uploadType=resumable&"+secret)
				return
			}
			if !strings.Contains(r.URL.RawQuery, secret) {
				t.Errorf("%s %s", r.Method, r.URL)
			}
			w.WriteHeader(last)
			io.WriteString(w, `{"id":"F"}`)
		})
		s := newStore(t, blob.Options{})
		file := openFile(t, s, "big", pattern(6<<20))
		c := contentCall("drive", "upload", s, ask(uploadRequest(file)), file)
		j := &journal{}
		c.Guard = j.guard
		b := newBench(t, tr, contentRules)
		code, text := do(t, b, c)
		if (code == "") != (last == 200) || strings.Contains(text+asJSON(t, j.effects[0].Reached), "SECRET") {
			t.Errorf("%s: %s %s", name, code, text)
		}
	}
}

// A69: a content that is too large by one byte is cut off as soon as that is
// known, and nothing of it is kept.
func TestA69_ADownloadThatIsTooLarge(t *testing.T) {
	const most = 1 << 20
	for name, announced := range map[string]bool{"A69 announced": true, "A69 found out": false} {
		t.Run(name, func(t *testing.T) {
			var wrote atomic.Int64
			ended := make(chan struct{})
			_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
				defer close(ended)
				if announced {
					w.Header().Set("Content-Length", "1048577")
					w.Write(make([]byte, 10))
					w.(http.Flusher).Flush()
					<-r.Context().Done()
					return
				}
				for { // without an end: only who reads can stop it
					n, err := w.Write(make([]byte, 1<<16))
					wrote.Add(int64(n))
					if err != nil || r.Context().Err() != nil {
						return
					}
				}
			})
			s := newStore(t, blob.Options{})
			code, _, got := saved(t, newBench(t, tr, contentRules), s, fetch(func(s *abi.Save) { s.MaxBytes = most }))
			if code != string(fault.LimitExceeded) || got != nil {
				t.Errorf("%s, %d bytes are kept", code, len(got))
			}
			<-ended
			if n := wrote.Load(); n > 64<<20 {
				t.Errorf("%d bytes were sent until it ended", n)
			}
		})
	}
}

// A73: a download that is sent elsewhere ends: no second request, and no token
// for another host.
func TestA73_ARedirectOfADownload(t *testing.T) {
	for _, to := range []string{"https://contoso.sharepoint.com/f?tempauth=x", "https://drive.usercontent.google.com/x", "https://127.0.0.1/x", "https://www.googleapis.com/drive/v3/files/G?alt=media"} {
		var n atomic.Int32
		_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
			n.Add(1)
			http.Redirect(w, r, to, http.StatusFound)
		})
		code, text, got := saved(t, newBench(t, tr, contentRules, withToken), newStore(t, blob.Options{}), fetch())
		if code != string(fault.MalformedResponse) || got != nil || n.Load() != 1 || strings.Contains(text, "tempauth") {
			t.Errorf("%s: %s %s, %d bytes, %d requests", to, code, text, len(got), n.Load())
		}
	}
}

// W149: content that a call does not own is not sent, whoever names it.
func TestW149_AnothersContentIsRefused(t *testing.T) {
	mine, others := newStore(t, blob.Options{}), newStore(t, blob.Options{})
	own := openFile(t, mine, "own", []byte("own"))
	unnamed := openFile(t, mine, "unnamed", []byte("opened for another operation"))
	var foreign *blob.Blob
	for range 3 { // the last has an id that the call itself has not given
		foreign = openFile(t, others, "foreign", []byte("another call's"))
	}
	for name, id := range map[string]string{
		"another operation's": unnamed.Facts().Blob, "another call's": foreign.Facts().Blob, "a path": "/etc/passwd",
	} {
		r := uploadRequest(own)
		r.Media.Segments[0].Blob = id
		c := contentCall("drive", "upload", mine, ask(r), own)
		if code, text := do(t, newBench(t, newWire(t), contentRules), c); code != string(fault.PluginViolation) {
			t.Errorf("%s: %s %s", name, code, text)
		}
		c = contentCall("drive", "upload", mine, ask(r), own)
		if _, err := newBench(t, newWire(t), contentRules).Preview(context.Background(), c); fault.CodeOf(err) != fault.PluginViolation {
			t.Errorf("%s, preview: %v", name, err)
		}
	}
}

// A19: content that comes in very many pieces is whole and in order.
func TestA19_ManyPieces(t *testing.T) {
	const pieces = 20_000
	var want strings.Builder
	for i := range pieces {
		fmt.Fprintf(&want, "%d,", i)
	}
	_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
		for i := range pieces {
			fmt.Fprintf(w, "%d,", i)
			if i%10 == 0 {
				w.(http.Flusher).Flush()
			}
		}
	})
	code, text, got := saved(t, newBench(t, tr, contentRules), newStore(t, blob.Options{}), fetch())
	if code != "" || string(got) != want.String() {
		t.Errorf("%s %s: %d bytes, want %d", code, text, len(got), want.Len())
	}
}

// A20: of an answer that is too large nothing is used, be it by one byte.
func TestA20_AnAnswerThatIsTooLarge(t *testing.T) {
	const most = 1 << 16
	for size, want := range map[int]string{most: "", most + 1: "LIMIT_EXCEEDED", 50 * most: "LIMIT_EXCEEDED"} {
		body := `{"items":[{"title":"` + strings.Repeat("a", size-24) + `"}]}`
		if len(body) != size {
			t.Fatalf("%d bytes", len(body))
		}
		w := newWire(t, respond(200, body))
		res, err := newBench(t, w, func(o *rest.Options) { o.Limits.ResponseBody = most }).Do(context.Background(), readTasks())
		if outcome(res, err) != want {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// A21: a service that does not answer is not waited for without an end. What a
// change became nobody knows then.
func TestA21_AServiceThatDoesNotAnswer(t *testing.T) {
	asked := make(chan struct{}, 10)
	_, tr := google(t, func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
	})
	b := newBench(t, tr, func(o *rest.Options) { o.Timeout = 50 * time.Millisecond })
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // a guard against waiting for ever
	defer cancel()
	if res, err := b.Do(ctx, createTask()); outcome(res, err) != "OUTCOME_UNKNOWN" || len(asked) != 1 {
		t.Errorf("a change: %v after %d requests", err, len(asked))
	}
	if res, err := b.Do(ctx, readTasks()); outcome(res, err) != "NETWORK_ERROR" {
		t.Errorf("a read: %v", err)
	}
	if ctx.Err() != nil {
		t.Error("it waits as long as one lets it")
	}
}

// A22: a call that is given up ends, and so does its request. Before it left it
// is interrupted; on its way a change is unknown.
func TestA22_ACallThatIsGivenUp(t *testing.T) {
	asked, ended := make(chan struct{}), make(chan struct{})
	_, tr := google(t, func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
		ended <- struct{}{}
	})
	b := newBench(t, tr)
	for name, c := range map[string]struct {
		call backend.Call
		want string
	}{"a change": {createTask(), "OUTCOME_UNKNOWN"}, "a read": {readTasks(), "INTERRUPTED"}} {
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan string)
		go func() {
			res, err := b.Do(ctx, c.call)
			done <- outcome(res, err)
		}()
		<-asked
		cancel()
		if got := <-done; got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		<-ended
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if res, err := newBench(t, newWire(t)).Do(ctx, createTask()); outcome(res, err) != "INTERRUPTED" {
		t.Errorf("before anything: %v", err)
	}
}

// A29: an answer that is nested beyond all measure is refused, and a key that is
// special elsewhere is a key.
func TestA29_NestedAnswersAndOddKeys(t *testing.T) {
	deep := func(n int) string { return `{"items":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}` }
	for _, n := range []int{10_001, 100_000} {
		w := newWire(t, respond(200, deep(n)))
		if res, err := newBench(t, w).Do(context.Background(), readTasks()); outcome(res, err) != "MALFORMED_RESPONSE" {
			t.Errorf("%d deep: %v", n, err)
		}
	}
	const odd = `{"__proto__":{"admin":true},"constructor":{"prototype":1},"items":[]}`
	w := newWire(t, respond(200, odd))
	if code, text := do(t, newBench(t, w), readTasks()); code != "" || text != `[{"body":`+odd+`,"status":200}]` {
		t.Errorf("%s %s", code, text)
	}
	for _, number := range []string{"NaN", "Infinity", "-Infinity", "01", "+1"} {
		w := newWire(t, respond(200, `{"a":`+number+`}`))
		if res, err := newBench(t, w).Do(context.Background(), readTasks()); outcome(res, err) != "MALFORMED_RESPONSE" {
			t.Errorf("%s: %v", number, err)
		}
	}
}
