-- Task lists. A deleted list keeps its row, so that its id is never reused and
-- deleting it again is not an error; its tasks are gone.
CREATE TABLE tasklists (
	seq        INTEGER PRIMARY KEY AUTOINCREMENT, -- order of creation
	id         TEXT    NOT NULL UNIQUE,
	title      TEXT    NOT NULL,
	is_default INTEGER NOT NULL DEFAULT 0,
	deleted    INTEGER NOT NULL DEFAULT 0,
	updated    INTEGER NOT NULL,                  -- Unix milliseconds
	rev        INTEGER NOT NULL,                  -- write that changed it last
	epoch      INTEGER NOT NULL DEFAULT 0         -- counts renumberings of its tasks
) STRICT;
CREATE UNIQUE INDEX tasklists_default ON tasklists (is_default) WHERE is_default = 1;

-- Tasks. path is the position of the task below those of its ancestors, 20
-- digits each: ordering by it is tree order, and a subtree is a prefix.
CREATE TABLE tasks (
	seq        INTEGER PRIMARY KEY AUTOINCREMENT,
	id         TEXT    NOT NULL UNIQUE,
	list       INTEGER NOT NULL REFERENCES tasklists (seq) ON DELETE CASCADE,
	parent     INTEGER REFERENCES tasks (seq) ON DELETE CASCADE,
	path       TEXT    NOT NULL,
	title      TEXT    NOT NULL,
	notes      TEXT    NOT NULL DEFAULT '',
	due        INTEGER,                           -- midnight UTC of the day, Unix milliseconds
	completed  INTEGER,                           -- Unix milliseconds; NULL: needs action
	hidden     INTEGER NOT NULL DEFAULT 0,
	deleted    INTEGER NOT NULL DEFAULT 0,
	updated    INTEGER NOT NULL,
	rev        INTEGER NOT NULL,
	assignment TEXT                               -- JSON of assignmentInfo; NULL: not assigned
) STRICT;
CREATE INDEX tasks_order    ON tasks (list, path);
CREATE INDEX tasks_siblings ON tasks (list, parent, path);
CREATE INDEX tasks_parent   ON tasks (parent) WHERE parent IS NOT NULL;
CREATE INDEX tasks_counted  ON tasks (list) WHERE hidden = 0 AND deleted = 0;
