package cli

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend/local"
	"github.com/wslite/wslite/internal/sample"
)

// BenchmarkLists reads a page of each service of the local workspace, as whole
// command lines in-process with the modules loaded: mails by a search, which
// asks for a list and then for each mail, the events of a week, the files of a
// folder.
func BenchmarkLists(b *testing.B) {
	home := b.TempDir()
	run := func(b *testing.B, args ...string) string {
		var out, errs bytes.Buffer
		e := testEnv(b, home, nil)
		e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
		if code := Main(context.Background(), args, e); code != 0 {
			b.Fatalf("exit %d: %s", code, errs.String())
		}
		return out.String()
	}
	paths, err := sample.Write(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	run(b, append([]string{"local", "import", "--label", "Inbox"}, paths...)...)
	for _, list := range []struct {
		name string
		want int
		args []string
	}{
		{"mails", sample.Mails, []string{"gmail", "search-messages", "in:inbox", "--max-results", "50"}},
		{"events", sample.Events, []string{"calendar", "list-events", "--from", sample.WeekFrom, "--to", sample.WeekTo}},
		{"files", sample.Files, []string{"drive", "list-files", "--page-size", "100"}},
	} {
		args := append([]string{"--local", "--json", "--quiet"}, list.args...)
		b.Run(list.name, func(b *testing.B) {
			if n := strings.Count(run(b, args...), `      "id": `); n < list.want {
				b.Fatalf("%d of %d are found", n, list.want)
			}
			for b.Loop() {
				run(b, args...)
			}
		})
	}
}

// BenchmarkInFlight searches 50 mails as an account of Google whose answers take
// 5 ms each, and tells how many requests were under way at once at most.
func BenchmarkInFlight(b *testing.B) {
	ws, err := local.Open(filepath.Join(b.TempDir(), "workspace.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer ws.Close()
	if _, err := ws.Gmail().ImportMbox(context.Background(), strings.NewReader(sample.Mbox()), []string{"Inbox"}); err != nil {
		b.Fatal(err)
	}
	line := &queue{next: ws.Transport(), delay: 5 * time.Millisecond}
	e := testEnv(b, b.TempDir(), map[string]string{"WSLITE_ACCESS_TOKEN": "bench"})
	e.Transport = line
	for b.Loop() {
		var errs bytes.Buffer
		e.Streams = Streams{In: strings.NewReader(""), Out: io.Discard, Err: &errs}
		if code := Main(context.Background(), []string{"--json", "gmail", "search-messages", "in:inbox", "--max-results", "50"}, e); code != 0 {
			b.Fatalf("exit %d: %s", code, errs.String())
		}
	}
	if line.seen < 51*b.N {
		b.Fatalf("%d requests in %d searches", line.seen, b.N)
	}
	b.ReportMetric(float64(line.most), "at-once-max")
}

// queue counts requests, from their start until their answer is read.
type queue struct {
	next  http.RoundTripper
	delay time.Duration

	mu              sync.Mutex
	now, most, seen int
}

func (q *queue) RoundTrip(r *http.Request) (*http.Response, error) {
	q.mu.Lock()
	q.now, q.seen = q.now+1, q.seen+1
	q.most = max(q.most, q.now)
	q.mu.Unlock()
	time.Sleep(q.delay)
	res, err := q.next.RoundTrip(r)
	if err != nil {
		q.left()
		return nil, err
	}
	res.Body = &reading{ReadCloser: res.Body, left: sync.OnceFunc(q.left)}
	return res, nil
}

func (q *queue) left() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.now--
}

type reading struct {
	io.ReadCloser
	left func()
}

func (r *reading) Close() error {
	defer r.left()
	return r.ReadCloser.Close()
}
