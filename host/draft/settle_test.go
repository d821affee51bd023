package draft

import (
	"sync"
	"testing"
)

// A run died, and many come at once to settle its draft by what the claim says:
// each finds it settled, and nobody is told of a race. So does the run itself,
// where it was slower than they.
func TestSettledByManyAtOnce(t *testing.T) {
	onStores(t, func(t *testing.T, open func() *Drafts) {
		first := open()
		for _, to := range []State{Executed, Unknown, Failed, Pending} {
			dr := store1(t, first, full())
			if err := do(t.Context(), first, "approve", dr); err != nil {
				t.Fatal(err)
			}
			dr, err := first.Get(t.Context(), dr.ID)
			if err != nil {
				t.Fatal(err)
			}
			run, err := first.Start(t.Context(), dr)
			if err != nil {
				t.Fatal(err)
			}
			var wg sync.WaitGroup
			for range 4 {
				d := open()
				wg.Go(func() {
					got, err := d.Settle(t.Context(), dr.ID, to, "m-1", "OUTCOME_UNKNOWN")
					if err != nil || got.State != to {
						t.Errorf("to %s: %v", to, err)
					}
				})
			}
			wg.Wait()
			switch to {
			case Executed:
				err = run.Done(t.Context(), "m-1")
			case Unknown:
				err = run.Lost(t.Context(), "OUTCOME_UNKNOWN")
			case Failed:
				err = run.Failed(t.Context(), "NOT_FOUND", false)
			case Pending: // a run that may be tried again gives the yes back, which is another end
				if err := run.Failed(t.Context(), "NETWORK_ERROR", true); err == nil {
					t.Error("the run ended a draft that waits for a new yes")
				}
			}
			if err != nil {
				t.Errorf("the run ends after it was settled to %s: %v", to, err)
			}
			if got, err := first.Get(t.Context(), dr.ID); err != nil || got.State != to {
				t.Errorf("it is %v, not %s (%v)", got, to, err)
			}
		}
	})
}
