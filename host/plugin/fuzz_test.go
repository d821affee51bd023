package plugin

import (
	"bytes"
	"testing"

	"github.com/wslite/wslite/host/text"
)

// FuzzDecodeMeta: what is read can be written and read again with the same
// digest, and whatever a catalog says, its diff is clean.
func FuzzDecodeMeta(f *testing.F) {
	m := Meta{Service: "notes", Catalog: notes()}
	doc, err := m.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(doc)
	f.Add([]byte(`{"service":"a","catalog":{"service":"a","tools":[{"name":"\u001b\u202e","input":{"a":[{"b":[1e400]}]}}]}}`))
	f.Add([]byte(`{}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := DecodeMeta(b)
		if err != nil {
			return
		}
		once, err := m.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := DecodeMeta(once)
		if err != nil {
			t.Fatalf("%v in %s", err, once)
		}
		twice, err := again.Encode()
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%s\n%s %v", once, twice, err)
		}
		a, errA := catalogDigest(m.Catalog)
		c, errB := catalogDigest(again.Catalog)
		if a != c || errA != nil || errB != nil {
			t.Error("the digest changed on the way")
		}
		if d := Diff(m.Catalog, again.Catalog); len(d) != 0 {
			t.Errorf("differs from itself: %s", d)
		}
		if s := Diff(notes(), m.Catalog).String(); s != text.Clean(s) {
			t.Errorf("not clean: %q", s)
		}
	})
}
