// Package sqlstore is host/store over database/sql: the statements, the
// transactions and the history of the schema that SQLite and PostgreSQL share.
//
// What the two do differently is a Dialect, and nothing else is: a rule that
// holds on one holds on the other, because it is the same statement. It opens
// no database; store/sqlite and store/postgres do.
//
// Start reading at Open, then Begin in begin.go.
package sqlstore

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/wslite/wslite/host/store"
)

// Dialect is what two databases do differently. All fields are needed but
// Create.
type Dialect struct {
	// Name tells a person which store it is; no secret.
	Name string
	// Param is the sign before the number of a parameter.
	Param string
	// Schema goes before the name of each table.
	Schema string
	// Now is the expression for the time in milliseconds; its only parameter,
	// $1, is what Clock gives: the time itself, or what is to be added to the
	// server's.
	Now   string
	Clock func() int64
	// Types has pairs of a word in braces of the schema and what it is here.
	Types []string

	// Isolation is how a transaction that writes is begun.
	Isolation *sql.TxOptions
	// Transient says that the transaction did nothing and may succeed when it
	// is repeated; it is, Tries times in all.
	Transient func(error) bool
	Tries     int
	// Patience bounds a transaction, and Patience again the question what
	// became of one whose commit was cut off.
	Patience time.Duration
	// Explain makes a *fault.Error of what the driver reports. It is given no
	// error of this package or of a context.
	Explain func(error) error

	// Version gives the number of steps that the schema has had, 0 for an empty
	// database, and refuses what is somebody else's.
	Version func(context.Context, Runner) (int, error)
	// Create runs before the first step, outside a transaction.
	Create func(context.Context, *sql.DB) error
	// Lock keeps others from changing the schema until the transaction ends,
	// and SetVersion records the steps.
	Lock       func(context.Context, Runner) error
	SetVersion func(ctx context.Context, r Runner, version int) error
}

// Runner is a database or a transaction.
type Runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Store implements store.Store.
type Store struct {
	db *sql.DB
	d  Dialect
	// texts are the statements in the words of the dialect.
	texts sync.Map
}

var _ store.Store = (*Store)(nil)

// Open brings the schema up to date. The database is the store's from then on,
// also where it fails: it is closed.
func Open(ctx context.Context, db *sql.DB, d Dialect) (*Store, error) {
	s := &Store{db: db, d: d}
	if err := s.migrate(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

// DB is for tests, which break things.
func (s *Store) DB() *sql.DB { return s.db }

// Texts are the statements that were run so far; for tests, which look at how
// the database goes about them.
func (s *Store) Texts() []string {
	var out []string
	s.texts.Range(func(_, t any) bool {
		out = append(out, t.(text).sql)
		return true
	})
	return out
}

// Name tells a person which store it is.
func (s *Store) Name() string { return s.d.Name }

// Close waits for running statements.
func (s *Store) Close() error { return s.explain(context.Background(), s.db.Close()) }

// Now is the store's time.
func (s *Store) Now(ctx context.Context) (time.Time, error) {
	if s.d.Now == s.d.Param+"1" { // the program's: nothing to ask for
		return fromMS(s.d.Clock()), ctx.Err()
	}
	var ms int64
	err := s.read(ctx, func(t *tx) error { return t.row(`SELECT {now}`).Scan(&ms) })
	return fromMS(ms), err
}

// fromMS is the time of a record; 0 stands for none.
func fromMS(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

func toMS(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Clock is what the program adds to the database's time, or the time itself;
// for tests.
func (s *Store) Clock() int64 { return s.d.Clock() }
