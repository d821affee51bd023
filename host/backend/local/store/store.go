// Package store owns the file of an embedded workspace: one SQLite database
// that several processes may open at once.
//
// It opens and guards the file, brings its schema up to date, runs
// transactions, and hands out the workspace's revision numbers and page-token
// key. It knows no API: tables belong to the packages that bring Migrations.
// It never logs, and never changes a file that it does not know.
//
// Start reading at Open, then Tx.
package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"

	"modernc.org/sqlite"
)

// BusyTimeout is how long a transaction waits for another process.
const BusyTimeout = 10 * time.Second

// Options says what to open.
type Options struct {
	// Path is the database file; ":memory:" keeps all in memory.
	Path string
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// NewID makes an identifier that is unique in the workspace; nil means
	// random ones.
	NewID func() string
	// Migrations is the whole history of the schema, oldest first.
	Migrations []Migration
}

// Store is an open workspace file. It may be used by many goroutines.
type Store struct {
	db    *sql.DB
	path  string
	now   func() time.Time
	newID func() string
}

// Open opens the file, creating it (owner-only) and its directory where they
// don't exist, and applies the migrations that it lacks. Errors are
// *fault.Error: NOT_SUPPORTED for a file of a newer schema, CLIENT_ERROR for
// what is no workspace file or can't be opened.
func Open(o Options) (*Store, error) {
	dsn, err := prepareFile(o.Path)
	if err != nil {
		return nil, err
	}
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, classify(err, o.Path)
	}
	s := &Store{db: sql.OpenDB(connector), path: o.Path, now: o.Now, newID: o.NewID}
	if s.now == nil {
		s.now = time.Now
	}
	if s.newID == nil {
		s.newID = randomID
	}
	// One connection: SQLite has one writer anyway, a second one would cost
	// start-up time and could fail with "locked" inside one process.
	s.db.SetMaxOpenConns(1)
	if err := s.migrate(context.Background(), o.Migrations); err != nil {
		s.db.Close()
		return nil, err
	}
	return s, nil
}

// Close waits for running transactions and closes the file.
func (s *Store) Close() error {
	if err := s.db.Close(); err != nil {
		return classify(err, s.path)
	}
	return nil
}

// Now is the workspace's clock, for what a read compares with; a write has the
// time in Tx.Now.
func (s *Store) Now() time.Time { return s.now() }

// Read runs fn in a transaction that sees one state of the workspace.
func (s *Store) Read(ctx context.Context, fn func(*Tx) error) error {
	return s.run(ctx, &sql.TxOptions{ReadOnly: true}, fn)
}

// Write runs fn in a transaction that no other process can overlap. It is
// committed if fn returns nil, and leaves no trace otherwise.
func (s *Store) Write(ctx context.Context, fn func(*Tx) error) error {
	return s.run(ctx, nil, func(tx *Tx) error {
		// The recorded time only grows, also when the machine's clock jumps
		// back or another process runs ahead.
		err := tx.QueryRow(`UPDATE workspace SET rev = rev + 1, updated = max(updated, ?)
			RETURNING rev, updated`, s.now().UnixMilli()).Scan(&tx.Rev, &tx.Now)
		if err != nil {
			return err
		}
		return fn(tx)
	})
}

func (s *Store) run(ctx context.Context, opts *sql.TxOptions, fn func(*Tx) error) error {
	sqlTx, err := s.db.BeginTx(ctx, opts)
	if err != nil {
		return classify(err, s.path)
	}
	// Rolls back after an error or a panic in fn; does nothing after Commit.
	defer sqlTx.Rollback()
	if err := fn(&Tx{ctx: ctx, tx: sqlTx, newID: s.newID}); err != nil {
		if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil {
			return ctx.Err() // database/sql ended the transaction for us
		}
		return classify(err, s.path)
	}
	if err := sqlTx.Commit(); err != nil {
		return classify(err, s.path)
	}
	return nil
}

// randomID gives 22 letters and digits like the ids of Google Tasks: the
// base64url form of 16 characters of ASCII, so it never starts with "-",
// which a command line would take for a flag.
func randomID() string {
	// rand.Text has 26 characters of 5 random bits each.
	return encodeID(rand.Text()[:16])
}
