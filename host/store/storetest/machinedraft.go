package storetest

import (
	"context"
	"errors"
	"time"

	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/store"
)

// counted runs after every step: the counts are what the claims took.
func (s *subject) counted(t *rapid.T) {
	for _, o := range s.owners {
		n, err := s.Store.Count(context.Background(), o, "send", s.day)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if want := s.m.counts[o.Key()]; n != want {
			t.Fatalf("%d are counted, want %d", n, want)
		}
	}
}

func (s *subject) draftID(t *rapid.T) string {
	return s.run + rapid.SampledFrom([]string{"d1", "d2"}).Draw(t, "draft")
}

func (s *subject) addDraft(t *rapid.T) {
	d := store.Draft{ID: s.draftID(t), Owner: s.owner(t), State: "new", Revision: 1}
	got, err := s.Store.AddDraft(context.Background(), d)
	if s.m.drafts[d.ID] != nil {
		if !errors.Is(err, store.ErrConflict) {
			t.Fatalf("%+v, %v; want a conflict", got, err)
		}
		return
	}
	if err != nil || got.Version != 1 || got.Owner != d.Owner {
		t.Fatalf("%+v, %v", got, err)
	}
	s.m.drafts[d.ID] = &modelDraft{owner: d.Owner, version: 1, state: "new"}
}

func (s *subject) setDraft(t *rapid.T) {
	d := store.Draft{ID: s.draftID(t), Owner: s.owner(t), Revision: 1, Version: 1,
		State: rapid.SampledFrom([]string{"approved", "rejected"}).Draw(t, "state")}
	m := s.m.drafts[d.ID]
	if m != nil {
		if rapid.Bool().Draw(t, "mine") {
			d.Owner = m.owner
		}
		d.Version = m.version + int64(rapid.SampledFrom([]int{0, 0, -1, 1}).Draw(t, "off"))
	}
	got, err := s.Store.SetDraft(context.Background(), d)
	switch {
	case m == nil || m.owner != d.Owner:
		if !errors.Is(err, store.ErrAbsent) {
			t.Fatalf("%+v, %v; want none", got, err)
		}
	case m.version != d.Version:
		if !errors.Is(err, store.ErrConflict) {
			t.Fatalf("%+v, %v; want a conflict", got, err)
		}
	default:
		if err != nil {
			t.Fatalf("%v", err)
		}
		m.version, m.state = m.version+1, d.State
	}
	if m == nil {
		return
	}
	got, err = s.Store.Draft(context.Background(), d.ID)
	if err != nil || got.Version != m.version || got.State != m.state || got.Owner != m.owner || !got.Expires.Equal(time.Time{}) {
		t.Fatalf("the store has %+v, %v; the model %+v", got, err, *m)
	}
}
