package postgres

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/internal/sqlstore"
	"github.com/wslite/wslite/host/store/pgtest"
)

func claimOf(o store.Owner, key string) store.Beginning {
	return store.Beginning{Owner: o, Key: key, Operation: "gmail.send", Tool: "gmail_send", Class: "send", Digest: "sha256:00", TTL: 15 * time.Minute, Attempts: 3}
}

// W140: one row for each owner and key, also where a field of the owner is
// absent; values are never part of a statement, and the name of a schema, which
// is, has a form.
func TestW140_OneRowForEachOwnerAndKey(t *testing.T) {
	s := open(t, pgtest.Start(t).DSN, Options{})
	owners := []store.Owner{
		{Tenant: "t"}, {Tenant: "t", Account: "a"}, {Tenant: "t", User: "a"}, {Tenant: "t", Principal: "a"},
		{Tenant: "t", Account: `'; DROP TABLE wslite.claims; --`},
	}
	for _, o := range owners {
		for _, key := range []string{"k", `k' OR '1'='1`} {
			for n := range 2 {
				if _, acquired, err := s.Begin(t.Context(), claimOf(o, key)); err != nil || acquired != (n == 0) {
					t.Fatalf("%+v %q: acquired %v, %v", o, key, acquired, err)
				}
			}
		}
	}
	db := s.(*sqlstore.Store).DB()
	count := func() (n int) {
		if err := db.QueryRow("SELECT count(*) FROM wslite.claims").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := count(); n != 2*len(owners) {
		t.Errorf("%d rows, want %d", n, 2*len(owners))
	}
	// The table itself knows no second row of one owner and key.
	_, err := db.Exec("INSERT INTO wslite.claims SELECT * FROM wslite.claims LIMIT 1")
	if state(err) != "23505" {
		t.Errorf("a second row: %v", err)
	}
	for _, bad := range []string{`x"; DROP SCHEMA wslite CASCADE; --`, "Wslite", "1x", "a.b", "pg_x", strings.Repeat("x", 64), " "} {
		if _, err := Open(t.Context(), pgtest.Start(t).DSN, Options{Schema: bad}); fault.CodeOf(err) != fault.StoreUnavailable {
			t.Errorf("the schema %q: %v", bad, err)
		}
	}
	if n := count(); n != 2*len(owners) {
		t.Errorf("%d rows afterwards", n)
	}
}

// W141: every time is the server's. Its clock stands a day ahead of this
// process's; the claim ends by it, and the step is one that no other process
// can come between.
func TestW141_AServerThatIsADayAhead(t *testing.T) {
	dsn := pgtest.Start(t).DSN
	exec(t, open(t, dsn, Options{}), `CREATE SCHEMA fake; CREATE TABLE fake.ahead (days int); INSERT INTO fake.ahead VALUES (1);
		CREATE FUNCTION fake.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
		AS 'SELECT pg_catalog.clock_timestamp() + (SELECT days FROM fake.ahead) * interval ''1 day'''`)
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", "fake,pg_catalog")
	u.RawQuery = q.Encode()
	s := open(t, u.String(), Options{})
	tomorrow := func(what string, at time.Time) {
		t.Helper()
		if ahead := time.Until(at); ahead < 23*time.Hour || ahead > 25*time.Hour {
			t.Errorf("%s is %s ahead of this process", what, ahead)
		}
	}
	now, err := s.Now(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tomorrow("now", now)
	o := store.Owner{Tenant: "t"}
	c, _, err := s.Begin(t.Context(), claimOf(o, "k"))
	if err != nil {
		t.Fatal(err)
	}
	tomorrow("the beginning", c.Created)
	if life := c.Expires.Sub(c.Created); life != 15*time.Minute {
		t.Errorf("it lasts %s", life)
	}
	// An hour on the process's clock does nothing; a day on the server's does.
	if c, err := s.Claim(t.Context(), o, "k"); err != nil || c.Status != store.InProgress {
		t.Errorf("%+v %v", c, err)
	}
	exec(t, s, "UPDATE fake.ahead SET days = 2")
	if _, err := s.End(t.Context(), store.Ending{Owner: o, Key: "k", Token: c.Token, Version: c.Version, Status: store.Completed, Keep: time.Hour}); !errors.Is(err, store.ErrConflict) {
		t.Errorf("it could be ended: %v", err)
	}
	if c, acquired, err := s.Begin(t.Context(), claimOf(o, "k")); err != nil || acquired || c.Status != store.Unknown {
		t.Errorf("%+v %v %v", c, acquired, err)
	}
}
