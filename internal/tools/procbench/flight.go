package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/wslite/wslite/internal/sample"
)

// delay is how long each request takes beside the work, as on a network: so
// requests that may run side by side do.
const delay = 20 * time.Millisecond

// gauge counts the requests that are under way at once.
type gauge struct {
	mu              sync.Mutex
	now, most, seen int
}

func (g *gauge) in(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.add(1)
		defer g.add(-1)
		time.Sleep(delay)
		next.ServeHTTP(w, r)
	})
}

func (g *gauge) add(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.now += n
	g.most = max(g.most, g.now)
	g.seen += max(n, 0)
}

// flight searches mails as an account of Google, over TLS, and tells how many
// requests the server saw at once.
func (b bench) flight(o options) error {
	dir := filepath.Join(b.home, "flight")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	var g gauge
	server, err := b.google(dir, g.in)
	if err != nil {
		return err
	}
	defer server.close()
	if _, err := server.workspace.Gmail().ImportMbox(context.Background(), strings.NewReader(sample.Mbox()), []string{"INBOX"}); err != nil {
		return err
	}
	var list []usage
	runs := max(o.transfers, 1)
	for i := 0; i <= runs; i++ {
		s, _, err := b.wslite(server.env(), "gmail", "search-messages", "in:inbox", "--max-results", "50", "--json")
		if err != nil {
			return err
		}
		if i > 0 {
			list = append(list, s)
		}
	}
	m := medians(list)
	fmt.Printf("\nRequests of a search of 50 mails over loopback TLS, each %v late: %d a search, at most %d at once; %.3f s CPU, %.3f s, %s MiB.\n",
		delay, g.seen/(runs+1), g.most, m.cpu, m.wall, m.peakText())
	return nil
}
