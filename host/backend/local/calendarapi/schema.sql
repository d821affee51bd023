-- Calendars with the owner's entry of the calendar list. The primary
-- calendar's id is stored as 'primary'; answers name the owner's address. A
-- deleted calendar keeps its row, so that a sync of the list can tell.
CREATE TABLE cal_calendars (
	seq         INTEGER PRIMARY KEY AUTOINCREMENT,
	id          TEXT    NOT NULL UNIQUE,
	summary     TEXT    NOT NULL,
	description TEXT    NOT NULL DEFAULT '',
	location    TEXT    NOT NULL DEFAULT '',
	zone        TEXT    NOT NULL,              -- IANA name
	extra       TEXT    NOT NULL DEFAULT '{}', -- JSON: the calendar's other fields
	entry       TEXT    NOT NULL DEFAULT '{}', -- JSON: the list entry's writable fields
	listed      INTEGER NOT NULL DEFAULT 1,    -- on the calendar list
	deleted     INTEGER NOT NULL DEFAULT 0,
	updated     INTEGER NOT NULL,              -- last change of an event, Unix milliseconds
	rev         INTEGER NOT NULL,              -- write that changed the calendar last
	list_rev    INTEGER NOT NULL,              -- write that changed the list entry last
	sync_rev    INTEGER NOT NULL DEFAULT 0,    -- sync tokens of older writes are void
	series_rev  INTEGER NOT NULL DEFAULT 0,    -- the same, for those of expanded series
	longest     INTEGER NOT NULL DEFAULT 0     -- longest event that is no series, seconds
) STRICT;

-- Events: single ones, series, and exceptions of series (master is set).
-- start and end are what the window of a list compares: Unix seconds, of an
-- all-day event the midnights in the calendar's zone, of a series from the
-- first start to the last end.
CREATE TABLE cal_events (
	seq       INTEGER PRIMARY KEY AUTOINCREMENT,
	calendar  INTEGER NOT NULL REFERENCES cal_calendars (seq) ON DELETE CASCADE,
	id        TEXT    NOT NULL,
	uid       TEXT    NOT NULL,             -- iCalUID
	master    INTEGER REFERENCES cal_events (seq) ON DELETE CASCADE,
	original  TEXT    NOT NULL DEFAULT '',  -- the instance of the master that it replaces; '' for none
	series    INTEGER NOT NULL DEFAULT 0,
	start     INTEGER NOT NULL,
	end       INTEGER NOT NULL,
	cancelled INTEGER NOT NULL DEFAULT 0,
	type      TEXT    NOT NULL,
	sequence  INTEGER NOT NULL DEFAULT 0,
	words     TEXT    NOT NULL,             -- what q searches, in lower case
	data      TEXT    NOT NULL,             -- JSON of the event's own fields
	overlay   TEXT    NOT NULL DEFAULT '',  -- JSON merge patch of an exception against its master
	created   INTEGER NOT NULL,             -- Unix milliseconds
	updated   INTEGER NOT NULL,
	rev       INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX cal_events_id ON cal_events (calendar, id);
CREATE INDEX cal_events_uid       ON cal_events (calendar, uid);
CREATE INDEX cal_events_start     ON cal_events (calendar, series, start, seq);
CREATE INDEX cal_events_updated   ON cal_events (calendar, updated, seq);
CREATE INDEX cal_events_seq       ON cal_events (calendar, seq);
CREATE INDEX cal_events_rev       ON cal_events (calendar, rev);
CREATE INDEX cal_events_master    ON cal_events (master) WHERE master IS NOT NULL;

-- Extended properties, for the queries that ask by them.
CREATE TABLE cal_properties (
	event  INTEGER NOT NULL REFERENCES cal_events (seq) ON DELETE CASCADE,
	shared INTEGER NOT NULL,
	name   TEXT    NOT NULL,
	value  TEXT    NOT NULL,
	PRIMARY KEY (event, shared, name)
) STRICT, WITHOUT ROWID;

-- Sharing rules. The owner's own is not stored: it can't change.
CREATE TABLE cal_rules (
	seq      INTEGER PRIMARY KEY AUTOINCREMENT,
	calendar INTEGER NOT NULL REFERENCES cal_calendars (seq) ON DELETE CASCADE,
	id       TEXT    NOT NULL,
	role     TEXT    NOT NULL, -- none: deleted
	type     TEXT    NOT NULL,
	value    TEXT    NOT NULL,
	rev      INTEGER NOT NULL,
	UNIQUE (calendar, id)
) STRICT;

-- Mails that the service would have sent. Nothing sends them.
CREATE TABLE cal_notifications (
	seq        INTEGER PRIMARY KEY AUTOINCREMENT,
	at         INTEGER NOT NULL, -- Unix milliseconds
	calendar   TEXT    NOT NULL,
	subject    TEXT    NOT NULL, -- id of the event or rule
	kind       TEXT    NOT NULL,
	recipients TEXT    NOT NULL  -- JSON list of addresses
) STRICT;
