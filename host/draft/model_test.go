package draft

import (
	"context"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// model is a draft as W111 tells it, without a store: its state, its revision,
// and whether a yes of this revision stands and until when.
type model struct {
	state    State
	revision int
	expires  time.Time
	approved time.Time // when; zero is never
}

func (m *model) shown(now time.Time) State {
	if (m.state == Pending || m.state == Approved) && !now.Before(m.expires) {
		return Expired
	}
	return m.state
}

// happen takes an event by the table. runs says whether it is the end of a run,
// whose states are given by name.
func (m *model) happen(event string, now time.Time) outcome {
	want := table[event][m.shown(now)]
	if want.code != "" {
		return want
	}
	switch event {
	case "edit":
		m.revision, m.expires, m.approved = m.revision+1, now.Add(DefaultExpire), time.Time{}
	case "approve":
		if m.state != Approved || !now.Before(m.approved.Add(DefaultApprovalLife)) {
			m.approved = now
		}
	case "reject", "settle pending":
		if want.to != Expired {
			m.approved = time.Time{}
		}
	}
	if want.to != Expired {
		m.state = want.to
	}
	return want
}

// mayRun is what has to hold for a run, told by the model alone.
func (m *model) mayRun(now time.Time) bool {
	return m.shown(now) == Approved && !m.approved.IsZero() && now.Before(m.approved.Add(DefaultApprovalLife))
}

// interrupted is a store in which something happens right before a change.
type interrupted struct {
	store.Store
	between func()
}

func (s *interrupted) SetDraft(ctx context.Context, d store.Draft) (store.Draft, error) {
	if f := s.between; f != nil {
		s.between = nil
		f()
	}
	return s.Store.SetDraft(ctx, d)
}

// modelBench is a store of which the test has the clock.
type modelBench struct {
	t *testing.T
	*interrupted
	clock time.Time
	d     *Drafts
}

func (b *modelBench) get(id string) *Draft {
	dr, err := b.d.Get(b.t.Context(), id)
	if err != nil {
		b.t.Fatal(err)
	}
	return dr
}

// TestTheStateTableAgainstAModel lets events, lost races and time happen in any
// order. After each, the stored draft is as the model has it, and it may run
// exactly when the model says so.
func TestTheStateTableAgainstAModel(t *testing.T) {
	for name, make := range stores {
		t.Run(name, func(t *testing.T) { againstModel(t, make(t)(t)) })
	}
}

func againstModel(t *testing.T, s store.Store) {
	events := slices.Sorted(func(yield func(string) bool) {
		for e := range table {
			if !yield(e) {
				return
			}
		}
	})
	ends := map[string]State{"done": Executed, "retryable": Approved, "terminal": Failed, "lost": Unknown}
	rapid.Check(t, func(rt *rapid.T) {
		b := &modelBench{t: t, interrupted: &interrupted{Store: s}, clock: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
		var err error
		if b.d, err = New(b, Options{Now: func() time.Time { return b.clock }}); err != nil {
			rt.Fatal(err)
		}
		dr := store1(t, b.d, mail("hello"))
		m := &model{state: Pending, revision: 1, expires: dr.Expires}
		var run *Run
		// old are handles on what the draft was: whoever holds one changes nothing.
		old := []*Draft{dr}

		agree := func() {
			got := b.get(dr.ID)
			if got.State != m.shown(b.clock) || got.Revision != m.revision {
				rt.Fatalf("it is %s at %d, the model is %s at %d", got.State, got.Revision, m.shown(b.clock), m.revision)
			}
			if a := got.Approval; a != nil && (a.Revision != got.Revision || a.Digest != got.Digest) {
				rt.Fatalf("revision %d has the approval %+v", got.Revision, a)
			}
			if err := b.d.Check(t.Context(), got, ana, rev1); (err == nil) != m.mayRun(b.clock) {
				rt.Fatalf("may it run? %v; the model says %v", err, m.mayRun(b.clock))
			}
			if last := old[len(old)-1]; last.version != got.version {
				old = append(old, got)
			}
		}
		code := func(err error, want fault.Code) {
			if err == nil && want == "" {
				return
			}
			if err == nil || fault.CodeOf(err) != want {
				rt.Fatalf("got %v, want %q", err, want)
			}
		}
		begin := func() error {
			got := b.get(dr.ID)
			r, err := b.d.Start(t.Context(), got)
			if err == nil {
				run = r
			}
			return err
		}
		one := func(event string) error {
			if event == "start" {
				return begin()
			}
			return do(t.Context(), b.d, event, b.get(dr.ID))
		}
		rt.Repeat(map[string]func(*rapid.T){
			"": func(*rapid.T) { agree() },
			"event": func(rt *rapid.T) {
				event := rapid.SampledFrom(events).Draw(rt, "event")
				err := one(event)
				code(err, m.happen(event, b.clock).code)
			},
			"time": func(rt *rapid.T) {
				d := rapid.SampledFrom([]time.Duration{time.Minute, DefaultApprovalLife, DefaultApprovalLife - 1, DefaultExpire}).Draw(rt, "d")
				b.clock = b.clock.Add(d)
			},
			"end of the run": func(rt *rapid.T) {
				if run == nil {
					rt.Skip("nothing runs")
				}
				how := rapid.SampledFrom([]string{"done", "retryable", "terminal", "lost"}).Draw(rt, "how")
				var err error
				switch how {
				case "done":
					err = run.Done(t.Context(), "m-1")
				case "lost":
					err = run.Lost(t.Context(), "NETWORK_ERROR")
				default:
					err = run.Failed(t.Context(), "RATE_LIMITED", how == "retryable")
				}
				// Somebody may have settled it meanwhile: then the run's word is late.
				if run.draft.version != b.get(dr.ID).version || m.state != Executing && err != nil {
					code(err, fault.DraftStale)
				} else {
					code(err, "")
					m.state = ends[how]
				}
				run = nil
			},
			"an old handle": func(rt *rapid.T) {
				h := rapid.SampledFrom(old).Draw(rt, "handle")
				if h.State != Approved || h.version == b.get(dr.ID).version {
					rt.Skip("the handle is not an old one")
				}
				_, err := b.d.Start(t.Context(), h)
				code(err, fault.DraftStale)
			},
			"an old revision": func(rt *rapid.T) {
				h := rapid.SampledFrom(old).Draw(rt, "handle")
				if h.Revision == m.revision {
					rt.Skip("the revision is not an old one")
				}
				for _, event := range []string{"edit", "approve", "reject"} {
					code(do(t.Context(), b.d, event, h), fault.DraftStale)
				}
			},
			"a lost race": func(rt *rapid.T) {
				winner := rapid.SampledFrom(events).Draw(rt, "winner")
				loser := rapid.SampledFrom(events).Draw(rt, "loser")
				seen := b.get(dr.ID)
				before, allowed := seen.version, (&model{m.state, m.revision, m.expires, m.approved}).happen(loser, b.clock)
				met := false
				b.between = func() {
					met = true
					code(one(winner), m.happen(winner, b.clock).code)
				}
				err := do(t.Context(), b.d, loser, seen)
				b.between = nil
				switch {
				case !met: // the loser wanted no change
					code(err, allowed.code)
				case b.get(dr.ID).version != before && fault.CodeOf(err) == fault.DraftStale:
				default: // the winner changed nothing, so there was no race
					code(err, m.happen(loser, b.clock).code)
				}
			},
		})
	})
}
