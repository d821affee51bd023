package draft

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/memory"
	"github.com/wslite/wslite/host/store/pgtest"
	"github.com/wslite/wslite/host/store/postgres"
	"github.com/wslite/wslite/host/store/sqlite"
)

// opener opens a store; opening it again is what another process does.
type opener func(t *testing.T) store.Store

// stores are the real ones. That in memory has no other processes.
var stores = map[string]func(t *testing.T) opener{
	"memory": func(*testing.T) opener {
		s := memory.New(time.Now)
		return func(*testing.T) store.Store { return s }
	},
	"sqlite": func(t *testing.T) opener {
		file := filepath.Join(t.TempDir(), "records.db")
		return func(t *testing.T) store.Store {
			return opened(t)(sqlite.Open(t.Context(), file, sqlite.Options{}))
		}
	},
	"postgres": func(t *testing.T) opener {
		server := pgtest.Start(t)
		return func(t *testing.T) store.Store {
			return opened(t)(postgres.Open(t.Context(), server.DSN, postgres.Options{}))
		}
	},
}

func opened(t *testing.T) func(store.Store, error) store.Store {
	return func(s store.Store, err error) store.Store {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
}

// onStores runs a test on each store; open gives the drafts as one more process
// has them.
func onStores(t *testing.T, f func(t *testing.T, open func() *Drafts)) {
	for name, make := range stores {
		t.Run(name, func(t *testing.T) {
			open := make(t)
			f(t, func() *Drafts {
				d, err := New(open(t), Options{})
				if err != nil {
					t.Fatal(err)
				}
				return d
			})
		})
	}
}

func store1(t *testing.T, d *Drafts, p Payload) *Draft {
	t.Helper()
	dr, err := d.Create(t.Context(), NewDraft{Owner: ana, Author: author, FrontEnd: "cli", Payload: p})
	if err != nil {
		t.Fatal(err)
	}
	return dr
}

// TestALifeOnRealStores goes once through all that is stored, with a payload in
// its record and with one in a body.
func TestALifeOnRealStores(t *testing.T) {
	onStores(t, func(t *testing.T, open func() *Drafts) {
		d := open()
		for _, text := range []string{"short", strings.Repeat("a long mail ", 20_000)} {
			p := full()
			p.Args["text"] = text
			dr := store1(t, d, p)
			got, err := d.Find(t.Context(), dr.ID[:9])
			if err != nil || !reflect.DeepEqual(got, dr) || !reflect.DeepEqual(got.Payload, p) {
				t.Fatalf("%v\n%+v\n%+v", err, got, dr)
			}
			if (dr.Body != nil) != (len(text) > threshold) {
				t.Errorf("the body of %d bytes is %+v", len(text), dr.Body)
			}
			for _, event := range []string{"approve", "reject", "edit", "approve", "start", "settle pending", "approve"} {
				if err := do(t.Context(), d, event, got); err != nil {
					t.Fatalf("%s: %v", event, err)
				}
				if got, err = d.Get(t.Context(), dr.ID); err != nil {
					t.Fatal(err)
				}
			}
			if err := d.Check(t.Context(), got, ana, rev1); err != nil {
				t.Error(err)
			}
			r, err := d.Start(t.Context(), got)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Done(t.Context(), "m-1"); err != nil {
				t.Fatal(err)
			}
		}
		p, err := d.Prune(t.Context(), 0)
		if err != nil || p.Drafts != 2 {
			t.Errorf("%+v, %v", p, err)
		}
		if list, err := d.List(t.Context(), Filter{}); err != nil || len(list) != 0 {
			t.Errorf("%d are left, %v", len(list), err)
		}
	})
}

// W112: another process goes on with exactly what was approved.
func TestW112_DraftsSurviveARestart(t *testing.T) {
	onStores(t, func(t *testing.T, open func() *Drafts) {
		first := open()
		stored := store1(t, first, full())
		if _, err := first.Approve(t.Context(), yes(stored)); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(t.Name(), "memory") {
			first.store.Close()
		}
		d := open()
		dr, err := d.Get(t.Context(), stored.ID)
		if err != nil || dr.Digest != stored.Digest || !reflect.DeepEqual(dr.Payload, full()) {
			t.Fatalf("%v, %+v", err, dr)
		}
		if err := d.Check(t.Context(), dr, ana, rev1); err != nil {
			t.Error(err)
		}
		if _, err := d.Start(t.Context(), dr); err != nil {
			t.Error(err)
		}
	})
}

// TestApproveAgainstEdit lets many approve, edit and run one draft at once.
// Whatever they meet: an approval is of the revision and of the text that it was
// given to, and one revision is never run twice at a time.
func TestApproveAgainstEdit(t *testing.T) {
	const workers, rounds = 6, 25
	onStores(t, func(t *testing.T, open func() *Drafts) {
		ctx, d := t.Context(), open()
		dr := store1(t, d, mail("text 0"))
		// shown maps each revision to the digest that its approvers saw.
		var shown sync.Map
		var running, runs, edits, approvals atomic.Int32
		get := func() *Draft {
			got, err := d.Get(ctx, dr.ID)
			if err != nil {
				t.Error(err)
				return dr
			}
			if a := got.Approval; a != nil {
				if seen, _ := shown.Load(a.Revision); a.Revision != got.Revision || a.Digest != got.Digest || seen != nil && seen != a.Digest {
					t.Errorf("revision %d, digest %s, has the approval %+v", got.Revision, got.Digest, a)
				}
			}
			return got
		}
		// allowed are the ways in which who comes too late may be told so.
		allowed := func(err error, codes ...fault.Code) {
			for _, c := range append(codes, fault.DraftStale) {
				if err == nil || fault.CodeOf(err) == c {
					return
				}
			}
			t.Errorf("%s: %v", fault.CodeOf(err), err)
		}
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				for i := range rounds {
					seen := get()
					_, err := d.Approve(ctx, yes(seen))
					allowed(err, fault.DraftRefused)
					if err == nil {
						approvals.Add(1)
						if was, twice := shown.LoadOrStore(seen.Revision, seen.Digest); twice && was != seen.Digest {
							t.Errorf("revision %d was approved with two contents", seen.Revision)
						}
					}
					_, err = d.Edit(ctx, seen.ID, seen.Revision, mail(fmt.Sprint("text ", w, " ", i)), "dora@desk")
					allowed(err, fault.DraftRefused)
					if err == nil {
						edits.Add(1)
					}
				}
			})
			wg.Go(func() {
				for range rounds {
					got := get()
					if d.Check(ctx, got, ana, rev1) != nil {
						continue
					}
					r, err := d.Start(ctx, got)
					allowed(err)
					if err != nil {
						continue
					}
					runs.Add(1)
					if running.Add(1) != 1 {
						t.Error("two runs at a time")
					}
					if seen, _ := shown.Load(got.Revision); seen != nil && seen != got.Digest {
						t.Errorf("revision %d runs with another content than was approved", got.Revision)
					}
					running.Add(-1)
					if err := r.Failed(ctx, "RATE_LIMITED", true); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		if edits.Load() == 0 || approvals.Load() == 0 {
			t.Errorf("%d edits, %d approvals, %d runs: nothing met", edits.Load(), approvals.Load(), runs.Load())
		}
		if last := get(); last.Revision != int(edits.Load())+1 {
			t.Errorf("%d edits led to revision %d", edits.Load(), last.Revision)
		}
		t.Logf("%d edits, %d approvals, %d runs", edits.Load(), approvals.Load(), runs.Load())
	})
}

// 16 processes, each with a connection of its own, run one draft.
func TestW121_SixteenRunners(t *testing.T) {
	onStores(t, func(t *testing.T, open func() *Drafts) {
		first := open()
		dr := store1(t, first, mail("hello"))
		if _, err := first.Approve(t.Context(), yes(dr)); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		var started atomic.Int32
		read := make(chan struct{}) // closed when all have read it
		for range 16 {
			d := open()
			got, err := d.Get(t.Context(), dr.ID)
			if err != nil {
				t.Fatal(err)
			}
			wg.Go(func() {
				<-read
				if _, err := d.Start(t.Context(), got); err == nil {
					started.Add(1)
				} else {
					wantCode(t, err, fault.DraftStale)
				}
			})
		}
		close(read)
		wg.Wait()
		if n := started.Load(); n != 1 {
			t.Errorf("%d runs were started", n)
		}
	})
}
