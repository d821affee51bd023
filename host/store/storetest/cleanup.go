package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/wslite/wslite/host/store"
)

// clean runs a cleanup and compares what it did.
func clean(t *testing.T, s store.Store, o *store.Owner, keepStates []string, limit int, want store.Pruned) {
	t.Helper()
	if got, err := s.Cleanup(t.Context(), o, keepStates, limit); err != nil || got != want {
		t.Errorf("the cleanup did %+v, %v; want %+v", got, err, want)
	}
}

var cleanScenarios = []scenario{
	{"W143 A61 a cleanup makes due claims unknown, removes old ones, and keeps the unknown", func(t *testing.T, h Harness) {
		for i := range 5 {
			begin(t, h.Store, beginning(fmt.Sprint("due", i)))
			end(t, h.Store, ending(begin(t, h.Store, beginning(fmt.Sprint("done", i)))))
			end(t, h.Store, failing(begin(t, h.Store, beginning(fmt.Sprint("unknown", i))), store.Unknown))
		}
		clean(t, h.Store, nil, nil, 0, store.Pruned{})
		h.Advance(16 * time.Minute)
		clean(t, h.Store, nil, nil, 3, store.Pruned{Expired: 3})
		clean(t, h.Store, nil, nil, 3, store.Pruned{Expired: 2})
		h.Advance(31 * 24 * time.Hour)
		clean(t, h.Store, nil, nil, 3, store.Pruned{Claims: 3})
		clean(t, h.Store, nil, nil, 0, store.Pruned{Claims: 2})
		clean(t, h.Store, nil, nil, 0, store.Pruned{})
		list, err := h.Store.Claims(t.Context(), store.ClaimFilter{})
		if err != nil || len(list) != 10 {
			t.Fatalf("%d claims are left, %v", len(list), err)
		}
		for _, c := range list {
			if c.Status != store.Unknown {
				t.Errorf("left: %+v", c)
			}
		}
		if c := begin(t, h.Store, beginning("done0")); c.Attempt != 1 || c.Version != 1 {
			t.Errorf("a removed claim is not absent: %+v", c)
		}
	}},
	{"W143 failed claims are removed too, each at its time", func(t *testing.T, h Harness) {
		for _, status := range []store.Status{store.FailedRetryable, store.FailedTerminal, store.Completed} {
			e := failing(begin(t, h.Store, beginning(string(status))), status)
			e.Keep = time.Hour
			end(t, h.Store, e)
		}
		end(t, h.Store, ending(begin(t, h.Store, beginning("later"))))
		h.Advance(59 * time.Minute)
		clean(t, h.Store, nil, nil, 0, store.Pruned{})
		h.Advance(2 * time.Minute)
		clean(t, h.Store, nil, nil, 0, store.Pruned{Claims: 3})
		wantList(t, keys(t, h.Store, store.ClaimFilter{}), "later")
	}},
	{"W143 a cleanup of one owner leaves the others alone", func(t *testing.T, h Harness) {
		now, err := h.Store.Now(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		today, bo := now.Format(time.DateOnly), store.Owner{Tenant: "bo"}
		for _, o := range []store.Owner{ana, bo} {
			due, done := beginning("due"), beginning("done")
			due.Owner, done.Owner = o, o
			begin(t, h.Store, due)
			done.Caps = []store.Cap{{Name: "send", Day: today, Amount: 1, Limit: 1}}
			end(t, h.Store, ending(begin(t, h.Store, done)))
			d := draft("d" + o.Tenant)
			d.Owner, d.Expires = o, now.Add(time.Hour)
			add(t, h.Store, d)
		}
		h.Advance(300 * 24 * time.Hour)
		clean(t, h.Store, &bo, nil, 0, store.Pruned{Expired: 1, Claims: 1, Drafts: 1})
		if c, err := h.Store.Claim(t.Context(), ana, "done"); err != nil || c.Status != store.Completed {
			t.Errorf("%+v, %v", c, err)
		}
		wantList(t, ids(t, h.Store, store.DraftFilter{}), "dgoogle")
		left := func(o store.Owner, want int) {
			if n, err := h.Store.Count(t.Context(), o, "send", today); n != want || err != nil {
				t.Errorf("%d are counted, %v; want %d", n, err, want)
			}
		}
		left(ana, 1)
		left(bo, 0)
		clean(t, h.Store, &ana, nil, 0, store.Pruned{Expired: 1, Claims: 1, Drafts: 1})
		left(ana, 0)
	}},
	{"counts of the day and of the day before stay", func(t *testing.T, h Harness) {
		now, err := h.Store.Now(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		days := []string{}
		for i, ago := range []int{0, 1, 3} {
			d := now.AddDate(0, 0, -ago).Format(time.DateOnly)
			days = append(days, d)
			begin(t, h.Store, capped(fmt.Sprint(i), store.Cap{Name: "send", Day: d, Amount: 1, Limit: 1}))
		}
		clean(t, h.Store, nil, nil, 0, store.Pruned{})
		for i, want := range []int{1, 1, 0} {
			if n, err := h.Store.Count(t.Context(), ana, "send", days[i]); err != nil || n != want {
				t.Errorf("%s: %d, %v; want %d", days[i], n, err, want)
			}
		}
	}},
	{"old drafts are removed, but for the states that stay", func(t *testing.T, h Harness) {
		now, err := h.Store.Now(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for id, state := range map[string]string{"a": "executed", "b": "unknown", "c": "executing", "d": "pending", "e": "executed"} {
			d := draft(id)
			d.State, d.Expires = state, now.Add(time.Hour)
			if id == "e" {
				d.Expires = time.Time{} // never
			}
			add(t, h.Store, d)
		}
		clean(t, h.Store, nil, nil, 0, store.Pruned{})
		h.Advance(2 * time.Hour)
		clean(t, h.Store, nil, []string{"unknown", "executing"}, 1, store.Pruned{Drafts: 1})
		clean(t, h.Store, nil, []string{"unknown", "executing"}, 0, store.Pruned{Drafts: 1})
		clean(t, h.Store, nil, []string{"unknown"}, 0, store.Pruned{Drafts: 1})
		for _, id := range []string{"b", "e"} {
			if _, err := h.Store.Draft(t.Context(), id); err != nil {
				t.Errorf("%s: %v", id, err)
			}
		}
	}},
	{"bodies go when no draft names them, but not at once", func(t *testing.T, h Harness) {
		put := func(name string) {
			t.Helper()
			if err := h.Store.PutBody(t.Context(), name, []byte(name)); err != nil {
				t.Fatal(err)
			}
		}
		put("named")
		put("loose")
		d := draft("d")
		d.Body = "named"
		d = add(t, h.Store, d)
		clean(t, h.Store, nil, nil, 0, store.Pruned{})
		h.Advance(2 * time.Hour)
		put("new")
		put("loose") // again: its draft is on the way
		clean(t, h.Store, nil, nil, 0, store.Pruned{})
		h.Advance(2 * time.Hour)
		clean(t, h.Store, nil, nil, 1, store.Pruned{Bodies: 1})
		clean(t, h.Store, nil, nil, 0, store.Pruned{Bodies: 1})
		if _, err := h.Store.Body(t.Context(), "named"); err != nil {
			t.Fatal(err)
		}
		d.Body = ""
		if _, err := h.Store.SetDraft(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		clean(t, h.Store, nil, nil, 0, store.Pruned{Bodies: 1})
		_, err := h.Store.Body(t.Context(), "named")
		wantErr(t, err, store.ErrAbsent)
	}},
	{"W143 no cleanup removes more than 500 of a kind", func(t *testing.T, h Harness) {
		if store.CleanMax(0) != 100 || store.CleanMax(-1) != 100 || store.CleanMax(501) != 500 || store.CleanMax(7) != 7 {
			t.Error("the bounds of a cleanup are wrong")
		}
		for i := range 101 {
			e := ending(begin(t, h.Store, beginning(fmt.Sprint(i))))
			e.Keep = time.Minute
			end(t, h.Store, e)
		}
		h.Advance(time.Hour)
		clean(t, h.Store, nil, nil, 0, store.Pruned{Claims: 100})
		clean(t, h.Store, nil, nil, 1000, store.Pruned{Claims: 1})
	}},
}
