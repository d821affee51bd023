package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// tx runs statements, in a transaction or without one.
type tx struct {
	s   *Store
	ctx context.Context
	r   Runner
}

// text is one statement in the words of the dialect; timed says that its first
// parameter is the clock.
type text struct {
	sql   string
	timed bool
}

// translate puts the dialect's words in: {now}, {name} for a table, $n.
func (s *Store) translate(query string) text {
	if t, ok := s.texts.Load(query); ok {
		return t.(text)
	}
	t := text{timed: strings.Contains(query, "{now}")}
	t.sql = strings.NewReplacer(
		"{now}", s.d.Now, "{due}", strings.ReplaceAll(due, "{now}", s.d.Now),
		"{claims}", s.d.Schema+"claims", "{counts}", s.d.Schema+"counts",
		"{drafts}", s.d.Schema+"drafts", "{bodies}", s.d.Schema+"bodies",
		"$", s.d.Param).Replace(query)
	t.timed = t.timed || strings.Contains(query, "{due}")
	s.texts.Store(query, t)
	return t
}

func (t *tx) prepare(query string, args []any) (string, []any) {
	x := t.s.translate(query)
	if x.timed {
		args = append([]any{t.s.d.Clock()}, args...)
	}
	return x.sql, args
}

// exec runs a statement and gives the number of rows that it changed.
func (t *tx) exec(query string, args ...any) (int, error) {
	query, args = t.prepare(query, args)
	res, err := t.r.ExecContext(t.ctx, query, args...)
	if err != nil {
		return 0, err
	}
	n, err := res.RowsAffected()
	return int(n), err
}

func (t *tx) row(query string, args ...any) *sql.Row {
	query, args = t.prepare(query, args)
	return t.r.QueryRowContext(t.ctx, query, args...)
}

func (t *tx) rows(query string, args ...any) (*sql.Rows, error) {
	query, args = t.prepare(query, args)
	return t.r.QueryContext(t.ctx, query, args...)
}

// read runs fn outside a transaction.
func (s *Store) read(ctx context.Context, fn func(*tx) error) error {
	return s.repeat(ctx, func() error {
		limit, cancel := context.WithTimeout(ctx, s.d.Patience)
		defer cancel()
		return fn(&tx{s, limit, s.db})
	})
}

// write runs fn in a transaction, which is committed if fn gives nil. fn may
// run several times: only its last run counts.
//
// A commit that was cut off may stand or not. made, where not nil, looks for
// what fn wrote, and the write has succeeded if it is there. It must know it by
// something that nobody else could have written.
func (s *Store) write(ctx context.Context, fn func(*tx) error, made func(*tx) (bool, error)) error {
	return s.repeat(ctx, func() error {
		committing, err := s.attempt(ctx, fn)
		if err == nil || !committing || made == nil || s.d.Transient(err) {
			return err
		}
		// Also for a caller who has given up: it must hear what stands.
		limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.d.Patience)
		defer cancel()
		if stands, err := made(&tx{s, limit, s.db}); err == nil && stands {
			return nil
		}
		return err
	})
}

// attempt runs one transaction. committing says that its commit was asked for.
func (s *Store) attempt(ctx context.Context, fn func(*tx) error) (committing bool, err error) {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	// The caller's context ends the statements but not the commit: to give up
	// in the middle of it would leave the question whether it was made.
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.d.Patience)
	defer cancel()
	stop := context.AfterFunc(ctx, cancel)
	defer stop()
	sqlTx, err := conn.BeginTx(limit, s.d.Isolation)
	if err != nil {
		return false, err
	}
	// Rolls back after an error or a panic in fn; does nothing after Commit.
	defer sqlTx.Rollback()
	if err := fn(&tx{s, limit, sqlTx}); err != nil {
		if errors.Is(err, sql.ErrTxDone) && limit.Err() != nil {
			err = limit.Err() // database/sql ended the transaction for us
		}
		return false, err
	}
	if !stop() {
		return false, ctx.Err()
	}
	return true, sqlTx.Commit()
}

// repeat runs f again while its failure is a passing one. Source: W145.
func (s *Store) repeat(ctx context.Context, f func() error) error {
	for try := 1; ; try++ {
		err := f()
		if err == nil || try >= s.d.Tries || !s.d.Transient(err) {
			return s.explain(ctx, err)
		}
		wait := time.Duration(1+rand.IntN(5<<min(try, 5))) * time.Millisecond
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// explain turns what the driver reports into a *fault.Error. Errors of
// host/store and of the caller's context pass.
func (s *Store) explain(ctx context.Context, err error) error {
	var full *store.CapError
	switch {
	case err == nil, fault.Of(err) != nil, errors.As(err, &full),
		errors.Is(err, store.ErrAbsent), errors.Is(err, store.ErrConflict):
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return fault.Wrap(err, fault.StoreUnavailable, "%s did not answer in time.", s.d.Name).
			WithHint("look whether it hangs or is overloaded, then repeat the call")
	}
	return s.d.Explain(err)
}
