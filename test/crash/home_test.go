//go:build unix

package crash

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/pgtest"
	"github.com/wslite/wslite/host/store/postgres"
	"github.com/wslite/wslite/host/store/sqlite"
)

// home is a user with a configuration and records of their own, whose calls
// happen in a world.
type home struct {
	t     testing.TB
	dir   string
	world world
	// clock is how far the programs' clock is ahead.
	clock time.Duration
	// pg, where not nil, keeps the records, in schema.
	pg     *pgtest.Server
	schema string
	// extra are more variables.
	extra []string
	// limit, where not 0, is how large the programs' files may get; plain runs
	// them as a user whom permissions hold, which root is not.
	limit int
	plain bool
}

// setup says how a home is furnished.
type setup struct {
	world string
	pg    *pgtest.Server
	// config is added to the configuration file.
	config string
}

func newHome(t testing.TB, s setup) *home {
	t.Helper()
	h := &home{t: t, dir: t.TempDir(), pg: s.pg}
	if err := os.MkdirAll(h.state(), 0o700); err != nil {
		t.Fatal(err)
	}
	config := s.config
	if s.pg != nil {
		h.schema = "records_" + filepath.Base(h.dir) + fmt.Sprint(time.Now().UnixNano())
		config = fmt.Sprintf("[store]\ndriver = \"postgres\"\nschema = %q\n%s", h.schema, config)
		h.extra = append(h.extra, "WSLITE_STORE_DSN="+s.pg.DSN)
	}
	h.configure(config)
	h.world = newWorld(t, h, s.world)
	return h
}

func (h *home) state() string { return filepath.Join(h.dir, "state") }

func (h *home) records() string { return filepath.Join(h.state(), "records.db") }

func (h *home) audit() string { return filepath.Join(h.state(), "audit") }

func (h *home) configure(text string) {
	h.t.Helper()
	write(h.t, filepath.Join(h.dir, "wslite.toml"), text)
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (h *home) env() []string {
	return append(append([]string{
		"HOME=" + h.dir, "PATH=" + os.Getenv("PATH"), "TZ=Europe/Berlin", "TMPDIR=" + os.TempDir(),
		"WSLITE_STATE_DIR=" + h.state(), "WSLITE_CACHE_DIR=" + sandboxtest.Cache(h.t) + "-cli",
		"WSLITE_CRASH_CLOCK=" + h.clock.String(),
	}, h.world.env()...), h.extra...)
}

// start runs the program in this home; it prints JSON.
func (h *home) start(env []string, args ...string) *process {
	h.t.Helper()
	args = append(append([]string{"--config", filepath.Join(h.dir, "wslite.toml"), "--json"}, h.world.args(args)...), args...)
	program := binary
	if h.limit > 0 {
		self, err := os.Executable()
		if err != nil {
			h.t.Fatal(err)
		}
		program, args = self, append([]string{limitedChild, fmt.Sprint(h.limit), binary}, args...)
	}
	h.give(nobody)
	return launch(h.t, program, h.dir, append(h.env(), env...), h.plain, args...)
}

func (h *home) run(args ...string) result { h.t.Helper(); return h.start(nil, args...).wait() }

// must is run for what has to succeed.
func (h *home) must(args ...string) result {
	h.t.Helper()
	r := h.run(args...)
	if r.exit != 0 {
		h.t.Fatalf("it failed:\n%s", r)
	}
	return r
}

// later moves the time on: the programs' clock, and where the times are a
// server's, the claims and approvals back instead.
func (h *home) later(d time.Duration) {
	h.t.Helper()
	h.clock += d
	if h.pg == nil {
		return
	}
	db, err := sql.Open("pgx", h.pg.DSN)
	if err != nil {
		h.t.Fatal(err)
	}
	defer db.Close()
	ms := d.Milliseconds()
	_, err = db.Exec(fmt.Sprintf(`UPDATE %q.claims SET created = created - $1::bigint, updated = updated - $1::bigint,
		expires = CASE WHEN expires = 0 THEN 0 ELSE expires - $1::bigint END`, h.schema), ms)
	if err != nil && !strings.Contains(err.Error(), "does not exist") {
		h.t.Fatal(err)
	}
}

// look opens the records for a moment, as any other process would.
func (h *home) look(f func(store.Store) error) {
	h.t.Helper()
	h.give(os.Geteuid())
	var s store.Store
	var err error
	if h.pg != nil {
		s, err = postgres.Open(context.Background(), h.pg.DSN, postgres.Options{Schema: h.schema})
	} else {
		s, err = sqlite.Open(context.Background(), h.records(), sqlite.Options{Now: func() time.Time { return time.Now().Add(h.clock) }})
	}
	if err == nil {
		defer s.Close()
		err = f(s)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *home) claims() (list []store.Claim) {
	h.t.Helper()
	h.look(func(s store.Store) (err error) {
		list, err = s.Claims(context.Background(), store.ClaimFilter{})
		return err
	})
	return list
}

func (h *home) draft(id string) (d *draft.Draft) {
	h.t.Helper()
	h.look(func(s store.Store) error {
		drafts, err := draft.New(s, draft.Options{})
		if err == nil {
			d, err = drafts.Get(context.Background(), id)
		}
		return err
	})
	return d
}

// attempts counts the audit log's attempts of a claim; "" counts all. A torn
// line is none.
func (h *home) attempts(claim string) (n int) {
	files, _ := filepath.Glob(filepath.Join(h.audit(), "audit-*.jsonl"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			h.t.Error(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			var l struct{ Event, Claim string }
			if json.Unmarshal([]byte(line), &l) == nil && l.Event == "attempt" && (claim == "" || l.Claim == claim) {
				n++
			}
		}
	}
	return n
}

// verify has the program check its log.
func (h *home) verify() {
	h.t.Helper()
	if r := h.run("audit", "verify"); r.exit != 0 || !r.ok() {
		h.t.Errorf("the audit log does not verify:\n%s", r)
	}
}
