package sqlite

import (
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/wslite/wslite/host/store"
)

// BenchmarkOpen is what a process pays for its store: a file that is there
// already is opened, holds one claim more, and is closed.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "records.db")
	steps := map[string][]time.Duration{}
	since := func(step string, start time.Time) time.Time {
		now := time.Now()
		steps[step] = append(steps[step], now.Sub(start))
		return now
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		begun := time.Now()
		s, err := Open(b.Context(), path, Options{})
		if err != nil {
			b.Fatal(err)
		}
		at := since("open", begun)
		o := store.Owner{Tenant: "google", Account: "1"}
		c, acquired, err := s.Begin(b.Context(), store.Beginning{
			Owner: o, Key: "k" + strconv.Itoa(i), Operation: "gmail.send", Tool: "gmail_send", Class: "send", Digest: "d", TTL: time.Minute, Attempts: 1,
		})
		if err != nil || !acquired {
			b.Fatal(acquired, err)
		}
		at = since("begin", at)
		_, err = s.End(b.Context(), store.Ending{Owner: o, Key: c.Key, Token: c.Token, Version: c.Version, Status: store.Completed, Keep: time.Hour})
		if err != nil {
			b.Fatal(err)
		}
		at = since("end", at)
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		since("close", at)
		since("all", begun)
	}
	for step, took := range steps {
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, step+"-ms")
	}
}
