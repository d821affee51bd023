package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wslite/wslite/host/store"
)

// racers is how many run at once.
const racers = 16

// race runs f in many goroutines, on three handles of the store, and lets them
// begin together.
func race(t *testing.T, h Harness, f func(s store.Store, i int)) {
	t.Helper()
	handles := []store.Store{h.Store, h.handle(t), h.handle(t)}
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range racers {
		wg.Go(func() {
			<-start
			f(handles[i%len(handles)], i)
		})
	}
	close(start)
	wg.Wait()
}

var raceScenarios = []scenario{
	{"A60 of many that begin one key exactly one acquires it", func(t *testing.T, h Harness) {
		for round := range 5 {
			key := fmt.Sprint("k", round)
			var won, stood atomic.Int32
			race(t, h, func(s store.Store, _ int) {
				c, acquired, err := s.Begin(t.Context(), capped(key, store.Cap{Name: "send", Day: day, Amount: 1, Limit: 1000}))
				switch {
				case err != nil:
					t.Errorf("%v", err)
				case acquired:
					won.Add(1)
				case c.Status == store.InProgress:
					stood.Add(1)
				}
			})
			if won.Load() != 1 || stood.Load() != racers-1 {
				t.Errorf("round %d: %d acquired, %d saw it in progress", round, won.Load(), stood.Load())
			}
			counted(t, h.Store, "send", round+1)
		}
	}},
	{"A60 of many that repeat a failed claim exactly one does", func(t *testing.T, h Harness) {
		end(t, h.Store, failing(begin(t, h.Store, beginning("k")), store.FailedRetryable))
		var won atomic.Int32
		race(t, h, func(s store.Store, _ int) {
			c, acquired, err := s.Begin(t.Context(), beginning("k"))
			if err != nil {
				t.Errorf("%v", err)
			}
			if acquired {
				won.Add(1)
				if c.Attempt != 2 {
					t.Errorf("%+v", c)
				}
			}
		})
		if won.Load() != 1 {
			t.Errorf("%d acquired", won.Load())
		}
	}},
	{"W127 of many that end a claim exactly one does", func(t *testing.T, h Harness) {
		send := store.Cap{Name: "send", Day: day, Amount: 1, Limit: 100}
		begin(t, h.Store, capped("other", send, send, send))
		c := begin(t, h.Store, capped("k", send))
		var won atomic.Int32
		race(t, h, func(s store.Store, i int) {
			e := failing(c, []store.Status{store.Completed, store.FailedRetryable, store.FailedTerminal, store.Unknown}[i%4])
			e.Release = []store.Cap{send}
			switch _, err := s.End(t.Context(), e); {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, store.ErrConflict):
				t.Errorf("%v", err)
			}
		})
		if won.Load() != 1 {
			t.Errorf("%d ended it", won.Load())
		}
		counted(t, h.Store, "send", 3)
	}},
	{"many that expire a claim do it once", func(t *testing.T, h Harness) {
		c := begin(t, h.Store, beginning("k"))
		h.Advance(16 * time.Minute)
		race(t, h, func(s store.Store, i int) {
			var err error
			switch i % 4 {
			case 0:
				_, _, err = s.Begin(t.Context(), beginning("k"))
			case 1:
				_, err = s.Claim(t.Context(), ana, "k")
			case 2:
				_, err = s.Cleanup(t.Context(), nil, nil, 0)
			case 3:
				if _, err = s.End(t.Context(), ending(c)); errors.Is(err, store.ErrConflict) {
					err = nil
				} else if err == nil {
					err = errors.New("a claim past its lifetime was completed")
				}
			}
			if err != nil {
				t.Errorf("%v", err)
			}
		})
		if got := read(t, h.Store, "k"); got.Status != store.Unknown || got.Version != 2 {
			t.Errorf("%+v", got)
		}
	}},
	{"a cap holds however many take from it", func(t *testing.T, h Harness) {
		a, b := store.Cap{Name: "a", Day: day, Amount: 1, Limit: 7}, store.Cap{Name: "b", Day: day, Amount: 2, Limit: 100}
		var won, full atomic.Int32
		race(t, h, func(s store.Store, i int) {
			caps := []store.Cap{a, b}
			if i%2 == 0 {
				caps = []store.Cap{b, a}
			}
			var over *store.CapError
			switch _, acquired, err := s.Begin(t.Context(), capped(fmt.Sprint(i), caps...)); {
			case errors.As(err, &over):
				full.Add(1)
			case err != nil:
				t.Errorf("%v", err)
			case acquired:
				won.Add(1)
			}
		})
		if won.Load() != 7 || full.Load() != racers-7 {
			t.Errorf("%d acquired, %d were stopped", won.Load(), full.Load())
		}
		counted(t, h.Store, "a", 7)
		counted(t, h.Store, "b", 14)
	}},
	{"W113 of many that change a draft exactly one does", func(t *testing.T, h Harness) {
		d := add(t, h.Store, draft("d"))
		var won atomic.Int32
		race(t, h, func(s store.Store, i int) {
			mine := d
			mine.State = fmt.Sprint("state", i)
			switch _, err := s.SetDraft(t.Context(), mine); {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, store.ErrConflict):
				t.Errorf("%v", err)
			}
		})
		if got, err := h.Store.Draft(t.Context(), "d"); won.Load() != 1 || err != nil || got.Version != 2 {
			t.Errorf("%d changed it: %+v, %v", won.Load(), got, err)
		}
	}},
	{"a body that is named while a cleanup runs stays", func(t *testing.T, h Harness) {
		for round := range 5 {
			name := fmt.Sprint("body", round)
			if err := h.Store.PutBody(t.Context(), name, []byte(name)); err != nil {
				t.Fatal(err)
			}
			h.Advance(2 * time.Hour)
			race(t, h, func(s store.Store, i int) {
				var err error
				if i%2 == 0 {
					_, err = s.Cleanup(t.Context(), nil, nil, 0)
				} else {
					d := draft(fmt.Sprint("d", round, "-", i))
					d.Body = name
					if _, err = s.AddDraft(t.Context(), d); errors.Is(err, store.ErrAbsent) {
						err = nil // the cleanup was first
					}
				}
				if err != nil {
					t.Errorf("%v", err)
				}
			})
		}
		drafts, err := h.Store.Drafts(t.Context(), store.DraftFilter{})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range drafts {
			if _, err := h.Store.Body(t.Context(), d.Body); err != nil {
				t.Errorf("the body of %s: %v", d.ID, err)
			}
		}
	}},
}
