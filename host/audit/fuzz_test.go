package audit

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/wslite/wslite/host/canon"
)

// Whatever a line is: what is taken for one is written again in the same bytes.
func FuzzParse(f *testing.F) {
	l := line{Record: sample(1), Seq: 7, Prev: noHash}
	raw, err := l.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add(bytes.Replace(raw, []byte(`"seq":7`), []byte(`"seq":8`), 1))
	f.Add(bytes.ToUpper(raw))
	f.Add([]byte(`{"event":"header","hash":"","prev":"","seq":1,"time":"2026-11-30T09:00:00Z"}`))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := parseStrict(raw)
		if err != nil {
			return
		}
		hash := l.Hash
		again, err := l.encode()
		if err != nil || !bytes.Equal(again, raw) || l.Hash != hash {
			t.Errorf("%v\n%s\n%s", err, raw, again)
		}
		if again, err = canon.Of(l); err != nil || !bytes.Equal(again, raw) {
			t.Errorf("%v\n%s\n%s", err, raw, again)
		}
	})
}

// Whatever stands in a file, it is read and checked to its end, and what the
// reader takes for an entry stands in the file.
func FuzzFile(f *testing.F) {
	l := openTest(f, Options{})
	add(f, l, 2)
	data, head := readFile(f, lastFile(f, l.o.Dir)), readFile(f, filepath.Join(l.o.Dir, headName))
	f.Add(data, head)
	f.Add(append(bytes.Clone(data), "{\n\n"...), head)
	f.Add(data[1:], head[1:])
	torn := line{Record: Record{Event: recoveredEvent}, Seq: 1, Prev: noHash, TornBytes: 1 << 60, TornDigest: noHash}
	raw, err := torn.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(append(raw, '\n'), head)
	f.Fuzz(func(t *testing.T, data, head []byte) {
		c := check{snapshot: snapshot{numbers: []int{1}}}
		if c.head, err = readHead(bytes.NewReader(head)); err != nil {
			c.noHead = "damaged"
		}
		c.file(1, data, true)
		c.end()
		entriesOf(fileName(1), data, Filter{}, func(e Entry, err error) bool {
			if err == nil && !bytes.Contains(data, []byte(e.Hash)) {
				t.Errorf("%+v", e)
			}
			if err != nil && len(c.rep.Findings) == 0 {
				t.Errorf("%v, and the check finds nothing", err)
			}
			return true
		})
	})
}
