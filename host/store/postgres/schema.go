package postgres

import (
	"context"
	"fmt"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store/internal/sqlstore"
)

// application marks a schema as ours.
const application = "wslite records"

// lockClass is the first half of the advisory lock under which the schema is
// changed: "wsrc".
const lockClass = 0x77737263

// server is what is said about the database.
type server struct {
	name   string
	schema string
}

// meta is the table that marks the schema and holds its version.
func (s *server) meta() string { return quoted(s.schema) + ".meta" }

// version is 0 for a schema that does not exist or is empty. One that somebody
// else uses is refused, as is a database that can't hold every text.
func (s *server) version(ctx context.Context, r sqlstore.Runner) (int, error) {
	var encoding string
	var marked bool
	var tables int
	err := r.QueryRowContext(ctx, `SELECT current_setting('server_encoding'),
		count(*) FILTER (WHERE c.relname = 'meta') > 0, count(*)
		FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')`, s.schema).Scan(&encoding, &marked, &tables)
	if err != nil {
		return 0, err
	}
	if encoding != "UTF8" {
		return 0, fault.New(fault.StoreUnavailable, "%s has another encoding than UTF8.", s.name).
			WithHint("make a database with ENCODING 'UTF8' for the records")
	}
	if tables == 0 {
		return 0, nil
	}
	foreign := fault.New(fault.StoreUnavailable, "The schema %q of %s holds another program's tables.", s.schema, s.name).
		WithHint("name another with store.schema; nothing was changed")
	if !marked {
		return 0, foreign
	}
	var columns int
	err = r.QueryRowContext(ctx, `SELECT count(*) FROM information_schema.columns
		WHERE table_schema = $1 AND table_name = 'meta' AND column_name IN ('application', 'version')`, s.schema).Scan(&columns)
	if err != nil {
		return 0, err
	}
	// A role without rights on the table sees no columns: it is told by the
	// next query, not as a foreign table.
	if columns == 1 {
		return 0, foreign
	}
	var app string
	var version int
	if err := r.QueryRowContext(ctx, `SELECT application, version FROM `+s.meta()).Scan(&app, &version); err != nil {
		return 0, err
	}
	if app != application {
		return 0, foreign
	}
	return version, nil
}

// lock waits for others who change the schema, and makes it where it is
// missing: a role that may not make schemas can use one that is there.
func (s *server) lock(ctx context.Context, r sqlstore.Runner) error {
	if _, err := r.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1, hashtext($2))`, lockClass, s.schema); err != nil {
		return err
	}
	var there bool
	if err := r.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1)`, s.schema).Scan(&there); err != nil {
		return err
	}
	if there {
		return nil
	}
	_, err := r.ExecContext(ctx, `CREATE SCHEMA `+quoted(s.schema))
	return err
}

func (s *server) setVersion(ctx context.Context, r sqlstore.Runner, version int) error {
	for _, statement := range []string{
		`CREATE TABLE IF NOT EXISTS %s (application TEXT NOT NULL, version INTEGER NOT NULL)`,
		`DELETE FROM %s`,
	} {
		if _, err := r.ExecContext(ctx, fmt.Sprintf(statement, s.meta())); err != nil {
			return err
		}
	}
	_, err := r.ExecContext(ctx, `INSERT INTO `+s.meta()+` (application, version) VALUES ($1, $2)`, application, version)
	return err
}
