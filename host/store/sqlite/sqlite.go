// Package sqlite keeps records in one file of this machine, which any number of
// processes may open at once.
//
// It opens and guards the file and says what is wrong with it; the records
// themselves are the business of sqlstore. It never changes a file that it does
// not know.
//
// Start reading at Open.
package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"modernc.org/sqlite"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/internal/sqlstore"
)

// applicationID marks a file as ours (SQLite's application_id): "wsrc".
const applicationID = 0x77737263

// Options says how the file is used; the zero value will do.
type Options struct {
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Busy is how long a call waits for another process; 0 means 10 seconds.
	Busy time.Duration
}

// slice is how long SQLite itself waits for a lock. It can't be interrupted
// there, so the rest of Busy is waited for in between.
const slice = 100 * time.Millisecond

// Open opens the file, creating it (owner-only) and its directory where they
// don't exist, and brings its schema up to date. Errors are *fault.Error of
// code STORE_UNAVAILABLE.
func Open(ctx context.Context, path string, o Options) (store.Store, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Busy <= 0 {
		o.Busy = 10 * time.Second
	}
	dsn, abs, err := prepareFile(path)
	if err != nil {
		return nil, err
	}
	f := &file{name: fmt.Sprintf("the file %q", abs), busy: o.Busy}
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, f.explain(err)
	}
	db := sql.OpenDB(connector)
	// One connection: SQLite has one writer anyway, a second one would cost
	// start-up time and could fail with "locked" inside one process.
	db.SetMaxOpenConns(1)
	s, err := sqlstore.Open(ctx, db, sqlstore.Dialect{
		Name:  f.name,
		Param: "?",
		Now:   "?1",
		Clock: func() int64 { return o.Now().UnixMilli() },
		Types: []string{"{text}", "TEXT", "{int}", "INTEGER", "{bytes}", "BLOB", "{end}", " STRICT"},
		// The connection begins every writing transaction as an immediate one.
		Isolation: nil,
		Transient: busy,
		Tries:     max(1, int(o.Busy/slice)),
		Patience:  o.Busy + 20*time.Second,
		Explain:   f.explain,
		Version:   f.version,
		Create:    enableWAL,
		// The transaction is immediate: it is the lock.
		Lock:       func(context.Context, sqlstore.Runner) error { return nil },
		SetVersion: setVersion,
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// file is what is said about the file.
type file struct {
	name string
	busy time.Duration
}

// version is 0 for an empty file. A database that someone else made is
// refused, whatever its version says.
func (f *file) version(ctx context.Context, r sqlstore.Runner) (int, error) {
	var version, app, tables int
	err := r.QueryRowContext(ctx, `SELECT (SELECT user_version FROM pragma_user_version),
		(SELECT application_id FROM pragma_application_id),
		(SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1))`).Scan(&version, &app, &tables)
	if err != nil {
		return 0, err
	}
	if app != applicationID && (tables > 0 || version != 0 || app != 0) {
		return 0, fault.New(fault.StoreUnavailable, "%s is another program's database.", capital(f.name)).
			WithHint("choose another place for the records (WSLITE_STATE_DIR, store.path); nothing was changed")
	}
	return version, nil
}

func setVersion(ctx context.Context, r sqlstore.Runner, version int) error {
	for _, pragma := range []string{
		"PRAGMA application_id = " + strconv.Itoa(applicationID),
		"PRAGMA user_version = " + strconv.Itoa(version),
	} {
		if _, err := r.ExecContext(ctx, pragma); err != nil {
			return err
		}
	}
	return nil
}

// enableWAL lets readers go on while one process writes. The mode is kept in
// the file, so it is set once. Where the file system has no shared memory,
// SQLite stays with its older journal, which is as safe and slower.
func enableWAL(ctx context.Context, db *sql.DB) error {
	var mode string
	return db.QueryRowContext(ctx, `PRAGMA journal_mode = WAL`).Scan(&mode)
}
