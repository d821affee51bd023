//go:build unix

package crash

import (
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"
)

// nobody is a user whom permissions hold.
const nobody = 65534

// asNobody has the home's programs run by a user without rights, where root
// runs the tests.
func (h *home) asNobody() {
	h.t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	h.plain = true
	// Root's own cache is closed to others; they share one.
	must(h.t, os.MkdirAll(plainCache, 0o700), os.Chown(plainCache, nobody, nobody))
	h.extra = append(h.extra, "WSLITE_CACHE_DIR="+plainCache)
	must(h.t, os.Chmod(filepath.Dir(h.dir), 0o755))
}

// give makes the files of a plain home those of a user: nobody's while programs
// run, root's while the test looks.
func (h *home) give(uid int) {
	h.t.Helper()
	if !h.plain {
		return
	}
	must(h.t, filepath.WalkDir(h.dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, uid, uid)
	}))
}

func must(t testing.TB, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// broken is one way in which the place of the records can be unusable.
type broken struct {
	name, code string
	// do breaks it and gives what repairs it.
	do func(t *testing.T, h *home) (repair func())
	// says is what the message must hold.
	says []string
	// narrow says that only the record of what was done is broken.
	narrow bool
	// plain says that it needs a user whom permissions hold.
	plain bool
}

func chmod(path func(*home) string, mode, back fs.FileMode) func(*testing.T, *home) func() {
	return func(t *testing.T, h *home) func() {
		must(t, os.Chmod(path(h), mode))
		return func() { must(t, os.Chmod(path(h), back)) }
	}
}

// replaced puts content in the place of the records.
func replaced(content func(t *testing.T, path string)) func(*testing.T, *home) func() {
	return func(t *testing.T, h *home) func() {
		path := h.records()
		for _, suffix := range []string{"-wal", "-shm"} {
			os.Remove(path + suffix)
		}
		must(t, os.Rename(path, path+".kept"))
		content(t, path)
		return func() { must(t, os.RemoveAll(path), os.Rename(path+".kept", path)) }
	}
}

// swapped writes a file anew and gives what restores it.
func swapped(t *testing.T, path, content string) func() {
	was, err := os.ReadFile(path)
	must(t, err)
	write(t, path, content)
	return func() { write(t, path, string(was)) }
}

// copied is replaced with the records themselves, changed by some statements.
func copied(statements string) func(*testing.T, *home) func() {
	return replaced(func(t *testing.T, path string) {
		text, err := os.ReadFile(path + ".kept")
		must(t, err, os.WriteFile(path, text, 0o600))
		execute(t, path, statements)
	})
}

func execute(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	must(t, err)
	defer db.Close()
	_, err = db.Exec(statements)
	must(t, err)
}

const (
	noStore = "STORE_UNAVAILABLE"
	noAudit = "AUDIT_UNAVAILABLE"
	// noPlace is either of two: plugins that a user added lie beside the records,
	// and are looked for first.
	noPlace = noStore + " CLIENT_ERROR"
)

var brokenPlaces = []broken{
	{name: "records read-only", code: noStore, plain: true, do: chmod((*home).records, 0o400, 0o600), says: []string{"records.db", "permission"}},
	{name: "state directory read-only", code: noStore, plain: true, do: chmod((*home).state, 0o500, 0o700), says: []string{"records.db"}},
	{name: "state directory closed", code: noPlace, plain: true, do: chmod((*home).state, 0, 0o700), says: []string{"state"}},
	{name: "state directory open to all", code: noPlace, do: chmod((*home).state, 0o777, 0o700), says: []string{"state"}},
	{name: "garbage", code: noStore, says: []string{"records.db", "not a database"}, do: replaced(func(t *testing.T, path string) {
		write(t, path, strings.Repeat("this is no database at all. ", 1000))
	})},
	{name: "cut in half", code: noStore, says: []string{"records.db"}, do: replaced(func(t *testing.T, path string) {
		text, err := os.ReadFile(path + ".kept")
		must(t, err, os.WriteFile(path, text[:len(text)/2], 0o600))
	})},
	{name: "pages overwritten", code: noStore, says: []string{"records.db", "damaged"}, do: replaced(func(t *testing.T, path string) {
		text, err := os.ReadFile(path + ".kept")
		must(t, err)
		for i := 4096; i < len(text); i++ {
			text[i] ^= 0xa5
		}
		must(t, os.WriteFile(path, text, 0o600))
	})},
	{name: "another program's", code: noStore, says: []string{"another program"}, do: replaced(func(t *testing.T, path string) {
		execute(t, path, "CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup')")
		must(t, os.Chmod(path, 0o600))
	})},
	{name: "a newer schema", code: noStore, says: []string{"version 99"}, do: copied("PRAGMA user_version = 99")},
	{name: "a record was changed", code: noStore, narrow: true, says: []string{"damaged"}, do: copied("PRAGMA ignore_check_constraints = 1; UPDATE claims SET version = 0, attempt = 9")},
	{name: "a directory in its place", code: noStore, says: []string{"records.db", "a directory"}, do: replaced(func(t *testing.T, path string) {
		must(t, os.Mkdir(path, 0o700))
	})},
	{name: "audit log read-only", code: noAudit, plain: true, says: []string{"audit"}, do: chmod(func(h *home) string { return filepath.Join(h.audit(), "audit-000001.jsonl") }, 0o400, 0o600)},
	{name: "audit directory closed", code: noAudit, plain: true, says: []string{"audit"}, do: chmod((*home).audit, 0, 0o700)},
	{name: "a file in the place of the audit directory", code: noAudit, says: []string{"audit"}, do: func(t *testing.T, h *home) func() {
		must(t, os.Rename(h.audit(), h.audit()+".kept"))
		write(t, h.audit(), "")
		return func() { must(t, os.Remove(h.audit()), os.Rename(h.audit()+".kept", h.audit())) }
	}},
	{name: "an audit log set back to a copy", code: noAudit, says: []string{"audit"}, do: func(t *testing.T, h *home) func() {
		path := filepath.Join(h.audit(), "audit-000001.jsonl")
		text, err := os.ReadFile(path)
		must(t, err)
		lines := strings.SplitAfter(string(text), "\n")
		return swapped(t, path, strings.Join(lines[:2], ""))
	}},
	{name: "an audit log that lost its end", code: noAudit, says: []string{"audit"}, do: func(t *testing.T, h *home) func() {
		path := filepath.Join(h.audit(), "audit-000001.jsonl")
		text, err := os.ReadFile(path)
		must(t, err)
		lines := strings.SplitAfter(string(text), "\n")
		return swapped(t, path, strings.Join(lines[:len(lines)-2], ""))
	}},
	{name: "an audit log with a foreign end", code: noAudit, says: []string{"audit"}, do: func(t *testing.T, h *home) func() {
		path := filepath.Join(h.audit(), "audit-000001.jsonl")
		text, err := os.ReadFile(path)
		must(t, err)
		lines := strings.SplitAfter(string(text), "\n")
		last := len(lines) - 2
		lines[last] = strings.Replace(lines[last], `"event":"`, `"event":"x`, 1)
		return swapped(t, path, strings.Join(lines, ""))
	}},
}

// What stands between a call and its effect is broken: nothing is sent, the
// words say where, and after the repair all goes on as if nothing had been.
func TestBrokenPlaces(t *testing.T) {
	for _, b := range brokenPlaces {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t, setup{world: proxy, config: long})
			if b.plain {
				h.asNobody()
			}
			done := newSubject(h, kindOf("task"), byKey, "mark1x")
			done.repeat(1)
			waiting := newSubject(h, kindOf("send"), byDraft, "mark2x")
			next := newSubject(h, kindOf("send"), byKey, "mark3x")
			repair := b.do(t, h)
			subjects := []*subject{next, waiting, done}
			if b.narrow {
				subjects = subjects[2:]
			}
			for _, s := range subjects {
				r := h.run(s.words...)
				if s == done && r.ok() && r.duplicate() {
					continue // the log of what did not happen now is not needed
				}
				if !slices.Contains(strings.Fields(b.code), r.code()) || r.exit != 1 {
					t.Errorf("it says, not %s:\n%s", b.code, r)
				}
				for _, word := range b.says {
					if !strings.Contains(r.message(), word) {
						t.Errorf("the words don't hold %q: %s", word, r.message())
					}
				}
			}
			if n := next.effects() + waiting.effects(); n > 0 || done.effects() != 1 {
				t.Errorf("%d effects while nothing could be recorded, %d of what was done before", n, done.effects())
			}
			repair()
			done.repeat(1)
			next.repeat(few(2))
			waiting.repeat(few(2))
			for _, s := range []*subject{next, waiting, done} {
				s.sound()
			}
			h.verify()
		})
	}
}

// A damaged head does not end the work, since a power cut can leave one; but the
// log says from then on that lines may be missing.
func TestDamagedAuditHead(t *testing.T) {
	h := newHome(t, setup{world: proxy})
	newSubject(h, kindOf("task"), byKey, "mark1x").repeat(1)
	write(t, filepath.Join(h.audit(), "audit.head"), "garbage")
	s := newSubject(h, kindOf("send"), byKey, "mark2x")
	s.repeat(1)
	if n := h.attempts(s.claim().id); n != 1 {
		t.Errorf("the log has %d attempts of it", n)
	}
	if r := h.run("audit", "verify"); r.exit != 1 || r.ok() || !tells(r, "lines may be missing") {
		t.Errorf("the log's head was damaged, and it verifies:\n%s", r)
	}
}

// A state directory that is gone is made anew; without a place for one nothing
// that changes anything is sent.
func TestNoStateDirectory(t *testing.T) {
	h := newHome(t, setup{world: proxy})
	s := newSubject(h, kindOf("task"), byKey, "mark1x")
	must(t, os.RemoveAll(h.state()))
	s.repeat(1)
	s.sound()
	must(t, os.RemoveAll(h.state()))
	write(t, h.state(), "a file in its place")
	next := newSubject(h, kindOf("task"), byKey, "mark2x")
	if r := h.run(next.words...); !slices.Contains(strings.Fields(noPlace), r.code()) || r.exit != 1 {
		t.Errorf("a file stands in the place of the state directory, and it says\n%s", r)
	}
	h.extra = append(h.extra, "WSLITE_STATE_DIR=", "HOME=")
	if r := h.run(next.words...); r.ok() || r.exit == 0 || r.exit == 6 {
		t.Errorf("there is no place for records, and it says\n%s", r)
	}
	if n := next.effects(); n > 0 {
		t.Errorf("%d effects without a place for records", n)
	}
}

// The clock jumps between calls: what was done stays done, what is open is never
// begun again by itself, and no yes holds outside its time.
func TestClockJumps(t *testing.T) {
	jumps := []time.Duration{-2 * time.Hour, 2 * time.Hour}
	if thorough() {
		jumps = append(jumps, -48*time.Hour, 48*time.Hour)
	}
	for _, jump := range jumps {
		t.Run(jump.String(), func(t *testing.T) {
			t.Parallel()
			h := newHome(t, setup{world: proxy})
			done := newSubject(h, kindOf("task"), byKey, "mark1x")
			done.repeat(1)
			open := newSubject(h, kindOf("task"), byKey, "mark2x")
			if _, reached := h.stop("answered", open.words...); !reached {
				t.Fatal("it was not cut off")
			}
			agreed := newSubject(h, kindOf("send"), byDraft, "mark3x")
			h.clock = jump
			done.repeat(2)
			if r := h.run(open.words...); r.code() != "OUTCOME_UNKNOWN" || r.exit != 6 {
				t.Errorf("the clock jumped by %s while a call was under way, and a repeat says\n%s", jump, r)
			}
			if r := h.run(agreed.words...); r.code() != "DRAFT_STALE" || r.exit != 1 {
				t.Errorf("the clock jumped by %s, and a run of what was agreed to says\n%s", jump, r)
			}
			if agreed.effects() != 0 || open.effects() != 1 {
				t.Errorf("effects %d and %d", agreed.effects(), open.effects())
			}
			open.resolve(1)
			agreed.approve()
			agreed.repeat(2)
			h.clock = 0
			for _, s := range []*subject{done, open, agreed} {
				s.repeat(2)
				s.sound()
			}
			h.verify()
		})
	}
}
