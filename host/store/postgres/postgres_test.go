package postgres

import (
	"context"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/internal/sqlstore"
	"github.com/wslite/wslite/host/store/pgtest"
	"github.com/wslite/wslite/host/store/storetest"
)

// open opens a store that is closed with the test.
func open(tb testing.TB, dsn string, o Options) store.Store {
	tb.Helper()
	s, err := Open(tb.Context(), dsn, o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s
}

// exec runs statements on the database of an open store.
func exec(tb testing.TB, s store.Store, statements string) {
	tb.Helper()
	if _, err := s.(*sqlstore.Store).DB().Exec(statements); err != nil {
		tb.Fatalf("%s: %v", statements, err)
	}
}

// dropChecks takes the rules off the tables, so that a test can break them.
const dropChecks = `DO $$ DECLARE c record; BEGIN
	FOR c IN SELECT conrelid::regclass AS t, conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'wslite'::regnamespace
	LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.t, c.conname); END LOOP; END $$;`

func TestStore(t *testing.T) {
	storetest.Run(t, func(tb testing.TB) storetest.Harness {
		server := pgtest.Start(tb)
		var skew atomic.Int64
		o := Options{Skew: func() time.Duration { return time.Duration(skew.Load()) }}
		s := open(tb, server.DSN, o)
		return storetest.Harness{
			Store: s, Advance: func(d time.Duration) { skew.Add(int64(d)) },
			Reopen: func(tb testing.TB) store.Store { return open(tb, server.DSN, o) },
			Break: func(tb testing.TB, statement string) {
				statement = strings.NewReplacer("{claims}", "wslite.claims", "{drafts}", "wslite.drafts").Replace(statement)
				exec(tb, s, dropChecks+statement)
			},
		}
	})
}

// TestA60Processes: the schema is new, and all of them make it.
func TestA60Processes(t *testing.T) {
	const env = "WSLITE_TEST_DSN"
	dsn := os.Getenv(env)
	if dsn == "" {
		dsn = pgtest.Start(t).DSN
	}
	storetest.RaceProcesses(t, "TestA60Processes", func() (store.Store, error) {
		return Open(context.Background(), dsn, Options{})
	}, env+"="+dsn)
}
