package audit

import (
	"os"
	"path/filepath"
	"testing"
)

// Who wants the newest lines alone reads no older file: one that can't be read
// is not noticed until a line of it is asked for.
func TestNewestReadsNoOlderFile(t *testing.T) {
	l := openTest(t, Options{RotateBytes: 4 << 10})
	for i := range 30 {
		if err := l.Append(t.Context(), sample(i)); err != nil {
			t.Fatal(err)
		}
	}
	list, err := numbers(l.o.Dir)
	if err != nil || len(list) < 3 {
		t.Fatalf("files %v, %v", list, err)
	}
	for _, n := range list[:len(list)-1] {
		path := filepath.Join(l.o.Dir, fileName(n))
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(path, 0o700); err != nil { // no file: reading it fails
			t.Fatal(err)
		}
	}
	seen := 0
	for e, err := range Entries(l.o.Dir, Filter{Newest: true}) {
		if err != nil {
			if seen < 2 || e.File != fileName(list[len(list)-2]) {
				t.Errorf("after %d lines: %s %v", seen, e.File, err)
			}
			return
		}
		if seen++; e.File != fileName(list[len(list)-1]) {
			t.Fatalf("line %d is of %s", seen, e.File)
		}
	}
	t.Error("a file that can't be read was read")
}
