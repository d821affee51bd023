package store

import (
	"context"
	"database/sql"
	"encoding/base64"
)

// Tx is a running transaction. It must not be used after the function that
// received it returned, nor by two goroutines.
type Tx struct {
	ctx   context.Context
	tx    *sql.Tx
	newID func() string

	// Rev is the number of this write; each write of the workspace has a
	// higher one. 0 in a Read.
	Rev int64
	// Now is the time of this write in Unix milliseconds. It never goes back
	// from one write to the next. 0 in a Read.
	Now int64
}

// Exec runs a statement.
func (t *Tx) Exec(query string, args ...any) (sql.Result, error) {
	return t.tx.ExecContext(t.ctx, query, args...)
}

// Query runs a query; the caller closes the rows before its next statement.
func (t *Tx) Query(query string, args ...any) (*sql.Rows, error) {
	return t.tx.QueryContext(t.ctx, query, args...)
}

// QueryRow runs a query for one row; Scan gives sql.ErrNoRows for none.
func (t *Tx) QueryRow(query string, args ...any) *sql.Row {
	return t.tx.QueryRowContext(t.ctx, query, args...)
}

// NewID makes an identifier.
func (t *Tx) NewID() string { return t.newID() }

// Secret is the workspace's own random key, made when the file was made. It
// authenticates page tokens, nothing else.
func (t *Tx) Secret() ([]byte, error) {
	var key []byte
	err := t.QueryRow(`SELECT secret FROM workspace`).Scan(&key)
	return key, err
}

func encodeID(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
