package blobs

import (
	"context"
	"database/sql"
	"errors"
	"io"

	"github.com/wslite/wslite/host/backend/local/store"
)

// reader reads content piece by piece. It is one goroutine's, and holds no
// transaction between two reads.
type reader struct {
	store *store.Store
	ctx   context.Context
	seq   int64
	size  int64
	at    int64
	piece int64 // which one buf is; -1: none
	buf   []byte
}

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if r.at >= r.size {
		return 0, io.EOF
	}
	if err := r.load(r.at / pieceSize); err != nil {
		return 0, err
	}
	n := copy(p, r.buf[r.at%pieceSize:])
	r.at += int64(n)
	return n, nil
}

// load makes buf the piece n.
func (r *reader) load(n int64) error {
	if r.piece == n {
		return nil
	}
	r.piece = -1
	err := r.store.Read(r.ctx, func(tx *store.Tx) error {
		return tx.QueryRow(`SELECT bytes FROM blob_pieces WHERE blob = ? AND n = ?`, r.seq, n).Scan(&r.buf)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return gone() // deleted while it was read
	}
	if err != nil {
		return err
	}
	if want := min(pieceSize, r.size-n*pieceSize); int64(len(r.buf)) != want {
		return errPiece
	}
	r.piece = n
	return nil
}

var (
	errPiece  = errors.New("a piece of content has the wrong size")
	errWhence = errors.New("unknown origin of a seek")
	errBefore = errors.New("a seek before the start of the content")
)

// Seek implements io.Seeker.
func (r *reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	default:
		return 0, errWhence
	}
	if offset < 0 {
		return 0, errBefore
	}
	r.at = offset
	return offset, nil
}

// Close implements io.Closer.
func (r *reader) Close() error {
	r.buf, r.piece, r.at = nil, -1, r.size
	return nil
}
