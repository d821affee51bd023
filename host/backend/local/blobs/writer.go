package blobs

import (
	"context"
	"errors"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// writer takes content in. It is one goroutine's.
type writer struct {
	store *store.Store
	ctx   context.Context
	seq   int64 // 0: no row yet
	id    string
	size  int64 // bytes in the store
	buf   []byte
	sums  *sums
	err   error // the first failure; nothing works after it
}

var errClosed = errors.New("the content was committed or aborted before")

// Write implements io.Writer. Each full piece is stored at once.
func (w *writer) Write(p []byte) (int, error) {
	written := 0
	for len(p) > 0 {
		if w.err != nil {
			return written, w.err
		}
		if w.buf == nil {
			w.buf = make([]byte, 0, pieceSize)
		}
		n := min(len(p), pieceSize-len(w.buf))
		w.buf = append(w.buf, p[:n]...)
		p, written = p[n:], written+n
		if len(w.buf) == pieceSize {
			w.sums.add(w.buf)
			w.err = w.store.Write(w.ctx, w.flush)
			w.buf = w.buf[:0]
		}
	}
	return written, w.err
}

// flush stores the buffer as the next piece, and the state of the checksums.
func (w *writer) flush(tx *store.Tx) error {
	state, err := w.sums.state()
	if err != nil {
		return err
	}
	if w.seq == 0 {
		w.id = tx.NewID()
		if err := tx.QueryRow(`INSERT INTO blobs (id, touched) VALUES (?, ?) RETURNING seq`, w.id, tx.Now).Scan(&w.seq); err != nil {
			return err
		}
	}
	// The size is the lock: of two writers that resumed the same upload, the
	// second one fails and none of its bytes is stored.
	r, err := tx.Exec(`UPDATE blobs SET size = size + ?, sums = ?, touched = ? WHERE seq = ? AND size = ? AND done = 0`,
		len(w.buf), state, tx.Now, w.seq, w.size)
	if err != nil {
		return err
	}
	if n, _ := r.RowsAffected(); n == 0 { // the driver knows the number always
		return gapi.Unavailable("Another request is sending the same upload. Ask for its status and go on from there.")
	}
	if len(w.buf) > 0 {
		if _, err := tx.Exec(`INSERT INTO blob_pieces (blob, n, bytes) VALUES (?, ?, ?)`, w.seq, w.size/pieceSize, w.buf); err != nil {
			return err
		}
	}
	w.size += int64(len(w.buf))
	return nil
}

// Commit implements gapi.BlobWriter.
func (w *writer) Commit() (gapi.Blob, error) {
	if w.err != nil {
		return gapi.Blob{}, w.err
	}
	w.sums.add(w.buf)
	var b gapi.Blob
	w.sums.fill(&b)
	w.err = w.store.Write(w.ctx, func(tx *store.Tx) error {
		if err := w.flush(tx); err != nil {
			return err
		}
		_, err := tx.Exec(`UPDATE blobs SET done = 1, sums = NULL, md5 = ?, sha1 = ?, sha256 = ? WHERE seq = ?`, b.MD5, b.SHA1, b.SHA256, w.seq)
		return err
	})
	if w.err != nil {
		return gapi.Blob{}, w.err
	}
	b.ID, b.Size, w.err = w.id, w.size, errClosed
	return b, nil
}

// Abort implements gapi.BlobWriter. The caller's context may be over, and the
// pieces must go all the same.
func (w *writer) Abort() {
	if errors.Is(w.err, errClosed) {
		return
	}
	w.err = errClosed
	if w.seq != 0 {
		s := Store{w.store}
		s.Discard(context.WithoutCancel(w.ctx), w.id) // a later sweep finds what is left
	}
}

// Suspend implements gapi.BlobWriter: what is no full piece is forgotten.
func (w *writer) Suspend() (int64, error) {
	err := w.err
	w.err = errClosed
	return w.size, err
}
