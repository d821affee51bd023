// Package postgres keeps records in a PostgreSQL database, so that several
// machines share one queue.
//
// It connects, guards the schema and says what is wrong with the server; the
// records themselves are the business of sqlstore. All times are the server's.
// It shows no user, password or address as it was given: what a person reads
// names the host, the port and the database.
//
// Start reading at Open.
package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/internal/sqlstore"
	"github.com/wslite/wslite/host/text"
)

// DefaultSchema is where the tables lie if nothing else is said.
const DefaultSchema = "wslite"

const (
	// conns bounds the connections of one process: a server has some hundred
	// for all of them.
	conns = 8
	// idle is how long an unused one is kept.
	idle = 5 * time.Minute
	// patience bounds a transaction; lockWait, inside it, the wait for another
	// process. A process that hangs in a transaction loses it after stalled.
	patience    = 30 * time.Second
	dialTimeout = 10 * time.Second
	lockWait    = 10 * time.Second
	stalled     = time.Minute
	// tries bounds the repetitions of a transaction that the server undid.
	tries = 10
)

// Options says where in the database the records are; the zero value will do.
type Options struct {
	// Schema is theirs alone; "" is DefaultSchema. It is made if it is missing.
	Schema string
	// Skew is added to the server's time; for tests. nil is none.
	Skew func() time.Duration
}

// maxSchema is what PostgreSQL keeps of a name, in bytes.
const maxSchema = 63

// CheckSchema says what is wrong with the name of a schema; "" if nothing is.
func CheckSchema(name string) string {
	// No regular expression: one with a counted repetition would cost each start
	// of the program a third of a millisecond.
	foreign := strings.IndexFunc(name, func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	if name == "" || len(name) > maxSchema || foreign >= 0 || name[0] <= '9' || strings.HasPrefix(name, "pg_") {
		return "a schema's name has 1 to 63 small letters, digits and _, starts with a letter or _, and not with pg_"
	}
	return ""
}

// Open connects to the database that dsn names, a URL or a line of key=value
// pairs as psql takes them, and brings the schema up to date. Errors are
// *fault.Error of code STORE_UNAVAILABLE; they don't show the dsn.
func Open(ctx context.Context, dsn string, o Options) (store.Store, error) {
	if o.Schema == "" {
		o.Schema = DefaultSchema
	}
	if msg := CheckSchema(o.Schema); msg != "" {
		return nil, fault.New(fault.StoreUnavailable, "The schema for the records can't be used: %s.", msg)
	}
	config, err := parse(dsn)
	if err != nil {
		return nil, err
	}
	srv := &server{schema: o.Schema, name: fmt.Sprintf("PostgreSQL at %s (database %s)", place(config), text.Line(config.Database))}
	db := stdlib.OpenDB(*config,
		// A connection that the server has closed is noticed before anything
		// rests on it.
		stdlib.OptionShouldPing(func(context.Context, stdlib.ShouldPingParams) bool { return true }),
		stdlib.OptionAfterConnect(prepare))
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(2)
	db.SetConnMaxIdleTime(idle)
	s, err := sqlstore.Open(ctx, db, sqlstore.Dialect{
		Name:   srv.name,
		Param:  "$",
		Schema: quoted(o.Schema) + ".",
		Now:    `(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + $1::bigint)`,
		Clock: func() int64 {
			if o.Skew == nil {
				return 0
			}
			return o.Skew().Milliseconds()
		},
		// The order of bytes is the same on every server and stays what it is
		// when the system's collations change.
		Types: []string{"{text}", `TEXT COLLATE "C"`, "{int}", "BIGINT", "{bytes}", "BYTEA", "{end}", ""},
		// Each statement sees what was committed before it, whatever the
		// server's default is.
		Isolation:  &sql.TxOptions{Isolation: sql.LevelReadCommitted},
		Transient:  transient,
		Tries:      tries,
		Patience:   patience,
		Explain:    srv.explain,
		Version:    srv.version,
		Lock:       srv.lock,
		SetVersion: srv.setVersion,
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// parse reads the dsn. Its errors hold nothing of it, also not as a cause.
func parse(dsn string) (*pgx.ConnConfig, error) {
	if strings.TrimSpace(dsn) == "" {
		return nil, fault.New(fault.StoreUnavailable, "The address of the PostgreSQL database is not set.").
			WithHint("set it as postgres://user:password@host:5432/database")
	}
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fault.New(fault.StoreUnavailable, "The address of the PostgreSQL database can't be read; it is not shown, since it may hold a password.").
			WithHint("it is a URL such as postgres://user:password@host:5432/database (with %%-escapes for special characters), or a line such as host=... dbname=...")
	}
	encrypted(config)
	if config.ConnectTimeout <= 0 || config.ConnectTimeout > time.Minute {
		config.ConnectTimeout = dialTimeout
	}
	if _, ok := config.RuntimeParams["application_name"]; !ok {
		config.RuntimeParams["application_name"] = "wslite"
	}
	return config, nil
}

// place is the host and port, or the socket, of the first server.
func place(c *pgx.ConnConfig) string {
	host := text.Line(c.Host)
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return fmt.Sprintf("%s:%d", host, c.Port)
}

// prepare sets up a new connection. A commit that is answered must outlive a
// crash of the server: a claim that was forgotten could double an effect.
func prepare(ctx context.Context, c *pgx.Conn) error {
	_, err := c.Exec(ctx, fmt.Sprintf(`SET lock_timeout = %d; SET idle_in_transaction_session_timeout = %d;
		SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`,
		lockWait.Milliseconds(), stalled.Milliseconds()))
	return err
}

// quoted is a checked name as an identifier.
func quoted(name string) string { return `"` + name + `"` }
