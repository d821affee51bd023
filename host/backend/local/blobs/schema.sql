-- Content. A row without done is still coming in: sums holds the states of the
-- running checksums then, so that another process can go on.
CREATE TABLE blobs (
	seq     INTEGER PRIMARY KEY AUTOINCREMENT,
	id      TEXT    NOT NULL UNIQUE,
	size    INTEGER NOT NULL DEFAULT 0,  -- bytes that are kept
	done    INTEGER NOT NULL DEFAULT 0,
	sums    BLOB,
	md5     TEXT    NOT NULL DEFAULT '', -- hexadecimal, once it is done
	sha1    TEXT    NOT NULL DEFAULT '',
	sha256  TEXT    NOT NULL DEFAULT '',
	refs    INTEGER NOT NULL DEFAULT 0,  -- things that keep it
	touched INTEGER NOT NULL             -- Unix milliseconds; 0: nothing needs it any more
) STRICT;
CREATE INDEX blobs_unkept ON blobs (touched) WHERE refs = 0;

-- Pieces of content, all but the last of the same size.
CREATE TABLE blob_pieces (
	blob  INTEGER NOT NULL REFERENCES blobs (seq),
	n     INTEGER NOT NULL,
	bytes BLOB    NOT NULL
) STRICT;
CREATE UNIQUE INDEX blob_pieces_order ON blob_pieces (blob, n);

-- Resumable uploads. answer is what the finished upload was answered.
CREATE TABLE uploads (
	id      TEXT    PRIMARY KEY,
	blob    TEXT    NOT NULL UNIQUE REFERENCES blobs (id),
	method  TEXT    NOT NULL,            -- Discovery id
	path    TEXT    NOT NULL,
	query   TEXT    NOT NULL,
	body    BLOB    NOT NULL,
	mime    TEXT    NOT NULL,
	size    INTEGER NOT NULL,            -- bytes that were announced; -1: unknown
	started INTEGER NOT NULL,            -- Unix milliseconds
	claimed INTEGER NOT NULL DEFAULT 0,  -- when a request began to finish it
	answer  BLOB
) STRICT, WITHOUT ROWID;
CREATE INDEX uploads_started ON uploads (started);
