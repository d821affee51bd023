package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"github.com/wslite/wslite/host/fault"
)

// applicationID marks a file as ours (SQLite's application_id): "wslt".
const applicationID = 0x77736c74

// Migration is one step of the schema's history. A step that was released is
// never edited; the version of a file is the number of steps it has had.
type Migration struct {
	// Name says what the step brings.
	Name string
	// SQL runs first; may hold several statements.
	SQL string
	// Seed runs after it, in the same transaction; may be nil.
	Seed func(*Tx) error
}

// base is what the store itself needs, part of version 1.
const base = `
CREATE TABLE workspace (
	id      INTEGER PRIMARY KEY CHECK (id = 1),
	rev     INTEGER NOT NULL, -- counts the writes
	updated INTEGER NOT NULL, -- time of the last write, Unix milliseconds
	secret  BLOB NOT NULL     -- authenticates page tokens
) STRICT`

// migrate brings the file to the newest version. An up-to-date file costs one
// query and is not written.
func (s *Store) migrate(ctx context.Context, steps []Migration) error {
	version, err := s.version(ctx, s.db)
	if err != nil || version == len(steps) {
		return err
	}
	if version > len(steps) {
		return fault.New(fault.NotSupported,
			"The workspace file %q has schema version %d, and this program knows versions up to %d.", s.path, version, len(steps)).
			WithHint("use a newer program or another file; nothing was changed")
	}
	if version == 0 {
		if err := s.enableWAL(ctx); err != nil {
			return err
		}
	}
	return s.run(ctx, nil, func(tx *Tx) error {
		// Another process may have migrated while this one waited.
		have, err := s.version(ctx, tx.tx)
		if err != nil {
			return err
		}
		if have == 0 {
			if err := s.create(tx); err != nil {
				return err
			}
		}
		for i := have; i < len(steps); i++ {
			if err := s.apply(tx, steps[i]); err != nil {
				return err
			}
		}
		_, err = tx.Exec(`PRAGMA user_version = ` + strconv.Itoa(max(have, len(steps))))
		return err
	})
}

func (s *Store) apply(tx *Tx, m Migration) error {
	if _, err := tx.Exec(m.SQL); err != nil {
		return err
	}
	if m.Seed == nil {
		return nil
	}
	err := tx.QueryRow(`UPDATE workspace SET rev = rev + 1, updated = max(updated, ?)
		RETURNING rev, updated`, s.now().UnixMilli()).Scan(&tx.Rev, &tx.Now)
	if err != nil {
		return err
	}
	return m.Seed(tx)
}

func (s *Store) create(tx *Tx) error {
	if _, err := tx.Exec(base); err != nil {
		return err
	}
	key := make([]byte, 32)
	rand.Read(key) // never fails (Go 1.24)
	if _, err := tx.Exec(`INSERT INTO workspace (id, rev, updated, secret) VALUES (1, 0, 0, ?)`, key); err != nil {
		return err
	}
	_, err := tx.Exec(`PRAGMA application_id = ` + strconv.Itoa(applicationID))
	return err
}

type queryer interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// version is 0 for an empty file. A database that someone else made is
// refused, whatever its version says.
func (s *Store) version(ctx context.Context, q queryer) (int, error) {
	var version, app, tables int
	err := q.QueryRowContext(ctx, `SELECT (SELECT user_version FROM pragma_user_version),
		(SELECT application_id FROM pragma_application_id),
		(SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1))`).Scan(&version, &app, &tables)
	if err != nil {
		return 0, classify(err, s.path)
	}
	if app != applicationID && (tables > 0 || version != 0 || app != 0) {
		return 0, fault.New(fault.Client, "%q is not a workspace file but another program's database.", s.path).
			WithHint("choose another path; nothing was changed")
	}
	return version, nil
}

// enableWAL lets readers go on while one process writes. The mode is kept in
// the file, so it is set once. SQLite does not wait for a lock here, and two
// processes may create the file at the same moment.
func (s *Store) enableWAL(ctx context.Context) error {
	deadline := time.Now().Add(BusyTimeout)
	for {
		var mode string
		err := s.db.QueryRowContext(ctx, `PRAGMA journal_mode = WAL`).Scan(&mode)
		if err == nil {
			return nil // "memory" for a workspace in memory
		}
		err = classify(err, s.path)
		if !errors.Is(err, ErrBusy) || time.Now().After(deadline) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}
