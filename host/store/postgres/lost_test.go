package postgres

import (
	"errors"
	"testing"
	"time"

	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/pgtest"
	"github.com/wslite/wslite/host/store/storetest"
)

func beginning(key string) store.Beginning {
	return store.Beginning{Owner: store.Owner{Tenant: "google"}, Key: key, Operation: "gmail.send", Digest: "sha256:00", TTL: time.Hour, Attempts: 3,
		Caps: []store.Cap{{Name: "send", Day: "2026-11-30", Amount: 1, Limit: 100}}}
}

func ending(c store.Claim) store.Ending {
	return store.Ending{Owner: c.Owner, Key: c.Key, Token: c.Token, Version: c.Version, Status: store.Completed, Keep: time.Hour}
}

func begin(t *testing.T, s store.Store, key string) store.Claim {
	t.Helper()
	c, acquired, err := s.Begin(t.Context(), beginning(key))
	if err != nil || !acquired {
		t.Fatalf("begin %s: %v, %v", key, acquired, err)
	}
	return c
}

// TestALostCommit: the connection breaks while a commit is under way. The store
// then says what stands, and never that something is begun that is not.
func TestALostCommit(t *testing.T) {
	server := pgtest.Start(t)
	p := newProxy(t, server)
	s, direct := open(t, p.dsn, Options{}), open(t, server.DSN, Options{})
	owner := beginning("").Owner

	t.Run("a begin that was made is acquired", func(t *testing.T) {
		p.set(afterCommit, never)
		c := begin(t, s, "made")
		got, err := direct.Claim(t.Context(), owner, "made")
		if err != nil || got.Status != store.InProgress || got.Version != c.Version {
			t.Errorf("%+v, %v", got, err)
		}
		if _, err := s.End(t.Context(), ending(c)); err != nil {
			t.Error(err)
		}
	})
	t.Run("a begin that was not made is none", func(t *testing.T) {
		p.set(beforeCommit, never)
		_, acquired, err := s.Begin(t.Context(), beginning("unmade"))
		storetest.Refused(t, err, "lost the connection")
		if acquired {
			t.Error("acquired all the same")
		}
		if _, err := direct.Claim(t.Context(), owner, "unmade"); !errors.Is(err, store.ErrAbsent) {
			t.Errorf("%v", err)
		}
		begin(t, s, "unmade")
	})
	t.Run("a claim that another has made meanwhile is not taken for one's own", func(t *testing.T) {
		// The server drops the lock of the connection that is gone when it notices.
		var other store.Claim
		f := func() { other = begin(t, direct, "stolen") }
		p.between.Store(&f)
		p.set(beforeCommit, never)
		_, acquired, err := s.Begin(t.Context(), beginning("stolen"))
		storetest.Refused(t, err, "lost the connection")
		if acquired {
			t.Error("acquired all the same")
		}
		if _, err := direct.End(t.Context(), ending(other)); err != nil {
			t.Error(err)
		}
	})
	t.Run("a begin that nobody can ask about is not acquired and ends as unknown", func(t *testing.T) {
		p.set(afterCommit, always)
		_, acquired, err := s.Begin(t.Context(), beginning("orphan"))
		storetest.Refused(t, err, "lost the connection")
		if acquired {
			t.Error("acquired all the same")
		}
		p.set(never, never)
		if c, acquired, err := s.Begin(t.Context(), beginning("orphan")); err != nil || acquired || c.Status != store.InProgress {
			t.Errorf("%+v, %v, %v", c, acquired, err)
		}
		late := open(t, server.DSN, Options{Skew: func() time.Duration { return 2 * time.Hour }})
		if c, acquired, err := late.Begin(t.Context(), beginning("orphan")); err != nil || acquired || c.Status != store.Unknown {
			t.Errorf("%+v, %v, %v", c, acquired, err)
		}
	})
	t.Run("an end that was made is told as made", func(t *testing.T) {
		c := begin(t, s, "end")
		p.set(afterCommit, never)
		if got, err := s.End(t.Context(), ending(c)); err != nil || got.Status != store.Completed {
			t.Errorf("%+v, %v", got, err)
		}
	})
	t.Run("an end that was not made can be repeated", func(t *testing.T) {
		c := begin(t, s, "again")
		p.set(beforeCommit, never)
		_, err := s.End(t.Context(), ending(c))
		storetest.Refused(t, err, "lost the connection")
		if _, err := s.End(t.Context(), ending(c)); err != nil {
			t.Error(err)
		}
	})
	t.Run("a draft is changed once, by whoever is told so", func(t *testing.T) {
		d, err := s.AddDraft(t.Context(), store.Draft{ID: "d", Owner: owner, State: "approved", Revision: 1})
		if err != nil {
			t.Fatal(err)
		}
		// Another runner writes the very same; it must not take ours for its own.
		p.set(beforeCommit, never)
		mine := d
		mine.State = "executing"
		_, err = s.SetDraft(t.Context(), mine)
		storetest.Refused(t, err, "lost the connection")
		if _, err := direct.SetDraft(t.Context(), mine); err != nil {
			t.Fatal(err)
		}
		if _, err := s.SetDraft(t.Context(), mine); !errors.Is(err, store.ErrConflict) {
			t.Errorf("%v", err)
		}
		mine.Version, mine.State = 2, "executed"
		p.set(afterCommit, never)
		if got, err := s.SetDraft(t.Context(), mine); err != nil || got.Version != 3 {
			t.Errorf("%+v, %v", got, err)
		}
	})
	if n := p.cuts.Load(); n != 8 {
		t.Errorf("%d connections were cut, not 8: the test does not test what it says", n)
	}
}

// TestTheServerCrashes: between begin and end, with a restart.
func TestTheServerCrashes(t *testing.T) {
	server := pgtest.Start(t)
	s := open(t, server.DSN, Options{})
	c := begin(t, s, "k")
	d, err := s.AddDraft(t.Context(), store.Draft{ID: "d", Owner: c.Owner, State: "approved", Revision: 1})
	if err != nil {
		t.Fatal(err)
	}
	server.Stop(t)
	_, err = s.End(t.Context(), ending(c))
	storetest.Refused(t, err, "PostgreSQL at 127.0.0.1:")
	_, acquired, err := s.Begin(t.Context(), beginning("down"))
	storetest.Refused(t, err, "PostgreSQL at 127.0.0.1:")
	if acquired {
		t.Error("acquired without a server")
	}
	_, err = s.SetDraft(t.Context(), d)
	storetest.Refused(t, err)
	_, err = s.Claims(t.Context(), store.ClaimFilter{})
	storetest.Refused(t, err)
	_, err = Open(t.Context(), server.DSN, Options{})
	storetest.Refused(t, err, "the connection is refused")
	server.Restart(t)
	if got, acquired, err := s.Begin(t.Context(), beginning("k")); err != nil || acquired || got.Status != store.InProgress {
		t.Errorf("%+v, %v, %v", got, acquired, err)
	}
	if got, err := s.End(t.Context(), ending(c)); err != nil || got.Status != store.Completed {
		t.Errorf("%+v, %v", got, err)
	}
	begin(t, s, "down")
	if n, err := s.Count(t.Context(), c.Owner, "send", "2026-11-30"); err != nil || n != 2 {
		t.Errorf("%d, %v", n, err)
	}
}

// TestAConnectionThatWasEnded is noticed before anything rests on it.
func TestAConnectionThatWasEnded(t *testing.T) {
	server := pgtest.Start(t)
	s := open(t, server.DSN, Options{})
	c := begin(t, s, "k")
	server.Exec(t, "postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+server.Database+"'")
	if _, err := s.End(t.Context(), ending(c)); err != nil {
		t.Error(err)
	}
}
