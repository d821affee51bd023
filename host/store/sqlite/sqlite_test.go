package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/internal/sqlstore"
	"github.com/wslite/wslite/host/store/storetest"
)

// open opens a file that is closed with the test.
func open(tb testing.TB, path string, o Options) store.Store {
	tb.Helper()
	s, err := Open(tb.Context(), path, o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s
}

// run runs a statement on the file of an open store.
func run(tb testing.TB, s store.Store, statement string) {
	tb.Helper()
	if _, err := s.(*sqlstore.Store).DB().Exec(statement); err != nil {
		tb.Fatalf("%s: %v", statement, err)
	}
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(tb testing.TB) storetest.Harness {
		path, clock := filepath.Join(tb.TempDir(), "records.db"), storetest.NewClock()
		s := open(tb, path, Options{Now: clock.Now})
		return storetest.Harness{
			Store: s, Advance: clock.Advance,
			Reopen: func(tb testing.TB) store.Store { return open(tb, path, Options{Now: clock.Now}) },
			Break: func(tb testing.TB, statement string) {
				statement = strings.NewReplacer("{claims}", "claims", "{drafts}", "drafts").Replace(statement)
				run(tb, s, `PRAGMA ignore_check_constraints = 1; `+statement+`; PRAGMA ignore_check_constraints = 0`)
			},
		}
	})
}

// TestA60Processes: the file is new, and all of them make it.
func TestA60Processes(t *testing.T) {
	const env = "WSLITE_TEST_RECORDS"
	path := os.Getenv(env)
	if path == "" {
		path = filepath.Join(t.TempDir(), "new", "records.db")
	}
	storetest.RaceProcesses(t, "TestA60Processes", func() (store.Store, error) {
		return Open(context.Background(), path, Options{})
	}, env+"="+path)
}
