package local

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
)

// via makes a transport to any handler.
func via(h http.HandlerFunc) http.RoundTripper { return &transport{h} }

// tracked tells whether a request body was closed.
type tracked struct {
	io.Reader
	closed chan struct{}
}

func (b *tracked) Close() error { close(b.closed); return nil }

func request(t *testing.T, ctx context.Context, url string) (*http.Request, *tracked) {
	t.Helper()
	body := &tracked{strings.NewReader("body"), make(chan struct{})}
	r, err := http.NewRequestWithContext(ctx, "POST", url, body)
	if err != nil {
		t.Fatal(err)
	}
	return r, body
}

func wantClosed(t *testing.T, body *tracked) {
	t.Helper()
	select {
	case <-body.closed:
	case <-time.After(10 * time.Second):
		t.Error("the request body was not closed")
	}
}

func TestOnlyPinnedHosts(t *testing.T) {
	rt := via(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Host+r.RequestURI) })
	for url, served := range map[string]bool{
		"https://tasks.googleapis.com/tasks/v1/users/@me/lists?a=%2F": true,
		"https://TASKS.googleapis.com/tasks/v1/x":                     true,
		"https://www.googleapis.com/tasks/v1/x":                       true,
		"https://www.googleapis.com/drive/v3/files":                   true,
		"https://www.googleapis.com/youtube/v3/videos":                false,
		"https://tasks.googleapis.com/batch":                          false,
		"http://tasks.googleapis.com/tasks/v1/x":                      false,
		"https://tasks.googleapis.com:444/tasks/v1/x":                 false,
		"https://tasks.googleapis.com.example.com/tasks/v1/x":         false,
		"https://gmail.googleapis.com/tasks/v1/x":                     false,
	} {
		r, body := request(t, t.Context(), url)
		resp, err := rt.RoundTrip(r)
		if (err == nil) != served {
			t.Errorf("%s: %v", url, err)
		}
		if err != nil && fault.CodeOf(err) != fault.NotSupported {
			t.Errorf("%s: code %s", url, fault.CodeOf(err))
		}
		if resp != nil {
			got, _ := io.ReadAll(resp.Body)
			if want := strings.TrimPrefix(url, "https://"); string(got) != want {
				t.Errorf("the handler saw %s, want %s", got, want)
			}
		}
		wantClosed(t, body)
	}
}

func TestAnswers(t *testing.T) {
	rt := via(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Got", string(data))
		w.Header().Set("Content-Length", "4")
		w.WriteHeader(http.StatusTeapot)
		w.WriteHeader(http.StatusOK) // too late
		w.Header().Set("X-Late", "1")
		io.WriteString(w, "pong")
	})
	r, body := request(t, t.Context(), base+"x")
	resp, err := rt.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(resp.Body)
	if err != nil || string(data) != "pong" || resp.Status != "418 I'm a teapot" || resp.Header.Get("X-Got") != "body" ||
		resp.Header.Get("X-Late") != "" || resp.ContentLength != 4 || resp.Request != r {
		t.Errorf("%q %v %+v", data, err, resp)
	}
	wantClosed(t, body)

	r, _ = http.NewRequest("GET", base+"x", nil)
	resp, err = via(func(w http.ResponseWriter, r *http.Request) { io.ReadAll(r.Body) }).RoundTrip(r)
	if err != nil || resp.StatusCode != 200 {
		t.Errorf("a handler that writes nothing: %v %v", resp, err)
	}
}

// TestBodiesStream: the client reads what the handler wrote before the
// handler is done, and the handler reads what the client sends meanwhile.
func TestBodiesStream(t *testing.T) {
	rt := via(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusOK)
		io.Copy(w, r.Body)
	})
	out, in := io.Pipe()
	r, _ := http.NewRequestWithContext(t.Context(), "POST", base+"x", out)
	resp, err := rt.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"one", "two"} {
		io.WriteString(in, word)
		got := make([]byte, 3)
		if _, err := io.ReadFull(resp.Body, got); err != nil || string(got) != word {
			t.Fatalf("got %q, %v", got, err)
		}
	}
	in.Close()
	if rest, err := io.ReadAll(resp.Body); len(rest) > 0 || err != nil {
		t.Errorf("rest %q, %v", rest, err)
	}
}

func TestCancellation(t *testing.T) {
	done, cancelNow := context.WithCancel(t.Context())
	cancelNow()
	r, body := request(t, done, base+"x")
	rt := via(func(http.ResponseWriter, *http.Request) { t.Error("a cancelled request was served") })
	if _, err := rt.RoundTrip(r); !errors.Is(err, context.Canceled) {
		t.Errorf("before: %v", err)
	}
	wantClosed(t, body)

	// While the handler works: RoundTrip ends, and so does the handler.
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	rt = via(func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
		_, err := io.WriteString(w, "x")
		ended <- err
	})
	r, _ = request(t, ctx, base+"x")
	if _, err := rt.RoundTrip(r); !errors.Is(err, context.Canceled) {
		t.Errorf("meanwhile: %v", err)
	}
	if err := <-ended; !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the handler could write on: %v", err)
	}

	// While the client reads.
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	rt = via(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "first")
		<-r.Context().Done()
	})
	r, _ = request(t, ctx, base+"x")
	resp, err := rt.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	io.ReadFull(resp.Body, make([]byte, 5))
	cancel()
	if _, err := io.ReadAll(resp.Body); !errors.Is(err, context.Canceled) {
		t.Errorf("reading: %v", err)
	}
}

// TestCancellingAHandlerThatDoesNotListen: the client's reading ends anyway.
func TestCancellingAHandlerThatDoesNotListen(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	ctx, cancel := context.WithCancel(t.Context())
	rt := via(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "first")
		<-release
	})
	r, _ := request(t, ctx, base+"x")
	resp, err := rt.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	io.ReadFull(resp.Body, make([]byte, 5))
	cancel()
	if _, err := io.ReadAll(resp.Body); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestAClientThatStopsReading must not keep the handler.
func TestAClientThatStopsReading(t *testing.T) {
	ended := make(chan error, 1)
	rt := via(func(w http.ResponseWriter, r *http.Request) {
		_, err := w.Write(make([]byte, 1<<20))
		ended <- err
	})
	r, _ := request(t, t.Context(), base+"x")
	resp, err := rt.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if err := <-ended; !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v", err)
	}
}

func TestACancelledWriteChangesNothing(t *testing.T) {
	w := open(t, Memory)
	for range 50 {
		ctx, cancel := context.WithCancel(t.Context())
		r, _ := http.NewRequestWithContext(ctx, "POST", base+"lists/@default/tasks", strings.NewReader(`{"title":"x"}`))
		go cancel()
		if resp, err := w.Transport().RoundTrip(r); err == nil {
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
	}
	must(t, w, "GET", "lists/@default/tasks", "") // the workspace is whole
	must(t, w, "POST", "lists/@default/tasks", `{"title":"y"}`)
}

// TestAnAnswerThatEndsShort: content that can't be read to its end must not
// pass for all of it.
func TestAnAnswerThatEndsShort(t *testing.T) {
	rt := via(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "10")
		io.WriteString(w, "half")
	})
	r, _ := request(t, t.Context(), "https://www.googleapis.com/drive/v3/files")
	resp, err := rt.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if text, err := io.ReadAll(resp.Body); string(text) != "half" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v", text, err)
	}
}
