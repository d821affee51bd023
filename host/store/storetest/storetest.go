// Package storetest is what every implementation of host/store must pass: the
// rules one by one, a state machine against a small model, and races, also
// between processes. The names of the tests are those of the rules (W124...)
// and scenarios (A54...) that they hold to.
//
// Start reading at Run.
package storetest

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// Harness is a store under test, new and empty.
type Harness struct {
	Store store.Store
	// Advance moves the store's clock, forward or back.
	Advance func(time.Duration)
	// Reopen opens the same records once more, as another process would; nil
	// where no other process can.
	Reopen func(testing.TB) store.Store
	// Break runs a statement on the tables while their own rules are off; nil
	// where there are no tables.
	Break func(tb testing.TB, statement string)
}

// handle opens the records again, or gives the same store where that is not
// possible.
func (h Harness) handle(tb testing.TB) store.Store {
	if h.Reopen == nil {
		return h.Store
	}
	return h.Reopen(tb)
}

// Run runs the suite; open makes a new store for a test, and closes it with it.
func Run(t *testing.T, open func(testing.TB) Harness) {
	for _, group := range [][]scenario{claimScenarios, endScenarios, capScenarios, listScenarios, draftScenarios, cleanScenarios, raceScenarios, brokenScenarios} {
		for _, s := range group {
			t.Run(s.name, func(t *testing.T) { s.run(t, open(t)) })
		}
	}
	t.Run("A59 W135 the same script gives the same codes on every store", func(t *testing.T) { script(t, open(t)) })
	t.Run("W124 W125 W142 any sequence of calls does what the model does", func(t *testing.T) { machine(t, open(t)) })
}

type scenario struct {
	name string
	run  func(*testing.T, Harness)
}

// Clock is a clock that stands until it is moved.
type Clock struct{ ms atomic.Int64 }

// NewClock gives a clock that stands at noon of a day.
func NewClock() *Clock {
	c := &Clock{}
	c.ms.Store(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC).UnixMilli())
	return c
}

// Now is the clock's time.
func (c *Clock) Now() time.Time { return time.UnixMilli(c.ms.Load()) }

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) { c.ms.Add(d.Milliseconds()) }

// Values that most tests share.
const (
	day  = "2026-11-30"
	keep = 30 * 24 * time.Hour
)

var ana = store.Owner{Tenant: "google", Account: "ana@example.com"}

// beginning asks for a claim of ana's.
func beginning(key string) store.Beginning {
	return store.Beginning{Owner: ana, Key: key, Operation: "gmail.send", Tool: "gmail_send", Class: "send",
		Digest: "sha256:00", Actor: "ana", TTL: 15 * time.Minute, Attempts: 3}
}

// ending completes a claim that was begun.
func ending(c store.Claim) store.Ending {
	return store.Ending{Owner: c.Owner, Key: c.Key, Token: c.Token, Version: c.Version, Status: store.Completed, Keep: keep}
}

// failing is ending for a failure.
func failing(c store.Claim, to store.Status) store.Ending {
	e := ending(c)
	e.Status, e.Code = to, "UPSTREAM_ERROR"
	return e
}

// begin makes a claim that must be acquired.
func begin(t *testing.T, s store.Store, b store.Beginning) store.Claim {
	t.Helper()
	c, acquired, err := s.Begin(t.Context(), b)
	if err != nil || !acquired {
		t.Fatalf("begin %q: acquired %v, %v", b.Key, acquired, err)
	}
	if c.Token == "" || c.Status != store.InProgress {
		t.Fatalf("begin %q gave %+v", b.Key, c)
	}
	return c
}

// standing begins a key whose claim must stand.
func standing(t *testing.T, s store.Store, b store.Beginning, want store.Status) store.Claim {
	t.Helper()
	c, acquired, err := s.Begin(t.Context(), b)
	if err != nil || acquired || c.Status != want || c.Token != "" {
		t.Fatalf("begin %q: acquired %v, %v, %+v; want one that is %s, without its token", b.Key, acquired, err, c, want)
	}
	return c
}

// end ends a claim, which must succeed.
func end(t *testing.T, s store.Store, e store.Ending) store.Claim {
	t.Helper()
	c, err := s.End(t.Context(), e)
	if err != nil {
		t.Fatalf("end %q: %v", e.Key, err)
	}
	if c.Status != e.Status || c.Token != "" || c.Version != e.Version+1 {
		t.Fatalf("end %q gave %+v", e.Key, c)
	}
	return c
}

// read reads a claim of ana's that must be there.
func read(t *testing.T, s store.Store, key string) store.Claim {
	t.Helper()
	c, err := s.Claim(t.Context(), ana, key)
	if err != nil {
		t.Fatalf("read %q: %v", key, err)
	}
	return c
}

func wantErr(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %v", err, want)
	}
}

func wantCode(t *testing.T, err error, want fault.Code) {
	t.Helper()
	if f := fault.Of(err); f == nil || f.Code != want {
		t.Fatalf("got %v, want the code %s", err, want)
	}
}
