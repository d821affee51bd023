package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
)

var steps = []Migration{
	{Name: "one", SQL: `CREATE TABLE a (x INTEGER) STRICT`, Seed: func(tx *Tx) error {
		_, err := tx.Exec(`INSERT INTO a VALUES (?)`, tx.Rev)
		return err
	}},
	{Name: "two", SQL: `CREATE TABLE b (x INTEGER); CREATE TABLE c (x INTEGER)`},
}

func open(t *testing.T, path string, migrations []Migration) *Store {
	t.Helper()
	s, err := Open(Options{Path: path, Migrations: migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// one reads one number.
func one(t *testing.T, s *Store, query string) (n int64) {
	t.Helper()
	if err := s.Read(t.Context(), func(tx *Tx) error { return tx.QueryRow(query).Scan(&n) }); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestTheFileIsTheOwnersAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	dir := filepath.Join(t.TempDir(), "new", "deep")
	path := filepath.Join(dir, "w ?#%41é.db")
	s := open(t, path, steps)
	s.Write(t.Context(), func(tx *Tx) error { _, err := tx.Exec(`INSERT INTO a VALUES (1)`); return err })
	for name, want := range map[string]os.FileMode{path: 0o600, path + "-wal": 0o600, path + "-shm": 0o600, dir: 0o700, filepath.Dir(dir): 0o700} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", name, got, want)
		}
	}
	s.Close()
	os.Chmod(path, 0o644)
	open(t, path, steps)
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("a loose mode stays: %o", info.Mode().Perm())
	}
	shared := t.TempDir()
	os.Chmod(shared, 0o755)
	open(t, filepath.Join(shared, "w.db"), steps)
	if info, _ := os.Stat(shared); info.Mode().Perm() != 0o755 {
		t.Error("the mode of a directory that was there already changed")
	}
}

func TestMigrations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	s := open(t, path, steps[:1])
	if v := one(t, s, `SELECT user_version FROM pragma_user_version`); v != 1 {
		t.Errorf("version %d, want 1", v)
	}
	s.Close()
	s = open(t, path, steps)
	if n := one(t, s, `SELECT count(*) FROM b`); n != 0 {
		t.Errorf("table b has %d rows", n)
	}
	if n := one(t, s, `SELECT count(*) FROM a`); n != 1 {
		t.Errorf("the first step ran %d times", n)
	}
	s.Close()
	before, _ := os.ReadFile(path)
	_, err := Open(Options{Path: path, Migrations: steps[:1]})
	wantFault(t, err, fault.NotSupported, "schema version 2", "up to 1")
	after, _ := os.ReadFile(path)
	if string(before) != string(after) {
		t.Error("the refused file changed")
	}
}

func TestAFailedMigrationLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	open(t, path, steps[:1]).Close()
	bad := append(steps[:1:1], Migration{SQL: `CREATE TABLE b (x); CREATE TABLE a (x)`})
	if _, err := Open(Options{Path: path, Migrations: bad}); err == nil {
		t.Fatal("a broken migration was applied")
	}
	open(t, path, steps) // creates b itself
}

func TestOtherFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	os.WriteFile(text, []byte(strings.Repeat("not a database\n", 100)), 0o600)
	_, err := Open(Options{Path: text, Migrations: steps})
	wantFault(t, err, fault.Client, "is not a workspace file")

	foreign := filepath.Join(dir, "foreign.db")
	s := open(t, foreign, steps)
	s.Write(t.Context(), func(tx *Tx) error { _, err := tx.Exec(`PRAGMA application_id = 7`); return err })
	s.Close()
	_, err = Open(Options{Path: foreign, Migrations: steps})
	wantFault(t, err, fault.Client, "another program's database")

	_, err = Open(Options{Path: dir, Migrations: steps})
	wantFault(t, err, fault.Client, "can't be opened")
	_, err = Open(Options{Path: filepath.Join(text, "w.db"), Migrations: steps})
	wantFault(t, err, fault.Client, "can't be opened")
	_, err = Open(Options{Migrations: steps})
	wantFault(t, err, fault.Usage, "empty")

	damaged := filepath.Join(dir, "damaged.db")
	open(t, damaged, steps).Close()
	data, _ := os.ReadFile(damaged)
	for i := 4096; i < len(data); i++ {
		data[i] = 0xaa
	}
	os.WriteFile(damaged, data, 0o600)
	s = open(t, damaged, steps)
	err = s.Read(t.Context(), func(tx *Tx) error { _, err := tx.Secret(); return err })
	wantFault(t, err, fault.Client, "damaged")
	if !errors.Is(err, ErrFile) {
		t.Errorf("%v is not ErrFile", err)
	}
}

func wantFault(t *testing.T, err error, code fault.Code, texts ...string) {
	t.Helper()
	f := fault.Of(err)
	if f == nil || f.Code != code {
		t.Fatalf("got %v, want a fault %s", err, code)
	}
	for _, text := range texts {
		if !strings.Contains(f.Message, text) {
			t.Errorf("%q does not contain %q", f.Message, text)
		}
	}
}

func TestWriteIsAllOrNothing(t *testing.T) {
	s := open(t, Memory, steps)
	was, rev := one(t, s, `SELECT count(*) FROM a`), one(t, s, `SELECT rev FROM workspace`)
	boom := errors.New("boom")
	insert := func(tx *Tx) error { _, err := tx.Exec(`INSERT INTO a VALUES (1)`); return err }
	if err := s.Write(t.Context(), func(tx *Tx) error { insert(tx); return boom }); !errors.Is(err, boom) {
		t.Errorf("got %v, want the function's error", err)
	}
	func() {
		defer func() { recover() }()
		s.Write(t.Context(), func(tx *Tx) error { insert(tx); panic("boom") })
	}()
	ctx, cancel := context.WithCancel(t.Context())
	if err := s.Write(ctx, func(tx *Tx) error { insert(tx); cancel(); return insert(tx) }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
	// A workspace in memory survives all of it.
	if n := one(t, s, `SELECT count(*) FROM a`); n != was {
		t.Errorf("%d rows, want %d", n, was)
	}
	if n := one(t, s, `SELECT rev FROM workspace`); n != rev {
		t.Errorf("revision %d, want %d", n, rev)
	}
}

// TestAQueryThatIsCancelledKeepsTheMemory: the driver must not drop the
// connection that holds a workspace in memory.
func TestAQueryThatIsCancelledKeepsTheMemory(t *testing.T) {
	s := open(t, Memory, steps)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	err := s.Read(ctx, func(tx *Tx) error {
		var n int
		return tx.QueryRow(`WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r`).Scan(&n)
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the context's error", err)
	}
	if n := one(t, s, `SELECT count(*) FROM a`); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
}

func TestReadsDoNotWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	s, other := open(t, path, steps), open(t, path, steps)
	err := s.Write(t.Context(), func(*Tx) error {
		one(t, other, `SELECT count(*) FROM a`) // does not wait for the writer
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTimeAndRevisionOnlyGrow(t *testing.T) {
	now := time.UnixMilli(5000)
	s, err := Open(Options{Path: Memory, Migrations: steps, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var rev, at int64
	for _, ms := range []int64{6000, 4000, 6000, 6001} {
		now = time.UnixMilli(ms)
		s.Write(t.Context(), func(tx *Tx) error {
			if tx.Rev != rev+1 && rev != 0 || tx.Now < at {
				t.Errorf("at %d: revision %d then %d, time %d then %d", ms, rev, tx.Rev, at, tx.Now)
			}
			rev, at = tx.Rev, tx.Now
			return nil
		})
	}
	if at != 6001 {
		t.Errorf("time %d, want 6001", at)
	}
}

func TestIDs(t *testing.T) {
	shape := regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{21}$`)
	seen := map[string]bool{}
	for range 1000 {
		id := randomID()
		if !shape.MatchString(id) || seen[id] {
			t.Fatalf("bad id %q", id)
		}
		seen[id] = true
	}
}

// TestManyOpenAtOnce: the file is created once, whoever comes first.
func TestManyOpenAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() {
			s, err := Open(Options{Path: path, Migrations: steps})
			if err == nil {
				err = s.Write(context.Background(), func(tx *Tx) error {
					_, err := tx.Exec(`INSERT INTO b VALUES (?)`, i)
					return err
				})
				s.Close()
			}
			errs[i] = err
		})
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			t.Errorf("opener %d: %v", i, err)
		}
	}
	s := open(t, path, steps)
	if n := one(t, s, `SELECT count(*) FROM b`); n != int64(len(errs)) {
		t.Errorf("%d rows, want %d", n, len(errs))
	}
	if n := one(t, s, `SELECT count(*) FROM a`); n != 1 {
		t.Errorf("the first step ran %d times", n)
	}
}

func ExampleStore_Write() {
	s, err := Open(Options{Path: Memory, Migrations: []Migration{{Name: "notes", SQL: `CREATE TABLE notes (text TEXT)`}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	err = s.Write(context.Background(), func(tx *Tx) error {
		_, err := tx.Exec(`INSERT INTO notes VALUES (?)`, "hello")
		fmt.Println("write", tx.Rev)
		return err
	})
	fmt.Println(err)
	// Output:
	// write 1
	// <nil>
}

func TestABusyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	s, other := open(t, path, steps), open(t, path, steps)
	if _, err := other.db.Exec(`PRAGMA busy_timeout = 1`); err != nil {
		t.Fatal(err)
	}
	err := s.Write(t.Context(), func(*Tx) error {
		err := other.Write(t.Context(), func(*Tx) error { return nil })
		wantFault(t, err, fault.Client, "in use by another process")
		if !errors.Is(err, ErrBusy) {
			t.Errorf("%v is not ErrBusy", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
