package storetest

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// draft is a new one of ana's.
func draft(id string) store.Draft {
	return store.Draft{ID: id, Owner: ana, State: "pending_approval", Revision: 1, Value: []byte(`{"a":1}`)}
}

// add keeps a draft, which must succeed.
func add(t *testing.T, s store.Store, d store.Draft) store.Draft {
	t.Helper()
	got, err := s.AddDraft(t.Context(), d)
	if err != nil {
		t.Fatalf("add %q: %v", d.ID, err)
	}
	return got
}

// noise is bytes of every value, which no text encoding takes.
func noise(size int) []byte {
	data := make([]byte, size)
	rand.NewChaCha8([32]byte{1}).Read(data)
	return data
}

var draftScenarios = []scenario{
	{"W113 a draft is changed by whoever saw its last version", func(t *testing.T, h Harness) {
		expires := time.Date(2027, 1, 2, 3, 4, 5, 678_000_000, time.UTC)
		d := draft("d")
		d.Value, d.Expires = noise(1000), expires
		first := add(t, h.Store, d)
		if first.Version != 1 || first.Created.IsZero() || first.Updated.IsZero() || !first.Expires.Equal(expires) || !bytes.Equal(first.Value, d.Value) {
			t.Errorf("%+v", first)
		}
		_, err := h.Store.AddDraft(t.Context(), d)
		wantErr(t, err, store.ErrConflict)
		h.Advance(time.Minute)
		change := first
		change.State, change.Revision, change.Value, change.Expires = "approved", 2, nil, time.Time{}
		second, err := h.Store.SetDraft(t.Context(), change)
		if err != nil {
			t.Fatal(err)
		}
		if second.Version != 2 || second.State != "approved" || second.Revision != 2 || len(second.Value) != 0 || !second.Expires.IsZero() || !second.Created.Equal(first.Created) || !second.Updated.After(first.Updated) {
			t.Errorf("%+v", second)
		}
		_, err = h.Store.SetDraft(t.Context(), change)
		wantErr(t, err, store.ErrConflict)
		got, err := h.Store.Draft(t.Context(), "d")
		if err != nil || got.Version != 2 || got.State != "approved" || got.Owner != ana {
			t.Errorf("%+v, %v", got, err)
		}
	}},
	{"W113 a draft of another owner is not there to be changed", func(t *testing.T, h Harness) {
		d := add(t, h.Store, draft("d"))
		d.Owner.Account = "bo@example.com"
		_, err := h.Store.SetDraft(t.Context(), d)
		wantErr(t, err, store.ErrAbsent)
		d = draft("none")
		d.Version = 1
		_, err = h.Store.SetDraft(t.Context(), d)
		wantErr(t, err, store.ErrAbsent)
		_, err = h.Store.Draft(t.Context(), "none")
		wantErr(t, err, store.ErrAbsent)
		other := draft("d")
		other.Owner.Account = "bo@example.com"
		_, err = h.Store.AddDraft(t.Context(), other)
		wantErr(t, err, store.ErrConflict)
	}},
	{"W113 a draft's value has at most 1 MiB", func(t *testing.T, h Harness) {
		d := draft("d")
		d.Value = noise(store.MaxDraft)
		if got := add(t, h.Store, d); !bytes.Equal(got.Value, d.Value) {
			t.Error("the value changed")
		}
		d = draft("e")
		d.Value = noise(store.MaxDraft + 1)
		_, err := h.Store.AddDraft(t.Context(), d)
		wantCode(t, err, fault.LimitExceeded)
		for _, change := range []func(*store.Draft){
			func(d *store.Draft) { d.ID = "" },
			func(d *store.Draft) { d.State = "" },
			func(d *store.Draft) { d.Revision = 0 },
			func(d *store.Draft) { d.Owner.Tenant = "a\x00" },
			func(d *store.Draft) { d.Expires = time.Unix(-1, 0) },
		} {
			d := draft("f")
			change(&d)
			_, err := h.Store.AddDraft(t.Context(), d)
			wantCode(t, err, fault.BadRequest)
		}
	}},
	{"W114 bodies are kept under their names", func(t *testing.T, h Harness) {
		_, err := h.Store.Body(t.Context(), "sha256:1")
		wantErr(t, err, store.ErrAbsent)
		data := noise(3 << 20)
		for range 2 {
			if err := h.Store.PutBody(t.Context(), "sha256:1", data); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.Store.PutBody(t.Context(), "sha256:1", []byte("other")); err != nil {
			t.Fatal(err)
		}
		if err := h.Store.PutBody(t.Context(), "sha256:0", nil); err != nil {
			t.Fatal(err)
		}
		if got, err := h.Store.Body(t.Context(), "sha256:1"); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		if got, err := h.Store.Body(t.Context(), "sha256:0"); err != nil || got == nil || len(got) != 0 {
			t.Errorf("%v, %v", got, err)
		}
		wantCode(t, h.Store.PutBody(t.Context(), "", data), fault.BadRequest)
		wantCode(t, h.Store.PutBody(t.Context(), strings.Repeat("x", 129), data), fault.LimitExceeded)
	}},
	{"W114 a draft names a body that is there", func(t *testing.T, h Harness) {
		d := draft("d")
		d.Body = "sha256:1"
		_, err := h.Store.AddDraft(t.Context(), d)
		wantErr(t, err, store.ErrAbsent)
		_, err = h.Store.Draft(t.Context(), "d")
		wantErr(t, err, store.ErrAbsent)
		if err := h.Store.PutBody(t.Context(), "sha256:1", []byte("1")); err != nil {
			t.Fatal(err)
		}
		d = add(t, h.Store, d)
		if d.Body != "sha256:1" {
			t.Errorf("%+v", d)
		}
		d.Body = "sha256:2"
		_, err = h.Store.SetDraft(t.Context(), d)
		wantErr(t, err, store.ErrAbsent)
		if got, err := h.Store.Draft(t.Context(), "d"); err != nil || got.Version != 1 || got.Body != "sha256:1" {
			t.Errorf("%+v, %v", got, err)
		}
	}},
}
