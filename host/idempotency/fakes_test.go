package idempotency_test

import (
	"context"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/memory"
	"github.com/wslite/wslite/host/store/sqlite"
)

// stores are what the rules are tested on: they must be the same everywhere
// (A59). host/store/storetest has the same for the rules below these.
var stores = map[string]func(t testing.TB, now func() time.Time) store.Store{
	"memory": func(_ testing.TB, now func() time.Time) store.Store { return memory.New(now) },
	"sqlite": func(t testing.TB, now func() time.Time) store.Store {
		s, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "records.db"), sqlite.Options{Now: now})
		if err != nil {
			t.Fatal(err)
		}
		return s
	},
}

// clock is a time that tests set. Several goroutines may look at it.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.at }

func (c *clock) advance(d time.Duration) { c.mu.Lock(); defer c.mu.Unlock(); c.at = c.at.Add(d) }

// bench is claims on a store whose clock the test sets.
type bench struct {
	*idempotency.Claims
	*clock
	t     testing.TB
	store store.Store
}

func eachStore(t *testing.T, o idempotency.Options, f func(t *testing.T, b *bench)) {
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			c := newClock()
			s := open(t, c.now)
			t.Cleanup(func() { s.Close() })
			claims, err := idempotency.New(s, o)
			if err != nil {
				t.Fatal(err)
			}
			f(t, &bench{claims, c, t, s})
		})
	}
}

var ctx = context.Background()

// request is a call as most tests make it.
func request(key string) idempotency.Request {
	return idempotency.Request{
		Owner: store.Owner{Tenant: "test", Account: "1"}, Key: key, Operation: "gmail.send", Tool: "gmail_send",
		Class: "send", Digest: "sha256:aa", Actor: "ana@laptop",
	}
}

// begin claims what can be claimed.
func (b *bench) begin(r idempotency.Request) *idempotency.Held {
	b.t.Helper()
	held, done, err := b.Begin(ctx, r)
	if err != nil || held == nil || done != nil {
		b.t.Fatalf("not acquired: %v %+v %v", held, done, err)
	}
	return held
}

// refused says that Peek and Begin both refuse with the code, and gives the
// words.
func (b *bench) refused(r idempotency.Request, code fault.Code) string {
	b.t.Helper()
	s, early := b.Peek(ctx, r)
	held, done, err := b.Begin(ctx, r)
	if s != nil || held != nil || done != nil || fault.CodeOf(err) != code || fault.CodeOf(early) != code {
		b.t.Fatalf("want %s: peek %+v %v, begin %v %+v %v", code, s, early, held, done, err)
	}
	return err.Error()
}

// row is the record of a request.
func (b *bench) row(r idempotency.Request) store.Claim {
	b.t.Helper()
	c, err := b.store.Claim(ctx, r.Owner, r.Key)
	if err != nil {
		b.t.Fatal(err)
	}
	return c
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
