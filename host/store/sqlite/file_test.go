package sqlite

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/storetest"
)

func TestTheFileIsTheOwnersAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	dir := filepath.Join(t.TempDir(), "new", "deep")
	path := filepath.Join(dir, "r ?#%41é.db")
	s := open(t, path, Options{})
	if _, _, err := s.Begin(t.Context(), beginning("k")); err != nil {
		t.Fatal(err)
	}
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
	open(t, path, Options{})
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("a loose mode stays: %o", info.Mode().Perm())
	}
	os.Chmod(dir, 0o777)
	_, err := Open(t.Context(), path, Options{})
	storetest.Refused(t, err, "other users may write to it")
}

func TestTheConnectionIsCareful(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "r.db"), Options{})
	for pragma, want := range map[string]string{"synchronous": "2", "journal_mode": "wal", "application_id": "2004054627", "user_version": "1", "fullfsync": "1", "foreign_keys": "1"} {
		var got string
		if err := db(s).QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s, %v; want %s", pragma, got, err, want)
		}
	}
}

func TestOtherFilesAreRefusedAndStay(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	os.WriteFile(text, []byte(strings.Repeat("not a database\n", 100)), 0o600)
	_, err := Open(t.Context(), text, Options{})
	storetest.Refused(t, err, "is not a database")

	foreign := filepath.Join(dir, "foreign.db")
	s := open(t, foreign, Options{})
	run(t, s, `PRAGMA application_id = 7`)
	s.Close()
	before, _ := os.ReadFile(foreign)
	_, err = Open(t.Context(), foreign, Options{})
	storetest.Refused(t, err, "another program's database")
	if after, _ := os.ReadFile(foreign); string(before) != string(after) {
		t.Error("the refused file changed")
	}

	_, err = Open(t.Context(), dir, Options{})
	storetest.Refused(t, err, "can't be opened")
	_, err = Open(t.Context(), filepath.Join(text, "r.db"), Options{})
	storetest.Refused(t, err, "can't be opened")
	if _, err = Open(t.Context(), "", Options{}); fault.CodeOf(err) != fault.StoreUnavailable {
		t.Errorf("%v", err)
	}
}

func TestANewerFileIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	s := open(t, path, Options{})
	run(t, s, `PRAGMA user_version = 1000`)
	s.Close()
	_, err := Open(t.Context(), path, Options{})
	storetest.Refused(t, err, "schema version 1000", "up to 1")
	if !strings.Contains(fault.Of(err).Hint, "use a newer program") {
		t.Errorf("%v", err)
	}
}

// TestTheFirstStepIsAsItWasReleased: a step that was released is never edited.
// A change of the schema is a new step, and a new dump next to this one.
func TestTheFirstStepIsAsItWasReleased(t *testing.T) {
	want, err := os.ReadFile("testdata/v1.sql")
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, filepath.Join(t.TempDir(), "r.db"), Options{})
	rows, err := db(s).Query(`SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got strings.Builder
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		got.WriteString(line + ";\n")
	}
	if got.String() != string(want) {
		t.Errorf("the schema is not the one of testdata/v1.sql:\n%s", got.String())
	}
}

// TestAFileOfVersion1Opens: with what was in it.
func TestAFileOfVersion1Opens(t *testing.T) {
	schema, err := os.ReadFile("testdata/v1.sql")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := os.ReadFile("testdata/v1rows.sql")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "r.db")
	raw := rawDB(t, path)
	if _, err := raw.Exec(string(schema) + string(rows)); err != nil {
		t.Fatal(err)
	}
	raw.Close()
	s := open(t, path, Options{})
	c, err := s.Claim(t.Context(), beginning("").Owner, "old")
	if err != nil || c.Status != store.Unknown || c.Attempt != 2 || c.Code != "OUTCOME_UNKNOWN" {
		t.Errorf("%+v, %v", c, err)
	}
	if d, err := s.Draft(t.Context(), "d1"); err != nil || string(d.Value) != `{"a":1}` {
		t.Errorf("%+v, %v", d, err)
	}
	if n, err := s.Count(t.Context(), beginning("").Owner, "send", "2026-11-30"); err != nil || n != 3 {
		t.Errorf("%d, %v", n, err)
	}
}

// TestManyOpenAtOnce: the file is made once, whoever comes first.
func TestManyOpenAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			s, err := Open(t.Context(), path, Options{})
			if err != nil {
				t.Error(err)
				return
			}
			s.Close()
		})
	}
	wg.Wait()
}
