package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store/internal/sqlstore"
	"github.com/wslite/wslite/host/store/pgtest"
	"github.com/wslite/wslite/host/store/storetest"
)

// TestNoErrorShowsTheAddress: neither its words nor its causes.
func TestNoErrorShowsTheAddress(t *testing.T) {
	for _, dsn := range []string{
		"postgres://anna:s3cret@[::1/db", "postgres://anna:s3cret@127.0.0.1:99999/db", "host=127.0.0.1 user=anna password=s3cret sslmode=nonsense",
		"mysql://anna:s3cret@127.0.0.1/db", "password=s3cret user=anna port=x", "postgres://anna:s3cret@127.0.0.1:1/db",
		"postgres://anna:s3cret@127.0.0.1:1/db?connect_timeout=1", "host=/nowhere user=anna password=s3cret dbname=db", "postgres://anna:s3cret%zz@h/db",
		"postgres://anna:s3cret@name.invalid/db?connect_timeout=5", "s3cret anna", "",
	} {
		_, err := Open(t.Context(), dsn, Options{})
		if f := fault.Of(err); f == nil || f.Code != fault.StoreUnavailable {
			t.Errorf("%q: %v", dsn, err)
			continue
		}
		for e := err; e != nil; e = errors.Unwrap(e) {
			if text := fmt.Sprintf("%v %+v", e, e); strings.Contains(text, "s3cret") || strings.Contains(text, "anna") {
				t.Errorf("%q is shown: %s", dsn, text)
			}
		}
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	server := pgtest.Start(t)
	place := fmt.Sprintf("PostgreSQL at 127.0.0.1:%d (database %s)", server.Port, server.Database)
	_, err := Open(t.Context(), server.Address(server.User, "wrong", server.Database), Options{})
	storetest.Refused(t, err, place, "refused the sign-in", "28P01")
	_, err = Open(t.Context(), server.Address(server.User, server.Password, "nowhere"), Options{})
	storetest.Refused(t, err, "has no such database")
	for _, schema := range []string{"A", "a-b", `a"b`, "pg_x", "1a", strings.Repeat("a", 64), "a.b", "ä"} {
		_, err = Open(t.Context(), server.DSN, Options{Schema: schema})
		if fault.CodeOf(err) != fault.StoreUnavailable {
			t.Errorf("%q: %v", schema, err)
		}
	}
	s := open(t, server.DSN, Options{})
	if s.Name() != place {
		t.Errorf("the name is %q", s.Name())
	}
}

func TestRights(t *testing.T) {
	server := pgtest.Start(t)
	server.Exec(t, server.Database, `CREATE ROLE weak LOGIN PASSWORD 'weak'; REVOKE CREATE ON DATABASE `+server.Database+` FROM PUBLIC`)
	t.Cleanup(func() { server.Exec(t, server.Database, `DROP OWNED BY weak; DROP ROLE weak`) })
	weak := server.Address("weak", "weak", server.Database)
	_, err := Open(t.Context(), weak, Options{})
	storetest.Refused(t, err, "does not let this user do that", "42501")
	open(t, server.DSN, Options{})
	_, err = Open(t.Context(), weak, Options{})
	storetest.Refused(t, err, "does not let this user do that")
	server.Exec(t, server.Database, `GRANT USAGE ON SCHEMA wslite TO weak; GRANT SELECT ON ALL TABLES IN SCHEMA wslite TO weak`)
	s := open(t, weak, Options{})
	_, acquired, err := s.Begin(t.Context(), beginning("k"))
	storetest.Refused(t, err, "does not let this user do that")
	if acquired {
		t.Error("acquired all the same")
	}
	// The rows alone will do: whoever runs the program need not own the tables.
	server.Exec(t, server.Database, `GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA wslite TO weak`)
	begin(t, s, "k")
}

func TestForeignAndNewerSchemas(t *testing.T) {
	server := pgtest.Start(t)
	server.Exec(t, server.Database, `CREATE SCHEMA other; CREATE TABLE other.claims (x INTEGER);
		CREATE SCHEMA meta; CREATE TABLE meta.meta (application TEXT, version INTEGER); INSERT INTO meta.meta VALUES ('shop', 1);
		CREATE SCHEMA empty`)
	for _, schema := range []string{"other", "meta"} {
		_, err := Open(t.Context(), server.DSN, Options{Schema: schema})
		storetest.Refused(t, err, "another program's tables", schema)
	}
	begin(t, open(t, server.DSN, Options{Schema: "empty"}), "k")
	// Two schemas are two stores.
	begin(t, open(t, server.DSN, Options{}), "k")
	server.Exec(t, server.Database, `UPDATE wslite.meta SET version = 1000`)
	_, err := Open(t.Context(), server.DSN, Options{})
	storetest.Refused(t, err, "schema version 1000")
	if !strings.Contains(fault.Of(err).Hint, "use a newer program") {
		t.Errorf("%v", err)
	}
	server.Exec(t, server.Database, `DELETE FROM wslite.meta`)
	if _, err := Open(t.Context(), server.DSN, Options{}); fault.CodeOf(err) != fault.StoreUnavailable {
		t.Errorf("%v", err)
	}
}

// fails makes the first n changes of claims fail with a state, and counts all.
const fails = `CREATE SEQUENCE wslite.tries;
	CREATE FUNCTION wslite.fail() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN
		IF nextval('wslite.tries') <= %d THEN RAISE EXCEPTION 'injected' USING ERRCODE = '%s'; END IF; RETURN NEW; END $f$;
	CREATE TRIGGER fail BEFORE INSERT ON wslite.claims FOR EACH ROW EXECUTE FUNCTION wslite.fail()`

// TestW145OnlyConflictsAreRepeated: and not for ever.
func TestW145OnlyConflictsAreRepeated(t *testing.T) {
	for _, c := range []struct {
		state    string
		failures int
		acquired bool
		tries    int64
	}{
		{"40001", 3, true, 4},
		{"40P01", 3, true, 4},
		{"40001", 1000, false, tries},
		{"XX000", 1, false, 1},
		{"55P03", 1, false, 1},
		{"57014", 1, false, 1},
		{"40003", 1, false, 1},
	} {
		t.Run(fmt.Sprint(c.state, " ", c.failures), func(t *testing.T) {
			s := open(t, pgtest.Start(t).DSN, Options{})
			exec(t, s, fmt.Sprintf(fails, c.failures, c.state))
			_, acquired, err := s.Begin(t.Context(), beginning("k"))
			if acquired != c.acquired || c.acquired && err != nil {
				t.Errorf("acquired %v, %v", acquired, err)
			}
			if !c.acquired {
				storetest.Refused(t, err, c.state)
				if strings.Contains(err.Error(), "injected") {
					t.Errorf("the server's words are shown: %v", err)
				}
			}
			var n int64
			if err := s.(*sqlstore.Store).DB().QueryRow(`SELECT last_value FROM wslite.tries`).Scan(&n); err != nil || n != c.tries {
				t.Errorf("%d tries, %v; want %d", n, err, c.tries)
			}
		})
	}
}

// TestALockedRecord: a wait that a caller can end.
func TestALockedRecord(t *testing.T) {
	s := open(t, pgtest.Start(t).DSN, Options{})
	c := begin(t, s, "k")
	lock, err := s.(*sqlstore.Store).DB().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Rollback()
	if _, err := lock.Exec(`SELECT 1 FROM wslite.claims FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.End(ctx, ending(c)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a caller who gives up hears %v", err)
	}
	if err := lock.Rollback(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.End(t.Context(), ending(c)); err != nil {
		t.Error(err)
	}
}

// TestW141TheServersTimeCounts, whatever this machine's is. Source: W141.
func TestW141TheServersTimeCounts(t *testing.T) {
	server := pgtest.Start(t)
	s := open(t, server.DSN, Options{})
	var ms int64
	if err := s.(*sqlstore.Store).DB().QueryRow(`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint`).Scan(&ms); err != nil {
		t.Fatal(err)
	}
	now, err := s.Now(t.Context())
	if d := now.Sub(time.UnixMilli(ms)); err != nil || d < -time.Second || d > time.Minute {
		t.Errorf("%s off, %v", d, err)
	}
	// No statement takes a time from the program: the only parameter of the
	// clock is what tests add.
	if s.(*sqlstore.Store).Clock() != 0 {
		t.Error("the program's clock is used")
	}
}

// TestACommitLastsOnACarelessServer: a claim that a crash takes away could
// double an effect.
func TestACommitLastsOnACarelessServer(t *testing.T) {
	server := pgtest.Start(t)
	for set, want := range map[string]string{"off": "on", "local": "local", "on": "on"} {
		server.Exec(t, "postgres", `ALTER DATABASE `+server.Database+` SET synchronous_commit = '`+set+`'`)
		s := open(t, server.DSN, Options{})
		var got string
		if err := s.(*sqlstore.Store).DB().QueryRow(`SHOW synchronous_commit`).Scan(&got); err != nil || got != want {
			t.Errorf("set to %s, it is %s, %v; want %s", set, got, err, want)
		}
		s.Close()
	}
}
