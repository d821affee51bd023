package local

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend/local/store"
)

const base = "https://tasks.googleapis.com/tasks/v1/"

func open(t testing.TB, path string, opts ...Option) *Workspace {
	t.Helper()
	w, err := Open(path, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

// call makes a request in the process and gives status and decoded body.
func call(w *Workspace, method, path, body string) (int, map[string]any, error) {
	r, err := http.NewRequest(method, base+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	resp, err := (&http.Client{Transport: w.Transport()}).Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, nil, err
	}
	var v map[string]any
	if len(data) > 0 {
		err = json.Unmarshal(data, &v)
	}
	return resp.StatusCode, v, err
}

func must(t testing.TB, w *Workspace, method, path, body string) map[string]any {
	t.Helper()
	status, v, err := call(w, method, path, body)
	if err != nil || status > 299 {
		t.Fatalf("%s %s: %d %v %v", method, path, status, v, err)
	}
	return v
}

func TestTheFileKeepsTheWorkspace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	w := open(t, path)
	must(t, w, "POST", "lists/@default/tasks", `{"title":"a"}`)
	page := must(t, w, "GET", "lists/@default/tasks?maxResults=1", "")
	must(t, w, "POST", "lists/@default/tasks", `{"title":"b"}`)
	token := must(t, w, "GET", "lists/@default/tasks?maxResults=1", "")["nextPageToken"]
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(path + "-*"); len(left) > 0 {
		t.Errorf("closing leaves %v", left)
	}
	w = open(t, path)
	again := must(t, w, "GET", fmt.Sprint("lists/@default/tasks?maxResults=1&pageToken=", token), "")
	if fmt.Sprint(again["items"]) != fmt.Sprint(page["items"]) {
		t.Errorf("got %v, want %v", again["items"], page["items"])
	}
}

func TestClockAndIDs(t *testing.T) {
	n := 0
	w := open(t, Memory,
		WithClock(func() time.Time { return time.Date(2030, 1, 31, 12, 0, 0, 0, time.FixedZone("", 3600)) }),
		WithIDs(func() string { n++; return fmt.Sprint("id-", n) }))
	got := must(t, w, "GET", "users/@me/lists/@default", "")
	if got["id"] != "id-1" || got["updated"] != "2030-01-31T11:00:00.000Z" {
		t.Errorf("got %v", got)
	}
}

// TestTwoProcessesWriteAtOnce: two workspaces on one file, several writers
// each. Every task is there once, in an order without ties.
func TestTwoProcessesWriteAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	spaces := []*Workspace{open(t, path), open(t, path)}
	parent := must(t, spaces[0], "POST", "lists/@default/tasks", `{"title":"parent"}`)["id"]
	const writers, each = 3, 25
	var wg sync.WaitGroup
	errs := make(chan error, 2*writers)
	for i, w := range spaces {
		for j := range writers {
			wg.Go(func() {
				for k := range each {
					query := ""
					if k%2 == 0 {
						query = fmt.Sprint("?parent=", parent)
					}
					status, v, err := call(w, "POST", "lists/@default/tasks"+query, fmt.Sprintf(`{"title":"%d-%d-%d"}`, i, j, k))
					if err == nil && status == 200 && k%5 == 0 {
						status, v, err = call(w, "POST", fmt.Sprint("lists/@default/tasks/", v["id"], "/move"), "")
					}
					if err != nil || status != 200 {
						errs <- fmt.Errorf("%d-%d-%d: %d %v %w", i, j, k, status, v, err)
						return
					}
				}
			})
		}
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
	titles, positions := map[any]bool{}, map[string]bool{}
	token := ""
	for {
		page := must(t, spaces[1], "GET", "lists/@default/tasks?maxResults=100&pageToken="+token, "")
		for _, it := range page["items"].([]any) {
			task := it.(map[string]any)
			place := fmt.Sprint(task["parent"], task["position"])
			if titles[task["title"]] || positions[place] {
				t.Errorf("%v is there twice, or at a taken place", task["title"])
			}
			titles[task["title"]], positions[place] = true, true
		}
		if token, _ = page["nextPageToken"].(string); token == "" {
			break
		}
	}
	if want := 2*writers*each + 1; len(titles) != want {
		t.Errorf("%d tasks, want %d", len(titles), want)
	}
}

func TestStoreFailuresAreWorded(t *testing.T) {
	for err, want := range map[error]string{store.ErrBusy: "in use", store.ErrFull: "full", store.ErrFile: "damaged"} {
		if e := explain(fmt.Errorf("at /secret/path: %w", err)); e == nil || !strings.Contains(e.Message, want) || strings.Contains(e.Message, "secret") {
			t.Errorf("%v: %v", err, e)
		}
	}
	if e := explain(errors.New("x")); e != nil {
		t.Errorf("got %v, want the plain 500", e)
	}
}

func TestAfterClose(t *testing.T) {
	var reported error
	w := open(t, Memory, WithReport(func(err error) { reported = err }))
	w.Close()
	status, v, err := call(w, "GET", "users/@me/lists", "")
	if err != nil || status != 500 || reported == nil {
		t.Errorf("%d %v %v, reported %v", status, v, err, reported)
	}
}

func TestOpenRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	os.WriteFile(path, []byte(strings.Repeat("x", 4096)), 0o600)
	if w, err := Open(path); err == nil {
		w.Close()
		t.Error("a text file was opened as a workspace")
	}
}
