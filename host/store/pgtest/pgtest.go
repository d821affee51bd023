// Package pgtest gives tests a real PostgreSQL server: one for each test
// process, and a database of its own for each test. It listens on the loopback
// address with a random password, keeps nothing, and ends with the process,
// however that ends.
//
// Where no server is installed the test is skipped; it fails instead if
// WSLITE_REQUIRE_POSTGRES is 1. `make postgres` installs one.
//
// Start reading at Start.
package pgtest

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Require names the variable that makes a missing server a failure.
const Require = "WSLITE_REQUIRE_POSTGRES"

// Server is a database on the server of this process.
type Server struct {
	// DSN is the address of the database, with user and password.
	DSN string
	// Host, Port, User, Password and Database are its parts.
	Host           string
	Port           int
	User, Password string
	Database       string

	c *cluster
}

// shared is the server of this process. It is started by the first test that
// asks for it.
var shared struct {
	sync.Mutex
	c    *cluster
	skip string // why there is none
}

// Start gives the test a new, empty database, which goes when it ends.
func Start(t testing.TB) *Server {
	t.Helper()
	c := start(t)
	s := &Server{Host: "127.0.0.1", Port: c.port, User: user, Password: c.password, c: c,
		Database: "test_" + strings.ToLower(rand.Text())}
	s.DSN = s.dsn(s.User, s.Password, s.Database)
	s.Exec(t, "postgres", "CREATE DATABASE "+s.Database)
	t.Cleanup(func() {
		if err := c.up(); err != nil {
			t.Errorf("pgtest: %v", err)
			return
		}
		s.Exec(t, "postgres", "DROP DATABASE "+s.Database+" WITH (FORCE)")
	})
	return s
}

// start gives the running server, or ends the test.
func start(t testing.TB) *cluster {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.c == nil && shared.skip == "" {
		bin, why := find()
		if why != "" {
			shared.skip = why
		} else if c, err := create(bin); err != nil {
			t.Fatalf("pgtest: PostgreSQL of %s does not start: %v", bin, err)
		} else {
			shared.c = c
		}
	}
	if shared.skip != "" {
		if os.Getenv(Require) == "1" {
			t.Fatalf("pgtest: %s, and %s=1 asks for it", shared.skip, Require)
		}
		t.Skipf("%s: this test needs a PostgreSQL server (make postgres installs it)", shared.skip)
	}
	return shared.c
}

// Address is the DSN with another user, password or database.
func (s *Server) Address(user, password, database string) string {
	return s.dsn(user, password, database)
}

func (s *Server) dsn(user, password, database string) string {
	return fmt.Sprintf("postgres://%s:%s@%s:%d/%s?sslmode=disable", user, password, s.Host, s.Port, database)
}

// Exec runs statements as the server's administrator.
func (s *Server) Exec(t testing.TB, database, statements string) {
	t.Helper()
	// The test's own context has ended when its clean-up runs.
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.dsn(user, s.c.password, database))
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, statements); err != nil {
		t.Fatalf("pgtest: %s: %v", statements, err)
	}
}

// Stop ends the server at once, as a crash would. It is the server of all
// tests of this process, so none that runs in parallel may do it.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	if err := s.c.down(); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
}

// Restart starts the server again, at the same address, after Stop or in place
// of it.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	if err := s.c.down(); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	if err := s.c.up(); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
}
