-- Labels. fold is the name in lower case: names differ by more than case.
-- slug is the name as a query may write it: blanks and slashes are dashes.
CREATE TABLE mail_labels (
	seq          INTEGER PRIMARY KEY AUTOINCREMENT,
	id           TEXT    NOT NULL UNIQUE, -- INBOX, or Label_7
	name         TEXT    NOT NULL,
	fold         TEXT    NOT NULL UNIQUE,
	slug         TEXT    NOT NULL,
	is_system    INTEGER NOT NULL DEFAULT 0,
	list_shows   TEXT    NOT NULL DEFAULT 'labelShow',
	messages     TEXT    NOT NULL DEFAULT 'show',
	background   TEXT    NOT NULL DEFAULT '',
	text_color   TEXT    NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX mail_labels_slug ON mail_labels (slug);

-- Messages. The mail itself is a blob and never changes; a draft that is
-- edited is a new message.
CREATE TABLE mail_messages (
	seq         INTEGER PRIMARY KEY AUTOINCREMENT,
	id          TEXT    NOT NULL UNIQUE,     -- 16 hexadecimal digits
	thread      TEXT    NOT NULL,            -- id of the thread's first message
	date        INTEGER NOT NULL,            -- internalDate, Unix milliseconds
	size        INTEGER NOT NULL,            -- bytes of the mail
	history     INTEGER NOT NULL DEFAULT 0,  -- last change of it
	attachments INTEGER NOT NULL,            -- how many
	blob        TEXT    NOT NULL,
	message_id  TEXT    NOT NULL,            -- Message-ID without brackets; may be empty
	subject     TEXT    NOT NULL,            -- what answers share
	snippet     TEXT    NOT NULL,
	trashed     TEXT    NOT NULL DEFAULT '', -- label ids that a return from TRASH or SPAM brings back
	structure   TEXT    NOT NULL             -- JSON of rfc822.Part
) STRICT;
CREATE INDEX mail_messages_date   ON mail_messages (date, seq);
CREATE INDEX mail_messages_thread ON mail_messages (thread, date, seq);
CREATE INDEX mail_messages_named  ON mail_messages (message_id) WHERE message_id <> '';

-- What messages refer to, so that a thread is found also when an answer comes
-- before the mail that it answers.
CREATE TABLE mail_references (
	ref     TEXT    NOT NULL,                -- Message-ID without brackets
	message INTEGER NOT NULL REFERENCES mail_messages (seq) ON DELETE CASCADE,
	PRIMARY KEY (ref, message)
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_references_message ON mail_references (message);

-- Labels of messages. date is the message's, so that a label's messages are
-- listed in order without sorting.
CREATE TABLE mail_message_labels (
	message INTEGER NOT NULL REFERENCES mail_messages (seq) ON DELETE CASCADE,
	label   INTEGER NOT NULL REFERENCES mail_labels (seq),
	date    INTEGER NOT NULL,
	PRIMARY KEY (message, label)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX mail_message_labels_order ON mail_message_labels (label, date, message);

CREATE TABLE mail_drafts (
	seq     INTEGER PRIMARY KEY AUTOINCREMENT,
	id      TEXT    NOT NULL UNIQUE,
	message INTEGER NOT NULL UNIQUE REFERENCES mail_messages (seq) ON DELETE CASCADE
) STRICT;

-- Changes, one row per message and change. Labels are JSON lists of ids, labels
-- those that the message had after it.
CREATE TABLE mail_history (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	kind    TEXT NOT NULL,                   -- born, added, deleted or labels
	message TEXT NOT NULL,
	thread  TEXT NOT NULL,
	added   TEXT NOT NULL DEFAULT '[]',
	removed TEXT NOT NULL DEFAULT '[]',
	labels  TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE TABLE mail_filters (
	seq    INTEGER PRIMARY KEY AUTOINCREMENT,
	id     TEXT NOT NULL UNIQUE,
	filter TEXT NOT NULL UNIQUE              -- JSON of criteria and action
) STRICT;

-- Settings: the JSON of a resource by name, such as vacation.
CREATE TABLE mail_settings (
	name  TEXT PRIMARY KEY,
	value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mail_aliases (
	seq     INTEGER PRIMARY KEY AUTOINCREMENT,
	email   TEXT NOT NULL UNIQUE,            -- in lower case
	send_as TEXT NOT NULL                    -- JSON of SendAs
) STRICT;

-- Words of messages by message number; holds no text, only the index.
CREATE VIRTUAL TABLE mail_words USING fts5 (
	subject, sender, recipient, cc, bcc, body, filename, list, delivered,
	content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co So Sc'"
);
