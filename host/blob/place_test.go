package blob

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/fault"
)

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestPlaceInAFile(t *testing.T) {
	for _, text := range []string{"small", strings.Repeat("b", inMemory+1)} {
		out := filepath.Join(t.TempDir(), "out.bin")
		s := newStore(t, Options{Output: out})
		b := take(t, s, "ignored", "", text, 1<<20)
		for range 2 { // once more is the same
			if path, err := b.Place(); path != out || err != nil {
				t.Fatal(path, err)
			}
		}
		if content(t, out) != text || readAll(t, b) != text || len(files(t, filepath.Dir(out))) != 1 {
			t.Errorf("%v", files(t, filepath.Dir(out)))
		}
		other := take2(t, s)
		if _, err := other.Place(); fault.CodeOf(err) != fault.Conflict {
			t.Errorf("two contents in one file: %v", err)
		}
		if s.Close(); content(t, out) != text || len(files(t, filepath.Dir(out))) != 1 {
			t.Error("Close took it away")
		}
	}
}

// take2 makes a second content where Create would refuse, for the file is there.
func take2(t *testing.T, s *Store) *Blob {
	t.Helper()
	w := &Writer{store: s, raw: "second", total: -1}
	w.begin()
	w.Write([]byte("second"))
	b, err := w.Commit()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestNothingIsOverwrittenUnasked(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	s := newStore(t, Options{Output: out})
	b := take(t, s, "", "", "new", 10)
	write(t, out, "old") // came between the check and the end
	if _, err := b.Place(); fault.CodeOf(err) != fault.Conflict || content(t, out) != "old" {
		t.Errorf("%v, %q", err, content(t, out))
	}
	if _, err := s.Create("", ""); fault.CodeOf(err) != fault.Conflict {
		t.Errorf("the check beforehand: %v", err)
	}
	if err := move(write(t, out+".new", "new"), out, false); fault.CodeOf(err) != fault.Conflict || content(t, out) != "old" {
		t.Errorf("a race with link: %v", err)
	}
	if err := moveWithoutLink(out+".new", out); fault.CodeOf(err) != fault.Conflict || content(t, out) != "old" {
		t.Errorf("a race without link: %v", err)
	}
	if err := moveWithoutLink(out+".new", out+".other"); err != nil || content(t, out+".other") != "new" {
		t.Error(err)
	}
}

func TestForceReplacesTheFileAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	out := write(t, filepath.Join(dir, "out"), "old")
	os.Chmod(out, 0o640)
	s := newStore(t, Options{Output: out, Force: true})
	if _, err := take(t, s, "", "", "new", 10).Place(); err != nil || content(t, out) != "new" {
		t.Error(err)
	}
	if info, _ := os.Stat(out); runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v", info.Mode())
	}
	if runtime.GOOS == "windows" {
		return
	}
	// A link is replaced, not what it names; a device or FIFO never is.
	target, link := write(t, filepath.Join(dir, "target"), "kept"), filepath.Join(dir, "link")
	os.Symlink(target, link)
	s = newStore(t, Options{Output: link, Force: true})
	if _, err := take(t, s, "", "", "new", 10).Place(); err != nil || content(t, target) != "kept" || content(t, link) != "new" {
		t.Error(err)
	}
	for _, path := range []string{makeFIFO(t, dir), "/dev/null"} {
		if err := New(Options{Output: path, Force: true}).CheckOutput(); fault.CodeOf(err) != fault.Usage {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// An old file stays whole until the new one is complete, even where the new one
// can't be made.
func TestOldFileSurvivesAFailure(t *testing.T) {
	dir := t.TempDir()
	out := write(t, filepath.Join(dir, "out"), "old")
	s := New(Options{Output: out, Force: true})
	w, err := s.Create("", "")
	if err != nil {
		t.Fatal(err)
	}
	w.Write(make([]byte, inMemory+1))
	s.Close() // an interrupt
	if content(t, out) != "old" || len(files(t, dir)) != 1 {
		t.Errorf("%q %v", content(t, out), files(t, dir))
	}
}

func TestB18DirectoryOutput(t *testing.T) {
	root := t.TempDir()
	out := filepath.Join(root, "in", "box") + "/"
	s := newStore(t, Options{Output: out})
	var got []string
	for i, name := range []string{"a.pdf", "a.pdf", "A.PDF", "../../x", `C:\t\y`, "", "", "noext", "noext", "CON", "a\x00\n.txt"} {
		size := 10
		if i == 1 {
			size = inMemory + 1 // one that went through a file on its way
		}
		path, err := take(t, s, name, "", strings.Repeat("x", size), 1<<20).Place()
		if err != nil {
			t.Fatal(err)
		}
		rel, err := filepath.Rel(out, path)
		if err != nil || strings.ContainsAny(rel, `/\`) {
			t.Errorf("%q went to %q", name, path)
		}
		got = append(got, rel)
	}
	want := []string{"a.pdf", "a-2.pdf", "A-3.PDF", "x", "y", "download", "download-2", "noext", "noext-2", "_CON", "a .txt"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	all := files(t, out)
	slices.Sort(want)
	if !slices.Equal(all, want) || len(files(t, root)) != 1 {
		t.Errorf("in the directory: %q; beside: %q", all, files(t, root))
	}
	// What was there before this call stays, unless it is forced.
	for force, code := range map[bool]fault.Code{false: fault.Conflict, true: ""} {
		s := newStore(t, Options{Output: out, Force: force})
		_, err := take(t, s, "a.pdf", "", "other", 10).Place()
		var f *fault.Error
		if errors.As(err, &f) != (code != "") || f != nil && f.Code != code {
			t.Errorf("force %v: %v", force, err)
		}
	}
	if content(t, filepath.Join(out, "a.pdf")) != "other" {
		t.Error("it was not replaced")
	}
}

func TestB18OutputThatCantBe(t *testing.T) {
	dir := t.TempDir()
	file := write(t, filepath.Join(dir, "file"), "x")
	s := newStore(t, Options{Output: file + "/"})
	if _, err := take(t, s, "a", "", "x", 1).Place(); fault.CodeOf(err) != fault.Usage {
		t.Errorf("a file as a directory: %v", err)
	}
	if _, err := New(Options{Output: filepath.Join(dir, "no", "out")}).Create("", ""); fault.CodeOf(err) != fault.Usage {
		t.Errorf("a directory that is not there: %v", err)
	}
	if _, err := take(t, newStore(t, Options{}), "a", "", "x", 1).Place(); err == nil {
		t.Error("no output path")
	}
}

// In a directory the name decides, so it is looked at before anything is fetched.
func TestANameIsCheckedBeforeItsContent(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.pdf"), "old")
	for name, c := range map[string]struct {
		out, name string
		force     bool
		code      fault.Code
	}{
		"is there":         {dir, "x/a.pdf", false, fault.Conflict},
		"is there, forced": {dir, "a.pdf", true, ""},
		"is not there":     {dir, "b.pdf", false, ""},
		"no directory yet": {filepath.Join(dir, "new") + "/", "a.pdf", false, ""},
		"a file":           {filepath.Join(dir, "a.pdf"), "b.pdf", false, fault.Conflict},
		"no output":        {"", "a.pdf", false, ""},
	} {
		err := newStore(t, Options{Output: c.out, Force: c.force}).CheckName(c.name)
		if err != nil && fault.CodeOf(err) != c.code || err == nil && c.code != "" {
			t.Errorf("%s: %v, want %q", name, err, c.code)
		}
	}
	// What this call has put there itself is no obstacle: the next one gets a number.
	s := newStore(t, Options{Output: dir})
	if _, err := take(t, s, "b.pdf", "", "new", 10).Place(); err != nil || s.CheckName("b.pdf") != nil {
		t.Errorf("%v, then %v", err, s.CheckName("b.pdf"))
	}
	write(t, filepath.Join(dir, "b-2.pdf"), "old")
	if err := s.CheckName("b.pdf"); fault.CodeOf(err) != fault.Conflict {
		t.Errorf("the numbered name is there: %v", err)
	}
	if len(files(t, dir)) != 3 {
		t.Errorf("the check made %v", files(t, dir))
	}
}

// A link to a directory is the user's own path, and followed.
func TestOutputThroughALink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a right of their own")
	}
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if os.Mkdir(target, 0o755) != nil || os.Symlink(target, link) != nil {
		t.Fatal("no link")
	}
	path, err := take(t, newStore(t, Options{Output: link}), "a.pdf", "", "x", 1).Place()
	if err != nil || path != filepath.Join(link, "a.pdf") || content(t, filepath.Join(target, "a.pdf")) != "x" {
		t.Errorf("%q, %v", path, err)
	}
}

// Of many calls that want one path exactly one gets it.
func TestRaceForOnePath(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	var group sync.WaitGroup
	wins := make(chan string, 20)
	for i := range 20 {
		text := strings.Repeat(string(rune('a'+i)), 1000)
		s := newStore(t, Options{Output: out})
		b := take2(t, s)
		b.memory, b.size = []byte(text), int64(len(text))
		group.Go(func() {
			if _, err := b.Place(); err == nil {
				wins <- text
			} else if fault.CodeOf(err) != fault.Conflict {
				t.Error(err)
			}
		})
	}
	group.Wait()
	close(wins)
	if text := <-wins; text != content(t, out) || len(wins) != 0 {
		t.Errorf("%d more winners", len(wins))
	}
	if got := files(t, filepath.Dir(out)); len(got) != 1 {
		t.Errorf("left %v", got)
	}
}
