package draft

import (
	"reflect"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// FuzzDecode reads records of any content: what is read is written to a record
// that reads the same, and everything else is DRAFT_DIGEST or, from another
// version, DRAFT_REFUSED.
func FuzzDecode(f *testing.F) {
	s := newShelf()
	d, err := New(s, Options{})
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range []Payload{mail("hello"), full()} {
		dr, err := d.Create(f.Context(), NewDraft{Owner: ana, Author: author, FrontEnd: "cli", Payload: p})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(s.drafts[dr.ID].Value, string(Pending), "", 1)
		if _, err := d.Approve(f.Context(), yes(dr)); err != nil {
			f.Fatal(err)
		}
		f.Add(s.drafts[dr.ID].Value, string(Approved), "", 1)
	}
	f.Add([]byte(`{"form":1,"author":"a","payload":{},"body":{"name":"x","size":-1}}`), string(Pending), "x", 1)
	f.Add([]byte(`{"form":2}`), string(Pending), "", 1)
	f.Add([]byte(`{"form":1,"author":"a","payload":{"args":{"n":1e400}}}`), string(Rejected), "", 3)
	f.Add([]byte(`null`), "", "", -1)
	f.Add([]byte(`{"form":1,"author":"a","payload":null}`), string(Pending), "", 1)
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, raw []byte, state, body string, revision int) {
		row := store.Draft{
			ID: "d-000000000000", Owner: ana, State: state, Revision: revision, Version: 3, Value: raw, Body: body,
			Created: now, Updated: now, Expires: now.Add(time.Hour),
		}
		dr, err := decode(row, now)
		if err != nil {
			if c := fault.CodeOf(err); c != fault.DraftDigest && c != fault.DraftRefused {
				t.Fatalf("%s: %v", c, err)
			}
			if dr == nil || dr.ID != row.ID || dr.Revision != revision {
				t.Fatalf("a damaged draft has lost its name: %+v", dr)
			}
			return
		}
		again, err := encode(dr)
		if err != nil {
			t.Fatalf("what was read can't be written: %v", err)
		}
		again.Created, again.Updated = row.Created, row.Updated
		back, err := decode(again, now)
		if err != nil {
			t.Fatalf("what was written can't be read: %v\n%s", err, again.Value)
		}
		dr.stored, back.stored = nil, nil // the same but for blanks
		if !reflect.DeepEqual(back, dr) {
			t.Fatalf("it comes back as\n%+v, it was\n%+v", back, dr)
		}
		dr.sound() // never panics
	})
}

// FuzzReadID reads what people type.
func FuzzReadID(f *testing.F) {
	for _, w := range []string{"d-4f7kq2m9xw3b", "D-4F7K", "d-", "", "d-oilo", "\x1b[2J", "d-0000000000000"} {
		f.Add(w)
	}
	f.Fuzz(func(t *testing.T, word string) {
		id, err := readID(word)
		if err != nil {
			wantCode(t, err, fault.DraftRefused)
			return
		}
		if again, err := readID(id); err != nil || again != id {
			t.Fatalf("%q reads %q, and that %q, %v", word, id, again, err)
		}
		if len(id) > idLength || len(id) < len(idPrefix)+shortestID {
			t.Fatalf("%q reads %q", word, id)
		}
	})
}
