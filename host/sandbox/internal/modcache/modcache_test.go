package modcache

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

func digest(c string) string { return strings.Repeat(c, 64) }

func open(t *testing.T, most int64) (*Cache, *[]string) {
	t.Helper()
	var warned []string
	return Open(t.TempDir(), most, func(m string) { warned = append(warned, m) }), &warned
}

// add makes a sealed entry with a file of n bytes, last used at a time.
func add(t *testing.T, c *Cache, d string, n int, used time.Time) *Entry {
	t.Helper()
	e, ok := c.Entry(d)
	if !ok {
		t.Fatal("no entry")
	}
	write(t, filepath.Join(e.Path(), "wazero", "code"), n)
	e.Seal()
	if err := os.Chtimes(filepath.Join(e.Path(), seal), used, used); err != nil {
		t.Fatal(err)
	}
	return e
}

func write(t *testing.T, path string, n int) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, make([]byte, n), 0o600); err != nil {
		t.Fatal(err)
	}
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func TestSealedEntryIsValid(t *testing.T) {
	c, warned := open(t, 1<<20)
	e, _ := c.Entry(digest("a"))
	if e.Valid() {
		t.Error("an empty entry is valid")
	}
	add(t, c, digest("a"), 100, time.Now())
	if !e.Valid() || len(*warned) > 0 {
		t.Errorf("a sealed entry is not valid, warned %q", *warned)
	}
	for _, d := range []string{"", "..", digest("A"), digest("a") + "0", "../" + digest("a")[3:]} {
		if _, ok := c.Entry(d); ok {
			t.Errorf("%q is taken for a digest", d)
		}
	}
}

func TestAnythingButTheSealedFilesIsDamage(t *testing.T) {
	for what, damage := range map[string]func(dir string) error{
		"gone": func(dir string) error { return os.Remove(filepath.Join(dir, "wazero", "code")) },
		"changed": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "wazero", "code"), make([]byte, 99), 0o600)
		},
		"seal": func(dir string) error { return os.WriteFile(filepath.Join(dir, seal), []byte("{"), 0o600) },
		"outside": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, seal), []byte(`{"files":[{"name":"../../../../etc/hostname"}]}`), 0o600)
		},
	} {
		c, warned := open(t, 1<<20)
		e := add(t, c, digest("a"), 100, time.Now())
		if err := damage(e.Path()); err != nil {
			t.Fatal(err)
		}
		if e.Valid() || len(*warned) != 1 || there(filepath.Join(e.Path(), "wazero")) || !there(e.Path()) {
			t.Errorf("%s: warned %q", what, *warned)
		}
	}
}

func TestTheLeastUsedGoFirst(t *testing.T) {
	c, _ := open(t, 2500)
	now := time.Now()
	old := add(t, c, digest("1"), 1000, now.Add(-3*time.Hour))
	mid := add(t, c, digest("2"), 1000, now.Add(-2*time.Hour))
	last := add(t, c, digest("3"), 1000, now)
	if c.trim(now); there(old.Path()) || !there(mid.Path()) || !there(last.Path()) {
		t.Error("the wrong entries were removed")
	}
}

func TestUseIsNoted(t *testing.T) {
	c, _ := open(t, 1<<20)
	e := add(t, c, digest("1"), 10, time.Now().Add(-5*time.Minute))
	if !e.Valid() {
		t.Fatal("not valid")
	}
	if u, sealed := measure(e.Path()); !sealed || time.Since(u.used) > time.Minute {
		t.Errorf("last use %v", u.used)
	}
}

// Modules that were made after a busy one's first use don't drive it out.
func TestABusyEntryOutlivesNewerOnes(t *testing.T) {
	c, _ := open(t, 2500)
	now := time.Now()
	busy := add(t, c, digest("1"), 1000, now.Add(-time.Hour))
	idle := add(t, c, digest("2"), 1000, now.Add(-30*time.Minute))
	if !busy.Valid() {
		t.Fatal("not valid")
	}
	add(t, c, digest("3"), 1000, now)
	if !there(busy.Path()) || there(idle.Path()) {
		t.Error("the idle entry stayed, or the busy one went")
	}
}

func TestOtherVersionsAndRemainsArePurged(t *testing.T) {
	c, _ := open(t, 1<<20)
	now := time.Now()
	keep := add(t, c, digest("1"), 10, now)
	root := c.root
	other := *c
	other.generation = filepath.Join(root, "1-wazero1.11.0-00000000")
	stale := add(t, &other, digest("2"), 10, now.Add(-8*24*time.Hour))
	other.generation = filepath.Join(root, "2-wazero1.13.0-00000000")
	fresh := add(t, &other, digest("3"), 10, now.Add(-6*24*time.Hour))
	open, _ := c.Entry(digest("4"))
	write(t, filepath.Join(open.Path(), "wazero", "half.tmp"), 10)
	// What is not the cache's stays, whatever it is called.
	foreign := filepath.Join(root, "2-wazero1.13.0-00000000", "notes")
	write(t, foreign, 10)
	outside := filepath.Join(t.TempDir(), "outside")
	write(t, filepath.Join(outside, digest("5"), "file"), 10)
	if err := os.Symlink(outside, filepath.Join(root, "3-wazero1.0.0-00000000")); err != nil {
		t.Fatal(err)
	}
	c.trim(now)
	if !there(keep.Path()) || there(stale.Path()) || there(filepath.Dir(stale.Path())) || !there(fresh.Path()) || !there(open.Path()) {
		t.Error("the wrong entries were removed")
	}
	c.trim(now.Add(2 * time.Hour))
	if there(open.Path()) {
		t.Error("an entry that was never finished stays")
	}
	if !there(foreign) || !there(filepath.Join(outside, digest("5"), "file")) {
		t.Error("something that is not the cache's was removed")
	}
}

// Native code of another wazero must not be run.
func TestLayoutNamesTheVersionOfWazero(t *testing.T) {
	mod, err := os.ReadFile("../../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`github.com/tetratelabs/wazero v([0-9.]+)`).FindSubmatch(mod)
	if m == nil || !strings.HasSuffix(layout, "-wazero"+string(m[1])) {
		t.Errorf("go.mod has wazero %s, the cache's layout is %q: change it", m[1], layout)
	}
	if !generationName.MatchString(generation()) {
		t.Errorf("generation %q is not one that trim knows", generation())
	}
}

func TestNoCache(t *testing.T) {
	c := Open("", 1<<20, func(m string) { t.Errorf("warned %q", m) })
	if _, ok := c.Entry(digest("a")); ok {
		t.Error("an entry without a directory")
	}
}
