package safefile

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestStamp: a write, a removal and a change of mode are noticed, also where size
// and time tell nothing.
func TestStamp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	long := time.Now().Add(-time.Hour)
	put := func(text string, at time.Time) {
		t.Helper()
		if err := Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	none := StampOf(path)
	if !none.Same(StampOf(path)) || (Stamp{}).Same(none) || (Stamp{}).Same(Stamp{}) {
		t.Error("no file is the same as no file, and nothing as no stamp")
	}
	put("a", long)
	first := StampOf(path)
	if none.Same(first) || first.Same(none) || !first.Same(StampOf(path)) {
		t.Error("a file that came")
	}
	put("b", long)
	if first.Same(StampOf(path)) {
		t.Error("a file of the same size and time in its place")
	}
	second := StampOf(path)
	os.Chmod(path, 0o640)
	if second.Same(StampOf(path)) {
		t.Error("other permissions")
	}
	put("c", time.Now())
	if young := StampOf(path); young.Same(StampOf(path)) {
		t.Error("a stamp from the moment of a write was believed")
	}
}
