package local

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
)

func TestServe(t *testing.T) {
	w, err := Open(filepath.Join(t.TempDir(), "w.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Serve(ctx, l) }()
	get := func(change func(*http.Request)) (int, string) {
		r, _ := http.NewRequest("GET", "http://"+l.Addr().String()+"/tasks/v1/users/@me/lists", nil)
		change(r)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, string(b)
	}
	if status, body := get(func(*http.Request) {}); status != 200 || !strings.Contains(body, "My Tasks") {
		t.Errorf("%d %s", status, body)
	}
	for name, change := range map[string]func(*http.Request){
		"another host": func(r *http.Request) { r.Host = "evil.example" },
		"rebound port": func(r *http.Request) { r.Host = "evil.example:80" },
		"a web page":   func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") },
		"a fetch":      func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
	} {
		if status, body := get(change); status < 400 || strings.Contains(body, "My Tasks") {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
	cancel()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it does not stop")
	}
}

func TestServeOnLoopbackOnly(t *testing.T) {
	w, err := Open(Memory)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := w.Serve(t.Context(), l); fault.CodeOf(err) != fault.Usage {
		t.Errorf("%v", err)
	}
}

func TestReset(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "w.db")
	if removed, err := Reset(path); removed || err != nil {
		t.Errorf("nothing there: %v %v", removed, err)
	}
	w, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if removed, err := Reset(path); !removed || err != nil {
		t.Errorf("%v %v", removed, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
	other := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(other, []byte("not a database, and dear to someone"), 0o600); err != nil {
		t.Fatal(err)
	}
	if removed, err := Reset(other); removed || err == nil {
		t.Errorf("another file: %v %v", removed, err)
	}
	if b, _ := os.ReadFile(other); len(b) == 0 {
		t.Error("another file was changed")
	}
	if _, err := Reset(""); fault.CodeOf(err) != fault.Usage {
		t.Errorf("no path: %v", err)
	}
}
