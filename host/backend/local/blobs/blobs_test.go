package blobs

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"testing/iotest"
	"time"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

type bench struct {
	*Store
	t   *testing.T
	now time.Time
}

func newBench(t *testing.T) *bench { return openBench(t, store.Memory) }

func openBench(t *testing.T, path string) *bench {
	t.Helper()
	b := &bench{t: t, now: time.UnixMilli(1_900_000_000_000)}
	s, err := store.Open(store.Options{Path: path, Migrations: []store.Migration{Migration()}, Now: func() time.Time { return b.now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	b.Store = New(s)
	return b
}

func (b *bench) put(data []byte) gapi.Blob {
	b.t.Helper()
	blob, err := b.Put(b.t.Context(), bytes.NewReader(data))
	if err != nil {
		b.t.Fatal(err)
	}
	return blob
}

func (b *bench) write(fn func(*store.Tx) error) error { return b.store.Write(context.Background(), fn) }

func (b *bench) keep(id string) error {
	return b.write(func(tx *store.Tx) error { return b.Keep(tx, id) })
}

func (b *bench) release(id string) {
	b.t.Helper()
	if err := b.write(func(tx *store.Tx) error { return b.Release(tx, id) }); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) sweepAfter(d time.Duration) {
	b.t.Helper()
	b.now = b.now.Add(d)
	if err := b.Sweep(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) there(id string) bool {
	r, err := b.Open(b.t.Context(), id)
	if err == nil {
		r.Close()
	}
	return err == nil
}

// rows gives how many contents and pieces there are.
func (b *bench) rows() (blobs, pieces int) {
	b.t.Helper()
	err := b.store.Read(b.t.Context(), func(tx *store.Tx) error {
		return tx.QueryRow(`SELECT (SELECT count(*) FROM blobs), (SELECT count(*) FROM blob_pieces)`).Scan(&blobs, &pieces)
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return blobs, pieces
}

func noise(n int) []byte {
	out := make([]byte, n)
	rand.NewChaCha8([32]byte{2}).Read(out)
	return out
}

func TestContentComesBack(t *testing.T) {
	b := newBench(t)
	for _, n := range []int{0, 1, pieceSize - 1, pieceSize, pieceSize + 1, 3*pieceSize + 5} {
		data := noise(n)
		blob := b.put(data)
		one, two := sha1.Sum(data), sha256.Sum256(data)
		if blob.Size != int64(n) || blob.SHA1 != hex.EncodeToString(one[:]) || blob.SHA256 != hex.EncodeToString(two[:]) || len(blob.MD5) != 32 {
			t.Errorf("%d bytes: %+v", n, blob)
		}
		r, err := b.Open(t.Context(), blob.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := iotest.TestReader(r, data); err != nil {
			t.Errorf("%d bytes: %v", n, err)
		}
		r.Close()
	}
	if b.there("none") {
		t.Error("unknown content opens")
	}
}

func TestKeepAndRelease(t *testing.T) {
	b := newBench(t)
	blob := b.put(noise(pieceSize * 2))
	for range 2 {
		if err := b.keep(blob.ID); err != nil {
			t.Fatal(err)
		}
	}
	b.sweepAfter(1000 * time.Hour)
	b.release(blob.ID)
	b.sweepAfter(1000 * time.Hour)
	if !b.there(blob.ID) {
		t.Fatal("content that is kept is gone")
	}
	if err := b.Discard(t.Context(), blob.ID); err != nil || !b.there(blob.ID) {
		t.Fatal("content that is kept was discarded", err)
	}
	b.release(blob.ID)
	b.sweepAfter(0)
	if n, pieces := b.rows(); n != 0 || pieces != 0 {
		t.Errorf("%d contents, %d pieces stay", n, pieces)
	}
	b.release(blob.ID) // nothing to do
	var e *gapi.Error
	if err := b.keep(blob.ID); !errors.As(err, &e) || e.HTTP != 404 {
		t.Errorf("keeping what is gone: %v", err)
	}
}

func TestUnkeptContentGoesAfterADay(t *testing.T) {
	b := newBench(t)
	blob := b.put([]byte("x"))
	b.sweepAfter(unkeptFor)
	if !b.there(blob.ID) {
		t.Fatal("it went within the day")
	}
	b.sweepAfter(time.Second)
	if b.there(blob.ID) {
		t.Fatal("it stays for ever")
	}
}

func TestASweepOfManyPieces(t *testing.T) {
	b := newBench(t)
	blob := b.put(make([]byte, pieceSize*(sweepPieces*2+1)))
	if err := b.Discard(t.Context(), blob.ID); err != nil {
		t.Fatal(err)
	}
	if n, pieces := b.rows(); n != 0 || pieces != 0 {
		t.Errorf("%d contents, %d pieces stay", n, pieces)
	}
}

func TestAbort(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	w, _ := b.Create(ctx)
	w.Write(noise(pieceSize + 1))
	cancel()
	w.Abort()
	w.Abort()
	if n, pieces := b.rows(); n != 0 || pieces != 0 {
		t.Errorf("%d contents, %d pieces stay", n, pieces)
	}
	if _, err := w.Write([]byte("x")); err == nil {
		t.Error("an aborted writer writes")
	}
	if _, err := w.Commit(); err == nil {
		t.Error("an aborted writer commits")
	}
}

// TestASlowClientBlocksNobody: nothing is locked while content comes in.
func TestASlowClientBlocksNobody(t *testing.T) {
	b := newBench(t)
	w, _ := b.Create(t.Context())
	w.Write(noise(pieceSize + 1))
	other := b.put([]byte("other"))
	r, _ := b.Open(t.Context(), other.ID)
	w.Write(noise(pieceSize))
	if text, err := io.ReadAll(r); string(text) != "other" {
		t.Error(string(text), err)
	}
	if blob, err := w.Commit(); err != nil || blob.Size != 2*pieceSize+1 {
		t.Error(blob, err)
	}
}

// TestAnUploadGoesOnInAnotherProcess: the checksums too.
func TestAnUploadGoesOnInAnotherProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	data := noise(pieceSize*2 + 9)
	u := &gapi.Upload{Method: "m", Path: "/p", Query: "q", Body: []byte("{}"), MimeType: "text/x", Size: -1}
	first := openBench(t, path)
	if err := first.StartUpload(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	w, err := first.ResumeUpload(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	w.Write(data[:pieceSize*2])
	rival, _ := openBench(t, path).FindUpload(t.Context(), u.ID)
	w.Write(data[pieceSize*2 : pieceSize*2+3])
	if n, err := w.Suspend(); n != pieceSize*2 || err != nil {
		t.Fatal(n, err)
	}
	second := openBench(t, path)
	rival.Content.Size = pieceSize // what it saw before
	if _, err := second.ResumeUpload(t.Context(), rival); err == nil {
		t.Error("an upload resumes from where it is not")
	}
	found, err := second.FindUpload(t.Context(), u.ID)
	if err != nil || found.Content.Size != pieceSize*2 || found.Path != "/p" || found.MimeType != "text/x" || string(found.Body) != "{}" {
		t.Fatalf("%+v, %v", found, err)
	}
	w, _ = second.ResumeUpload(t.Context(), found)
	late, _ := second.ResumeUpload(t.Context(), found)
	w.Write(data[pieceSize*2:])
	blob, err := w.Commit()
	if err != nil {
		t.Fatal(err)
	}
	if whole := first.put(data); blob.MD5 != whole.MD5 || blob.SHA256 != whole.SHA256 || blob.Size != whole.Size {
		t.Errorf("%+v, want %+v", blob, whole)
	}
	late.Write(data[pieceSize*2:])
	if _, err := late.Commit(); err == nil {
		t.Error("two requests complete one upload")
	}
	if err := first.ClaimUpload(t.Context(), u.ID); err != nil {
		t.Error(err)
	}
	if err := second.ClaimUpload(t.Context(), u.ID); err == nil {
		t.Error("two requests finish one upload")
	}
	second.now = second.now.Add(claimFor + time.Second)
	if err := second.ClaimUpload(t.Context(), u.ID); err != nil {
		t.Error("the claim of a dead process stays:", err)
	}
}

func FuzzSums(f *testing.F) {
	whole := newSums()
	whole.add([]byte("abc"))
	state, _ := whole.state()
	f.Add(state)
	f.Add([]byte{5, 1})
	f.Fuzz(func(t *testing.T, state []byte) {
		s := newSums()
		if s.restore(state) != nil {
			return
		}
		again, err := s.state()
		if err != nil {
			t.Fatal(err)
		}
		if len(state) > 0 && newSums().restore(again) != nil {
			t.Fatal("a state that was read can't be read again")
		}
	})
}
