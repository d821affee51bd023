CREATE TABLE claims (
	id        TEXT NOT NULL PRIMARY KEY, -- digest of owner and key
	owner     TEXT NOT NULL,             -- digest of the owner
	tenant    TEXT NOT NULL,
	account   TEXT NOT NULL,
	"user"    TEXT NOT NULL,
	principal TEXT NOT NULL,
	"key"     TEXT NOT NULL,
	operation TEXT NOT NULL,
	tool      TEXT NOT NULL,
	class     TEXT NOT NULL,
	digest    TEXT NOT NULL,
	status    TEXT NOT NULL CHECK (status IN ('in_progress', 'completed', 'failed_retryable', 'failed_terminal', 'unknown')),
	attempt   INTEGER NOT NULL CHECK (attempt >= 1),
	version   INTEGER NOT NULL CHECK (version >= attempt),
	token     TEXT NOT NULL CHECK ((status = 'in_progress') = (token <> '')),
	draft     TEXT NOT NULL,
	resource  TEXT NOT NULL,
	code      TEXT NOT NULL CHECK ((status IN ('in_progress', 'completed')) = (code = '')),
	reference TEXT NOT NULL,
	actor     TEXT NOT NULL,
	stamp     TEXT NOT NULL,
	created   INTEGER NOT NULL,
	updated   INTEGER NOT NULL,
	expires   INTEGER NOT NULL CHECK ((status = 'unknown') = (expires = 0))
) STRICT;
CREATE INDEX claims_created ON claims (created);
CREATE INDEX claims_expires ON claims (status, expires);
CREATE TABLE counts (
	owner TEXT NOT NULL, -- digest of the owner
	name  TEXT NOT NULL,
	day   TEXT NOT NULL,
	n     INTEGER NOT NULL CHECK (n >= 0),
	PRIMARY KEY (owner, name, day)
) STRICT;
CREATE TABLE drafts (
	id        TEXT NOT NULL PRIMARY KEY,
	owner     TEXT NOT NULL,
	tenant    TEXT NOT NULL,
	account   TEXT NOT NULL,
	"user"    TEXT NOT NULL,
	principal TEXT NOT NULL,
	state     TEXT NOT NULL CHECK (state <> ''),
	revision  INTEGER NOT NULL CHECK (revision >= 1),
	version   INTEGER NOT NULL CHECK (version >= 1),
	value     BLOB NOT NULL,
	body      TEXT NOT NULL, -- '' or a name in bodies
	stamp     TEXT NOT NULL,
	created   INTEGER NOT NULL,
	updated   INTEGER NOT NULL,
	expires   INTEGER NOT NULL
) STRICT;
CREATE INDEX drafts_created ON drafts (created);
CREATE INDEX drafts_expires ON drafts (expires);
CREATE INDEX drafts_body ON drafts (body);
CREATE TABLE bodies (
	name TEXT NOT NULL PRIMARY KEY,
	data BLOB NOT NULL,
	used INTEGER NOT NULL -- when it was last put or named
) STRICT;
CREATE INDEX bodies_used ON bodies (used);
