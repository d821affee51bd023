package blobs

import "time"

const (
	// pieceSize is the length of a piece in bytes: the granularity of Google's
	// resumable uploads, so that a chunk of one never splits a piece.
	pieceSize = 256 << 10
	// unkeptFor is how long content waits for something to keep it.
	unkeptFor = 24 * time.Hour
	// uploadFor is how long a resumable upload may take: Google's week.
	uploadFor = 7 * 24 * time.Hour
	// claimFor is how long one request may take to finish an upload, before
	// another may try: the first one's process is dead by then.
	claimFor = time.Minute
	// sweepPieces is how many pieces one transaction of a sweep removes.
	sweepPieces = 256
)
