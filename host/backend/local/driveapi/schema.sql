-- Files, folders, shortcuts and the tops of drives. A file that is deleted for
-- good has no row; changes remembers its id.
CREATE TABLE files (
	seq           INTEGER PRIMARY KEY AUTOINCREMENT,
	id            TEXT    NOT NULL UNIQUE,
	top           INTEGER NOT NULL DEFAULT 0, -- 1 My Drive, 2 a shared drive, 3 application data; 0: no top
	parent        INTEGER REFERENCES files (seq),
	drive         INTEGER REFERENCES files (seq), -- the top of its shared drive; NULL: none
	space         INTEGER NOT NULL DEFAULT 0, -- 1: application data
	owner         TEXT    NOT NULL,           -- address; '' in shared drives
	name          TEXT    NOT NULL,
	natural       TEXT    NOT NULL,           -- the name as it sorts for people
	mime          TEXT    NOT NULL,
	plain         INTEGER NOT NULL,           -- 0: a folder, so that folders sort first
	description   TEXT    NOT NULL DEFAULT '',
	created       INTEGER NOT NULL,           -- times are Unix milliseconds; 0: never
	modified      INTEGER NOT NULL,
	modified_by   TEXT    NOT NULL,
	modified_me   INTEGER NOT NULL DEFAULT 0,
	viewed        INTEGER NOT NULL DEFAULT 0,
	shared_at     INTEGER NOT NULL DEFAULT 0, -- when it was shared with the owner of the workspace
	shared_by     TEXT    NOT NULL DEFAULT '',
	starred       INTEGER NOT NULL DEFAULT 0,
	trashed       INTEGER NOT NULL DEFAULT 0, -- by itself or by a folder above
	explicit      INTEGER NOT NULL DEFAULT 0, -- by itself
	trashed_at    INTEGER NOT NULL DEFAULT 0,
	trashed_by    TEXT    NOT NULL DEFAULT '',
	original      TEXT    NOT NULL DEFAULT '',
	target        TEXT    NOT NULL DEFAULT '', -- id that a shortcut points at
	target_mime   TEXT    NOT NULL DEFAULT '',
	color         TEXT    NOT NULL DEFAULT '',
	no_copy       INTEGER NOT NULL DEFAULT 0, -- copyRequiresWriterPermission
	writers_share INTEGER NOT NULL DEFAULT 1,
	visibility    INTEGER NOT NULL DEFAULT 0, -- the widest link: see visibility.go
	lost          INTEGER NOT NULL DEFAULT 0, -- the owner of the workspace has no access any more
	hint          TEXT    NOT NULL DEFAULT '', -- contentHints.indexableText
	head          INTEGER,                    -- seq of the newest revision; NULL: no content
	size          INTEGER NOT NULL DEFAULT 0, -- of the head
	quota         INTEGER NOT NULL DEFAULT 0,
	version       INTEGER NOT NULL DEFAULT 1,
	rev           INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX files_tops ON files (top) WHERE top IN (1, 3);
CREATE INDEX files_children ON files (parent, plain, natural, seq);
CREATE INDEX files_modified ON files (modified, seq);
CREATE INDEX files_in_drive ON files (drive, modified, seq);
CREATE INDEX files_parent_modified ON files (parent, modified, seq);
CREATE INDEX files_name ON files (name);
CREATE INDEX files_mime ON files (mime, modified, seq);
CREATE INDEX files_target ON files (target) WHERE target <> '';
CREATE INDEX files_starred ON files (modified, seq) WHERE starred = 1;
CREATE INDEX files_trashed ON files (modified, seq) WHERE trashed = 1;

-- What the search finds: words in lower case between single spaces.
CREATE TABLE file_words (
	file INTEGER PRIMARY KEY REFERENCES files (seq) ON DELETE CASCADE,
	name TEXT NOT NULL,
	body TEXT NOT NULL
) STRICT;

CREATE TABLE file_properties (
	file    INTEGER NOT NULL REFERENCES files (seq) ON DELETE CASCADE,
	private INTEGER NOT NULL, -- 1: appProperties
	key     TEXT    NOT NULL,
	value   TEXT    NOT NULL,
	PRIMARY KEY (file, private, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX file_properties_value ON file_properties (private, key, value);

CREATE TABLE file_permissions (
	seq       INTEGER PRIMARY KEY AUTOINCREMENT,
	file      INTEGER NOT NULL REFERENCES files (seq) ON DELETE CASCADE,
	id        TEXT    NOT NULL, -- of the grantee, the same on every file
	type      TEXT    NOT NULL,
	role      TEXT    NOT NULL,
	grantee   TEXT    NOT NULL DEFAULT '', -- address or domain, lower case
	discovery INTEGER NOT NULL DEFAULT 0,
	expires   INTEGER NOT NULL DEFAULT 0,
	pending   INTEGER NOT NULL DEFAULT 0, -- may become the owner
	UNIQUE (file, id)
) STRICT;
CREATE INDEX file_permissions_grantee ON file_permissions (grantee, file);

CREATE TABLE file_revisions (
	seq      INTEGER PRIMARY KEY AUTOINCREMENT,
	file     INTEGER NOT NULL REFERENCES files (seq) ON DELETE CASCADE,
	id       TEXT    NOT NULL,
	blob     TEXT    NOT NULL, -- '' for an empty native document
	mime     TEXT    NOT NULL, -- of the kept content
	size     INTEGER NOT NULL,
	md5      TEXT    NOT NULL,
	sha1     TEXT    NOT NULL,
	sha256   TEXT    NOT NULL,
	original TEXT    NOT NULL,
	modified INTEGER NOT NULL,
	author   TEXT    NOT NULL,
	keep     INTEGER NOT NULL DEFAULT 0,
	published INTEGER NOT NULL DEFAULT 0,
	auto     INTEGER NOT NULL DEFAULT 0,
	outside  INTEGER NOT NULL DEFAULT 0,
	UNIQUE (file, id)
) STRICT;
CREATE INDEX file_revisions_order ON file_revisions (file, seq);

CREATE TABLE file_comments (
	seq      INTEGER PRIMARY KEY AUTOINCREMENT,
	id       TEXT    NOT NULL,
	file     INTEGER NOT NULL REFERENCES files (seq) ON DELETE CASCADE,
	author   TEXT    NOT NULL,
	content  TEXT    NOT NULL,
	anchor   TEXT    NOT NULL,
	quoted_mime TEXT NOT NULL,
	quoted   TEXT    NOT NULL,
	created  INTEGER NOT NULL,
	modified INTEGER NOT NULL,
	deleted  INTEGER NOT NULL DEFAULT 0,
	resolved INTEGER NOT NULL DEFAULT 0,
	UNIQUE (file, id)
) STRICT;
CREATE INDEX file_comments_order ON file_comments (file, modified, seq);

CREATE TABLE file_replies (
	seq      INTEGER PRIMARY KEY AUTOINCREMENT,
	id       TEXT    NOT NULL,
	comment  INTEGER NOT NULL REFERENCES file_comments (seq) ON DELETE CASCADE,
	author   TEXT    NOT NULL,
	content  TEXT    NOT NULL,
	action   TEXT    NOT NULL,
	created  INTEGER NOT NULL,
	modified INTEGER NOT NULL,
	deleted  INTEGER NOT NULL DEFAULT 0,
	UNIQUE (comment, id)
) STRICT;
CREATE INDEX file_replies_order ON file_replies (comment, seq);

-- Shared drives; each has a top in files with the same id.
CREATE TABLE drives (
	seq          INTEGER PRIMARY KEY REFERENCES files (seq) ON DELETE CASCADE,
	request      TEXT    NOT NULL UNIQUE, -- requestId of its creation
	color        TEXT    NOT NULL,
	theme        TEXT    NOT NULL,
	hidden       INTEGER NOT NULL DEFAULT 0,
	restrictions TEXT    NOT NULL DEFAULT '' -- names of those that are on, between spaces
) STRICT;

-- The last change of each file or drive. A row moves to the end when its file
-- changes again; the row of a deleted file stays.
CREATE TABLE drive_changes (
	n       INTEGER PRIMARY KEY AUTOINCREMENT,
	id      TEXT    NOT NULL,
	kind    TEXT    NOT NULL,           -- file or drive
	drive   TEXT    NOT NULL,           -- id of the shared drive; '': none
	space   INTEGER NOT NULL,
	removed INTEGER NOT NULL,
	at      INTEGER NOT NULL,
	UNIQUE (id, kind)
) STRICT;

-- What would have been sent by mail.
CREATE TABLE drive_notices (
	seq       INTEGER PRIMARY KEY AUTOINCREMENT,
	at        INTEGER NOT NULL,
	file      TEXT    NOT NULL,
	recipient TEXT    NOT NULL,
	role      TEXT    NOT NULL,
	message   TEXT    NOT NULL
) STRICT;

-- Ids that generateIds handed out and that no file has taken yet.
CREATE TABLE drive_ids (
	id    TEXT    PRIMARY KEY,
	space INTEGER NOT NULL,
	at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
