package draft

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/store"
)

// shelf is a store of drafts for tests, which can be looked into, tampered with
// and broken. What it has no method for is not used by this package: the nil
// interface would panic.
type shelf struct {
	store.Store
	mu     sync.Mutex
	clock  time.Time
	drafts map[string]store.Draft
	bodies map[string][]byte
	// between runs once, before the next SetDraft takes the lock.
	between func()
	// broken, where set, is what every method answers.
	broken error
	// puts counts PutBody.
	puts int
}

var _ store.Store = (*shelf)(nil)

func newShelf() *shelf {
	return &shelf{clock: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), drafts: map[string]store.Draft{}, bodies: map[string][]byte{}}
}

func (s *shelf) lock() func() {
	s.mu.Lock()
	return s.mu.Unlock
}

func (s *shelf) AddDraft(_ context.Context, d store.Draft) (store.Draft, error) {
	defer s.lock()()
	if s.broken != nil {
		return d, s.broken
	}
	if _, taken := s.drafts[d.ID]; taken {
		return d, store.ErrConflict
	}
	d.Version, d.Created, d.Updated = 1, s.clock, s.clock
	d.Value = bytes.Clone(d.Value)
	s.drafts[d.ID] = d
	return d, nil
}

func (s *shelf) SetDraft(_ context.Context, d store.Draft) (store.Draft, error) {
	if f := s.between; f != nil {
		s.between = nil
		f()
	}
	defer s.lock()()
	if s.broken != nil {
		return d, s.broken
	}
	old, there := s.drafts[d.ID]
	switch {
	case !there || old.Owner != d.Owner:
		return d, store.ErrAbsent
	case old.Version != d.Version:
		return d, store.ErrConflict
	}
	d.Version, d.Created, d.Updated = old.Version+1, old.Created, s.clock
	d.Value = bytes.Clone(d.Value)
	s.drafts[d.ID] = d
	return d, nil
}

func (s *shelf) Draft(_ context.Context, id string) (store.Draft, error) {
	defer s.lock()()
	if s.broken != nil {
		return store.Draft{}, s.broken
	}
	d, there := s.drafts[id]
	if !there {
		return d, store.ErrAbsent
	}
	d.Value = bytes.Clone(d.Value)
	return d, nil
}

func (s *shelf) Drafts(_ context.Context, f store.DraftFilter) ([]store.Draft, error) {
	defer s.lock()()
	if s.broken != nil {
		return nil, s.broken
	}
	var out []store.Draft
	for _, d := range s.drafts {
		if (f.Owner == nil || *f.Owner == d.Owner) && (len(f.States) == 0 || slices.Contains(f.States, d.State)) {
			out = append(out, d)
		}
	}
	slices.SortFunc(out, func(a, b store.Draft) int { return strings.Compare(a.ID, b.ID) })
	return out, nil
}

func (s *shelf) PutBody(_ context.Context, name string, data []byte) error {
	defer s.lock()()
	if s.broken != nil {
		return s.broken
	}
	s.puts++
	if _, there := s.bodies[name]; !there {
		s.bodies[name] = bytes.Clone(data)
	}
	return nil
}

func (s *shelf) Body(_ context.Context, name string) ([]byte, error) {
	defer s.lock()()
	b, there := s.bodies[name]
	if !there {
		return nil, store.ErrAbsent
	}
	return b, nil
}

func (s *shelf) Cleanup(_ context.Context, _ *store.Owner, keep []string, limit int) (p store.Pruned, err error) {
	defer s.lock()()
	for id, d := range s.drafts {
		if !d.Expires.After(s.clock) && !slices.Contains(keep, d.State) && p.Drafts < limit {
			delete(s.drafts, id)
			p.Drafts++
		}
	}
	return p, s.broken
}

func (s *shelf) Now(context.Context) (time.Time, error) {
	defer s.lock()()
	return s.clock, s.broken
}

func (s *shelf) Name() string { return "a shelf" }

// tamper changes a stored row behind everybody's back.
func (s *shelf) tamper(id string, f func(*store.Draft)) {
	defer s.lock()()
	d := s.drafts[id]
	f(&d)
	s.drafts[id] = d
}

// replace changes text in the stored value.
func (s *shelf) replace(t *testing.T, id, old, with string) {
	t.Helper()
	s.tamper(id, func(d *store.Draft) {
		changed := strings.Replace(string(d.Value), old, with, 1)
		if changed == string(d.Value) {
			t.Fatalf("the value has no %q: %s", old, d.Value)
		}
		d.Value = []byte(changed)
	})
}

var (
	ana = store.Owner{Tenant: "google", Account: "ana@example.com"}
	bob = store.Owner{Tenant: "google", Account: "bob@example.com"}
)

const (
	author   = "ana@desk"
	approver = "cem@laptop"
	rev1     = "sha256:policy-1"
)

// mail is a payload with a text of its own.
func mail(text string) Payload {
	return Payload{
		Service: "gmail", Tool: "gmail_send", Action: "send", Class: risk.Send,
		Args:       map[string]any{"to": []any{"bob@example.com"}, "text": text},
		Params:     map[string]any{"to": []any{"bob@example.com"}, "body": text},
		Recipients: []Recipient{{Address: "bob@example.com", External: true}},
		Changes:    []string{"a mail is sent"},
		Profile:    "work", Backend: "google", Account: "ana",
	}
}

// bench is a shelf with its drafts.
type bench struct {
	*testing.T
	*shelf
	d *Drafts
}

func newBench(t *testing.T, o Options) *bench {
	t.Helper()
	s := newShelf()
	d, err := New(s, o)
	if err != nil {
		t.Fatal(err)
	}
	return &bench{t, s, d}
}

func (b *bench) create(p Payload) *Draft {
	b.Helper()
	dr, err := b.d.Create(b.Context(), NewDraft{Owner: ana, Author: author, FrontEnd: "cli", Payload: p})
	if err != nil {
		b.Fatal(err)
	}
	return dr
}

func (b *bench) approve(dr *Draft) *Draft {
	b.Helper()
	got, err := b.d.Approve(b.Context(), yes(dr))
	if err != nil {
		b.Fatal(err)
	}
	return got
}

func (b *bench) get(id string) *Draft {
	b.Helper()
	dr, err := b.d.Get(b.Context(), id)
	if err != nil {
		b.Fatal(err)
	}
	return dr
}

// in brings a new draft into a state, by the ways that lead there.
func (b *bench) in(s State) *Draft {
	b.Helper()
	dr := b.create(mail("in " + string(s)))
	if s == Pending {
		return dr
	}
	var err error
	switch s {
	case Rejected:
		dr, err = b.d.Reject(b.Context(), dr.ID, 0, approver, "no")
	case Expired:
		b.tamper(dr.ID, func(d *store.Draft) { d.Expires = b.clock })
	default:
		dr = b.approve(dr)
		if s == Approved {
			return dr
		}
		var r *Run
		if r, err = b.d.Start(b.Context(), dr); err != nil {
			break
		}
		switch s {
		case Executed:
			err = r.Done(b.Context(), "m-1")
		case Failed:
			err = r.Failed(b.Context(), "NOT_FOUND", false)
		case Unknown:
			err = r.Lost(b.Context(), "NETWORK_ERROR")
		}
	}
	if err != nil {
		b.Fatal(err)
	}
	if dr = b.get(dr.ID); dr.State != s {
		b.Fatalf("it is %s, not %s", dr.State, s)
	}
	return dr
}

func (b *bench) check(dr *Draft) error { return b.d.Check(b.Context(), dr, ana, rev1) }

func yes(dr *Draft) Approving {
	return Approving{ID: dr.ID, Revision: dr.Revision, Digest: dr.Digest, Approver: approver, PolicyRevision: rev1}
}

// wantCode fails the test unless err has the code; "" is no error.
func wantCode(t testing.TB, err error, code fault.Code) {
	t.Helper()
	switch {
	case code == "" && err != nil:
		t.Errorf("%s: %v", fault.CodeOf(err), err)
	case code != "" && (err == nil || fault.CodeOf(err) != code):
		t.Errorf("got %v, want %s", err, code)
	}
}

var errDisk = errors.New("the disk is gone")
