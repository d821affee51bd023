package blob

import (
	"bytes"
	"crypto/md5"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
)

// take writes content in pieces of n bytes.
func take(t *testing.T, s *Store, name, mimeType, content string, n int) *Blob {
	t.Helper()
	w, err := s.Create(name, mimeType)
	if err != nil {
		t.Fatal(err)
	}
	for len(content) > 0 {
		k := min(n, len(content))
		if _, err := w.Write([]byte(content[:k])); err != nil {
			t.Fatal(err)
		}
		content = content[k:]
	}
	b, err := w.Commit()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestFactsOfWhatComesIn(t *testing.T) {
	s := newStore(t, Options{})
	for name, c := range map[string]struct {
		mime, content string
		text          bool
		units         int
		decoded       string
	}{
		"plain":           {"text/plain", "grün 🚀", true, 7, "grün 🚀"},
		"empty":           {"", "", true, 0, ""},
		"one byte":        {"", "a", true, 1, "a"},
		"NUL":             {"text/plain", "ab\x00cd", false, 0, ""},
		"not UTF-8":       {"text/plain", "gr\xfcn", false, 0, ""},
		"stated":          {"text/plain; charset=iso-8859-1", "gr\xfcn", true, 4, "grün"},
		"stated, flawed":  {"text/plain; charset=utf-8", "gr\xfcn", true, 4, "gr\ufffdn"},
		"stated, unknown": {"text/plain; charset=klingon", "grün", true, 4, "grün"},
		"stated gbk":      {"text/plain; charset=gb2312", "\xc4\xe3\xba\xc3", true, 2, "你好"},
		"utf-8 mark":      {"text/csv", "\xef\xbb\xbfa,ü", true, 3, "a,ü"},
		"utf-16 mark":     {"text/csv", "\xff\xfea\x00\x3d\xd8\x80\xde", true, 3, "a🚀"},
		"cut character":   {"text/plain; charset=utf-8", "a\xf0\x9f", true, 3, "a\ufffd\ufffd"},
	} {
		for _, n := range []int{1, 2, 1000} {
			b := take(t, s, name, c.mime, c.content, n)
			f := b.Facts()
			if f.Text != c.text || f.Units != c.units || f.Size != len(c.content) || f.SHA256 != fmt.Sprintf("%x", sha256.Sum256([]byte(c.content))) {
				t.Errorf("%s in pieces of %d: %+v", name, n, f)
			}
			if b.MD5() != fmt.Sprintf("%x", md5.Sum([]byte(c.content))) || readAll(t, b) != c.content {
				t.Errorf("%s: %s", name, b.MD5())
			}
			got, err := b.Text(0)
			if got != c.decoded || (err == nil) != c.text {
				t.Errorf("%s: %q %v", name, got, err)
			}
		}
	}
}

func TestTextIsCutBetweenCharacters(t *testing.T) {
	b := take(t, newStore(t, Options{}), "", "", "a🚀b", 100)
	for units, want := range map[int]string{0: "a🚀b", 1: "a", 2: "a", 3: "a🚀", 4: "a🚀b", 9: "a🚀b"} {
		if got, err := b.Text(units); got != want || err != nil {
			t.Errorf("%d: %q %v", units, got, err)
		}
	}
}

// What outgrows memory goes to a file that nobody else can read and that is
// gone after Close.
func TestLargeContentLeavesMemory(t *testing.T) {
	tmp := t.TempDir()
	s := New(Options{TempDir: tmp})
	content := strings.Repeat("0123456789abcdef", inMemory/16+1)
	b := take(t, s, "big", "", content, 1<<20)
	if b.memory != nil || b.file == nil || readAll(t, b) != content {
		t.Error("it stayed in memory, or came back wrong")
	}
	if info, err := b.file.Stat(); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if s.memory != 0 {
		t.Errorf("%d bytes still count as memory", s.memory)
	}
	if err := s.Close(); err != nil || len(files(t, tmp)) != 0 {
		t.Errorf("left %v, %v", files(t, tmp), err)
	}
}

// Many small contents share a bound, too.
func TestMemoryIsBoundedForAllTogether(t *testing.T) {
	s := newStore(t, Options{})
	chunk := strings.Repeat("x", inMemory)
	for range allInMemory / inMemory {
		take(t, s, "", "", chunk, inMemory)
	}
	if b := take(t, s, "", "", "one more", 100); b.file == nil || readAll(t, b) != "one more" {
		t.Error("it went to memory")
	}
	w, _ := s.Create("", "")
	w.Write([]byte("x"))
	w.Abort()
	if s.memory != allInMemory {
		t.Errorf("%d bytes count as memory", s.memory)
	}
}

func TestRestart(t *testing.T) {
	for _, size := range []int{10, inMemory + 10} {
		s := newStore(t, Options{})
		w, _ := s.Create("a", "")
		w.Write(bytes.Repeat([]byte{0xff}, size))
		if err := w.Restart(); err != nil || w.Size() != 0 {
			t.Fatal(err)
		}
		w.Write([]byte("again"))
		b, err := w.Commit()
		if err != nil || readAll(t, b) != "again" || b.Facts().Size != 5 || !b.Facts().Text || b.MD5() != fmt.Sprintf("%x", md5.Sum([]byte("again"))) {
			t.Errorf("%+v %v", b.Facts(), err)
		}
	}
}

func TestProgress(t *testing.T) {
	var got []string
	s := newStore(t, Options{Progress: func(name string, done, total int64) { got = append(got, fmt.Sprint(name, " ", done, "/", total)) }})
	w, _ := s.Create("../a\n.pdf", "")
	w.Write([]byte("abc"))
	w.Expect(5)
	w.Write([]byte("de"))
	w.Abort()
	if fmt.Sprint(got) != "[.._a .pdf 3/-1 .._a .pdf 5/5]" {
		t.Error(got)
	}
}

// partName is how a file that is not whole is called: it says of what, and whose.
var partName = regexp.MustCompile(`^out\.wslite-[0-9a-f]{8}\.part$`)

func TestCloseEndsWriters(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	s := New(Options{Output: out})
	w, err := s.Create("a", "")
	if err != nil {
		t.Fatal(err)
	}
	w.Write(make([]byte, inMemory+1))
	if got := files(t, filepath.Dir(out)); len(got) != 1 || !partName.MatchString(got[0]) {
		t.Errorf("%v", got)
	}
	if err := s.Close(); err != nil || len(files(t, filepath.Dir(out))) != 0 {
		t.Errorf("left %v, %v", files(t, filepath.Dir(out)), err)
	}
	if _, err := w.Write([]byte("x")); err == nil {
		t.Error("it takes more")
	}
	if _, err := w.Commit(); fault.CodeOf(err) != fault.Interrupted {
		t.Error(err)
	}
	if _, err := s.OpenFile(write(t, out, "x")); fault.CodeOf(err) != fault.Interrupted {
		t.Error(err)
	}
}

func TestBlobsAreCounted(t *testing.T) {
	s := newStore(t, Options{})
	for range maxBlobs {
		take(t, s, "", "", "", 1)
	}
	w, _ := s.Create("", "")
	if _, err := w.Commit(); fault.CodeOf(err) != fault.LimitExceeded {
		t.Error(err)
	}
}

// What a plan makes of a service's answers does not fill the disk. What goes to
// a file has no bound, and what is dropped makes room.
func TestACallKeepsSoMuchAndNoMore(t *testing.T) {
	s := newStore(t, Options{})
	s.kept = maxKept - 10
	w, err := s.Create("a", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("x")); fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("one byte more: %v", err)
	}
	if err := w.Restart(); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(make([]byte, 10)); err != nil {
		t.Errorf("once more: %v", err)
	}
	w.Abort()
	take(t, s, "b", "", "0123456789", 3)

	s = newStore(t, Options{Output: filepath.Join(t.TempDir(), "out")})
	s.kept = maxKept
	take(t, s, "c", "", "0123456789", 3)
}

// A name of many megabytes costs nothing and keeps its ending.
func TestHugeNames(t *testing.T) {
	dir := t.TempDir()
	s := newStore(t, Options{Output: dir + string(filepath.Separator), Progress: func(name string, _, _ int64) {
		if len(name) > maxName {
			t.Errorf("a name of %d bytes", len(name))
		}
	}})
	began := time.Now()
	b := take(t, s, "/etc/"+strings.Repeat("é\x1b\u202e", 4<<20)+"report.pdf", "", strings.Repeat("x", 20_000), 10)
	if d := time.Since(began); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
	path, err := b.Place()
	if err != nil || filepath.Dir(path) != dir || filepath.Ext(path) != ".pdf" || strings.ContainsAny(path, "\x1b\u202e") {
		t.Errorf("%q %v", path, err)
	}
}
