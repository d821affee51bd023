package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/wslite/wslite/host/store"
)

// keys lists claims and gives their keys.
func keys(t *testing.T, s store.Store, f store.ClaimFilter) []string {
	t.Helper()
	list, err := s.Claims(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range list {
		if c.Token != "" {
			t.Errorf("a list shows the token of %q", c.Key)
		}
		out = append(out, c.Key)
	}
	return out
}

// ids lists drafts and gives their ids.
func ids(t *testing.T, s store.Store, f store.DraftFilter) []string {
	t.Helper()
	list, err := s.Drafts(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range list {
		out = append(out, d.ID)
	}
	return out
}

func wantList(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("the list is %q, want %q", got, want)
	}
}

var listScenarios = []scenario{
	{"claims are listed the newest first, due ones as unknown", func(t *testing.T, h Harness) {
		wantList(t, keys(t, h.Store, store.ClaimFilter{}))
		for i, status := range []store.Status{store.Completed, store.FailedRetryable, store.FailedTerminal, store.Unknown, store.InProgress} {
			b := beginning(fmt.Sprint(i + 1))
			b.Draft = fmt.Sprintf("draft-%d", i%2)
			c := begin(t, h.Store, b)
			if status != store.InProgress {
				end(t, h.Store, failing(c, status))
			}
			h.Advance(time.Second)
		}
		b := beginning("bo")
		b.Owner = store.Owner{Tenant: "bo"}
		begin(t, h.Store, b)
		wantList(t, keys(t, h.Store, store.ClaimFilter{}), "bo", "5", "4", "3", "2", "1")
		wantList(t, keys(t, h.Store, store.ClaimFilter{Owner: &ana}), "5", "4", "3", "2", "1")
		wantList(t, keys(t, h.Store, store.ClaimFilter{Limit: 2}), "bo", "5")
		wantList(t, keys(t, h.Store, store.ClaimFilter{Draft: "draft-1"}), "4", "2")
		wantList(t, keys(t, h.Store, store.ClaimFilter{Draft: "draft-9"}))
		for _, word := range []string{store.RecordID(ana, "4"), store.RecordID(ana, "4")[:8]} {
			wantList(t, keys(t, h.Store, store.ClaimFilter{Word: word}), "4")
		}
		wantList(t, keys(t, h.Store, store.ClaimFilter{Word: "bo"}), "bo")
		for _, word := range []string{"o", "bo ", "%", "_", "draft-1", store.RecordID(ana, "4") + "0", "ü"} {
			wantList(t, keys(t, h.Store, store.ClaimFilter{Word: word}))
		}
		wantList(t, keys(t, h.Store, store.ClaimFilter{Status: []store.Status{store.Unknown}}), "4")
		wantList(t, keys(t, h.Store, store.ClaimFilter{Status: []store.Status{store.InProgress, store.Completed}}), "bo", "5", "1")
		h.Advance(16 * time.Minute)
		wantList(t, keys(t, h.Store, store.ClaimFilter{Status: []store.Status{store.InProgress}}))
		wantList(t, keys(t, h.Store, store.ClaimFilter{Owner: &ana, Status: []store.Status{store.Unknown}}), "5", "4")
		list, err := h.Store.Claims(t.Context(), store.ClaimFilter{Owner: &ana, Limit: 1})
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		// A list shows what a read then makes of it.
		got := read(t, h.Store, "5")
		got.Updated = list[0].Updated
		if list[0] != got {
			t.Errorf("listed %+v, read %+v", list[0], got)
		}
	}},
	{"drafts are listed the newest first", func(t *testing.T, h Harness) {
		wantList(t, ids(t, h.Store, store.DraftFilter{}))
		bo := store.Owner{Tenant: "bo"}
		for i, o := range []store.Owner{ana, ana, bo} {
			d := store.Draft{ID: fmt.Sprint(i + 1), Owner: o, State: []string{"pending", "approved"}[i%2], Revision: 1}
			if _, err := h.Store.AddDraft(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			h.Advance(time.Second)
		}
		wantList(t, ids(t, h.Store, store.DraftFilter{}), "3", "2", "1")
		wantList(t, ids(t, h.Store, store.DraftFilter{Owner: &ana}), "2", "1")
		wantList(t, ids(t, h.Store, store.DraftFilter{Limit: 1}), "3")
		wantList(t, ids(t, h.Store, store.DraftFilter{States: []string{"pending"}}), "3", "1")
		wantList(t, ids(t, h.Store, store.DraftFilter{States: []string{"approved", "x"}, Owner: &bo}))
		wantList(t, ids(t, h.Store, store.DraftFilter{Prefix: "2"}), "2")
		wantList(t, ids(t, h.Store, store.DraftFilter{Prefix: "2", States: []string{"pending"}}))
		for _, prefix := range []string{"22", "%", "_"} {
			wantList(t, ids(t, h.Store, store.DraftFilter{Prefix: prefix}))
		}
	}},
}
