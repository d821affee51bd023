package blob

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
)

func hexSum(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func noise(n int) []byte {
	content := make([]byte, n)
	rng := rand.NewChaCha8([32]byte{1})
	rng.Read(content)
	return content
}

func mustSum(t *testing.T, b *Blob) string {
	t.Helper()
	sum, err := b.SHA256()
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// A file's checksum is right at every size around a block's, and a reader gives
// the same bytes from any place as before it was taken.
func TestSHA256(t *testing.T) {
	for _, n := range []int{0, 1, block - 1, block, block + 1, 3*block + 17} {
		content := noise(n)
		s := newStore(t, Options{})
		b, err := s.OpenFile(write(t, filepath.Join(t.TempDir(), "a"), string(content)))
		if err != nil {
			t.Fatal(err)
		}
		if got := mustSum(t, b); got != hexSum(content) || got != mustSum(t, b) {
			t.Errorf("%d bytes: %s", n, got)
		}
		if got := b.Facts().SHA256; got != "" {
			t.Errorf("a plan would see %s, or not, as somebody asked or not", got)
		}
		r, err := b.Open()
		if err != nil {
			t.Fatal(err)
		}
		for _, from := range []int{0, n / 2, n, max(0, n-1), min(n, block), min(n, 2*block)} {
			if at, err := r.Seek(int64(from), io.SeekStart); err != nil || at != int64(from) {
				t.Fatal(at, err)
			}
			if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, content[from:]) {
				t.Errorf("%d bytes from %d: %d, %v", n, from, len(got), err)
			}
		}
		if at, _ := r.Seek(-int64(n), io.SeekEnd); at != 0 {
			t.Errorf("%d bytes before the end is %d", n, at)
		}
		if _, err := r.Seek(-1, io.SeekCurrent); err == nil {
			t.Error("a place before the beginning")
		}
	}
}

// Content that came in has its checksum from then.
func TestSHA256OfWhatCameIn(t *testing.T) {
	content := noise(100_000)
	if got := mustSum(t, take(t, newStore(t, Options{}), "a", "", string(content), 999)); got != hexSum(content) {
		t.Error(got)
	}
}

// forge changes a byte of a file and sets its time back, so that neither size
// nor time tells of it.
func forge(t *testing.T, path string, at int64) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var old [1]byte
	f.ReadAt(old[:], at)
	f.WriteAt([]byte{old[0] ^ 1}, at)
	if err := os.Chtimes(path, time.Time{}, info.ModTime()); err != nil {
		t.Fatal(err)
	}
}

// W148: the bytes that were hashed are the bytes that are sent. A byte that is
// another by then ends the reading before it, however well it is hidden.
func TestW148HashedBytesAreTheSentBytes(t *testing.T) {
	size := 3*block + 100
	content := noise(size)
	for _, at := range []int{0, block - 1, block, 2*block + 5, size - 1} {
		path := write(t, filepath.Join(t.TempDir(), "a"), string(content))
		b, err := newStore(t, Options{}).OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		mustSum(t, b)
		forge(t, path, int64(at))
		r, err := b.Open() // size and time are what they were
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if fault.CodeOf(err) != fault.Conflict || !bytes.Equal(got, content[:at/block*block]) {
			t.Errorf("byte %d: %d bytes left, %v", at, len(got), err)
		}
		// From behind the changed block on, all is as it was.
		if next := int64(at/block+1) * block; next < int64(size) {
			r.Seek(next, io.SeekStart)
			if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, content[next:]) {
				t.Errorf("behind byte %d: %d, %v", at, len(got), err)
			}
		}
	}
}

// A change in the middle of the reading is found as well, and what was compared
// is what is given out.
func TestW148ChangeWhileItIsRead(t *testing.T) {
	content := noise(2 * block)
	path := write(t, filepath.Join(t.TempDir(), "a"), string(content))
	b, err := newStore(t, Options{}).OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	mustSum(t, b)
	r, err := b.Open()
	if err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 10)
	if _, err := io.ReadFull(r, first); err != nil {
		t.Fatal(err)
	}
	forge(t, path, 20)
	forge(t, path, block+20)
	got, err := io.ReadAll(r)
	if fault.CodeOf(err) != fault.Conflict || !bytes.Equal(got, content[10:block]) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// A file that changed since it was opened has no checksum: half of it might be
// the old content.
func TestSHA256OfAChangedFile(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "a"), "old")
	b, err := newStore(t, Options{}).OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, "newer")
	if sum, err := b.SHA256(); fault.CodeOf(err) != fault.Conflict {
		t.Error(sum, err)
	}
}

// Many that ask at once get one answer, and readers beside them all bytes.
func TestSHA256AtOnce(t *testing.T) {
	content := noise(2*block + 1)
	b, err := newStore(t, Options{}).OpenFile(write(t, filepath.Join(t.TempDir(), "a"), string(content)))
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			if i%2 == 0 {
				if sum, err := b.SHA256(); err != nil || sum != hexSum(content) {
					t.Error(sum, err)
				}
				return
			}
			r, err := b.Open()
			if err != nil {
				t.Error(err)
				return
			}
			if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, content) {
				t.Error(len(got), err)
			}
		})
	}
	group.Wait()
}
