package audit

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
)

// lastFile is the newest file of a log.
func lastFile(t testing.TB, dir string) string {
	t.Helper()
	list, err := numbers(dir)
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	return filepath.Join(dir, fileName(list[len(list)-1]))
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A write that was cut short at any byte: the piece is kept, told, and the log
// is whole again with the next line. Nothing that was there is lost.
func TestTornLine(t *testing.T) {
	l := openTest(t, Options{})
	add(t, l, 3)
	path, head := lastFile(t, l.o.Dir), readFile(t, filepath.Join(l.o.Dir, headName))
	before := readFile(t, path)
	add(t, l, 1)
	next := readFile(t, path)[len(before):]
	for _, n := range []int{1, 2, len(next) / 2, len(next) - 2, len(next) - 1} {
		writeFile(t, path, append(bytes.Clone(before), next[:n]...))
		writeFile(t, filepath.Join(l.o.Dir, headName), head)
		if rep := verify(t, l.o.Dir); len(rep.Findings) != 1 || rep.Findings[0].What != Torn {
			t.Errorf("%d: before the next line: %+v", n, rep.Findings)
		}
		if got := len(entries(t, l.o.Dir, Filter{})); got != 3 {
			t.Errorf("%d: %d entries", n, got)
		}
		add(t, l, 2)
		rep := whole(t, l.o.Dir)
		if len(rep.Notes) != 1 || rep.Notes[0].What != Recovered || rep.LastSeq != 7 {
			t.Errorf("%d: %+v", n, rep)
		}
		if !bytes.HasPrefix(readFile(t, path), append(bytes.Clone(before), next[:n]...)) {
			t.Errorf("%d: what was written is gone", n)
		}
		if got := len(entries(t, l.o.Dir, Filter{})); got != 6 { // 3, the note and 2
			t.Errorf("%d: %d entries afterwards", n, got)
		}
		// The note names the piece: what is put in its place is found.
		data := bytes.Replace(readFile(t, path), next[:n], bytes.Repeat([]byte("x"), n), 1)
		if bytes.Equal(data, readFile(t, path)) {
			t.Fatal("nothing was replaced")
		}
		writeFile(t, path, data)
		if rep := verify(t, l.o.Dir); !has(rep, Edited) {
			t.Errorf("%d: another piece is not found", n)
		}
	}
}

// A recovery that was itself cut short is recovered from, with all pieces.
func TestTornTwice(t *testing.T) {
	l := openTest(t, Options{})
	add(t, l, 2)
	path := lastFile(t, l.o.Dir)
	for _, piece := range []string{`{"action":"se`, "\n{\"actor", "\n", "\n\n{"} {
		writeFile(t, path, append(readFile(t, path), piece...))
	}
	add(t, l, 1)
	if rep := whole(t, l.o.Dir); len(rep.Notes) != 1 {
		t.Errorf("%+v", rep.Notes)
	}
	if !strings.Contains(string(readFile(t, path)), "{\"action\":\"se\n{\"actor\n\n\n{\n") {
		t.Error("the pieces are gone")
	}
}

// Killed between the line and the head: the line counts.
func TestHeadIsBehind(t *testing.T) {
	l := openTest(t, Options{})
	add(t, l, 2)
	headPath := filepath.Join(l.o.Dir, headName)
	head := readFile(t, headPath)
	add(t, l, 3)
	writeFile(t, headPath, head)
	whole(t, l.o.Dir)
	add(t, l, 1)
	if rep := whole(t, l.o.Dir); len(rep.Notes) != 0 || rep.LastSeq != 7 {
		t.Errorf("%+v", rep)
	}
}

// Killed in the middle of a rotation: with the next file begun or not, and with
// the old ones not yet removed.
func TestRotationInterrupted(t *testing.T) {
	l := openTest(t, Options{RotateBytes: 1800, Keep: 2})
	headPath := filepath.Join(l.o.Dir, headName)
	var old []byte // the first file
	for i := range 30 {
		if i == 1 {
			old = readFile(t, lastFile(t, l.o.Dir))
		}
		head := readFile0(headPath)
		add(t, l, 1)
		if head == nil || i%3 == 0 {
			continue
		}
		writeFile(t, headPath, head) // the head of before, whatever happened
		writeFile(t, filepath.Join(l.o.Dir, newName), []byte("half a head"))
		whole(t, l.o.Dir)
	}
	writeFile(t, filepath.Join(l.o.Dir, fileName(1)), old) // as if it could not be removed
	whole(t, l.o.Dir)
	add(t, l, 6)
	whole(t, l.o.Dir)
	if list, _ := numbers(l.o.Dir); len(list) != 2 {
		t.Errorf("%v", list)
	}
}

func readFile0(path string) []byte {
	data, _ := os.ReadFile(path)
	return data
}

// setHead changes the head of a log.
func setHead(t testing.TB, dir string, change func(*head)) {
	t.Helper()
	path := filepath.Join(dir, headName)
	h, err := readHead(bytes.NewReader(readFile(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	change(&h)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := h.write(f); err != nil {
		t.Fatal(err)
	}
}

// A machine that stopped may have lost what was not synced yet: never an attempt.
// The log says how much it was and goes on. Without a restart the same is
// tampering.
func TestLinesLostWithTheMachine(t *testing.T) {
	if boot() == "" {
		if runtime.GOOS == "linux" {
			t.Fatal("this start of the machine has no name")
		}
		t.Skip("only Linux names the starts of a machine")
	}
	lose := func(t *testing.T, cut func([]byte) []byte) *Log {
		l := openTest(t, Options{})
		add(t, l, 3) // attempt, outcome, attempt
		path := lastFile(t, l.o.Dir)
		safe := readFile(t, path)
		r := sample(1)
		r.Event = Outcome
		for range 3 {
			if err := l.Append(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		writeFile(t, path, append(bytes.Clone(safe), cut(readFile(t, path)[len(safe):])...))
		return l
	}
	for name, c := range map[string]struct {
		cut     func([]byte) []byte
		lost    string
		noticed bool // by the next line without a restart
	}{
		"all":     {func([]byte) []byte { return nil }, "3 lines", true},
		"half":    {func(b []byte) []byte { return b[:len(b)/2] }, "2 lines", true},
		"zeroes":  {func(b []byte) []byte { return make([]byte, len(b)) }, "3 lines", true},
		"partly":  {func(b []byte) []byte { return append(bytes.Clone(b[:len(b)/2]), make([]byte, len(b)-len(b)/2)...) }, "2 lines", true},
		"one gap": {func(b []byte) []byte { c := bytes.Clone(b); copy(c[10:], make([]byte, 50)); return c }, "3 lines", false},
	} {
		t.Run(name, func(t *testing.T) {
			l := lose(t, c.cut)
			if rep := verify(t, l.o.Dir); len(rep.Findings) == 0 {
				t.Error("without a restart verify finds nothing")
			}
			if c.noticed {
				err := l.Append(t.Context(), sample(0))
				if fault.CodeOf(err) != fault.AuditUnavailable || !strings.Contains(err.Error(), "changed by something else") {
					t.Fatalf("without a restart: %v", err)
				}
			}
			setHead(t, l.o.Dir, func(h *head) { h.Boot = "another" })
			add(t, l, 2)
			rep := whole(t, l.o.Dir)
			told := false
			for _, n := range rep.Notes {
				told = told || strings.Contains(n.Message, c.lost)
			}
			if !told {
				t.Errorf("%+v", rep.Notes)
			}
		})
	}
	t.Run("a synced line", func(t *testing.T) {
		l := openTest(t, Options{})
		add(t, l, 3)
		path := lastFile(t, l.o.Dir)
		data := readFile(t, path)
		writeFile(t, path, data[:bytes.LastIndexByte(data[:len(data)-1], '\n')+1])
		setHead(t, l.o.Dir, func(h *head) { h.Boot = "another" })
		if err := l.Append(t.Context(), sample(0)); fault.CodeOf(err) != fault.AuditUnavailable {
			t.Errorf("%v", err)
		}
	})
	t.Run("replaced", func(t *testing.T) {
		l := lose(t, func(b []byte) []byte { return b })
		setHead(t, l.o.Dir, func(h *head) {
			h.Boot = "another"
			h.Hash = noHash
		})
		if err := l.Append(t.Context(), sample(0)); fault.CodeOf(err) != fault.AuditUnavailable {
			t.Errorf("%v", err)
		}
	})
}

// What contradicts the head is refused by the next line, too, and nothing is
// written behind it.
func TestTamperingIsRefused(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, dir string){
		"cut": func(t *testing.T, dir string) {
			path := lastFile(t, dir)
			data := readFile(t, path)
			writeFile(t, path, data[:bytes.LastIndexByte(data[:len(data)-1], '\n')+1])
		},
		"cut in a line": func(t *testing.T, dir string) {
			path := lastFile(t, dir)
			data := readFile(t, path)
			writeFile(t, path, data[:len(data)-1])
		},
		"last line edited": func(t *testing.T, dir string) {
			path := lastFile(t, dir)
			data := readFile(t, path)
			copy(data[bytes.LastIndex(data, []byte("ada")):], "eve")
			writeFile(t, path, data)
		},
		"last file removed": func(t *testing.T, dir string) { os.Remove(lastFile(t, dir)) },
		"all files removed": func(t *testing.T, dir string) {
			list, _ := numbers(dir)
			for _, n := range list {
				os.Remove(filepath.Join(dir, fileName(n)))
			}
		},
		"head of an empty log": func(t *testing.T, dir string) {
			os.Remove(filepath.Join(dir, fileName(1)))
			setHead(t, dir, func(h *head) { *h = empty() })
		},
		"a file to come": func(t *testing.T, dir string) {
			list, _ := numbers(dir)
			writeFile(t, filepath.Join(dir, fileName(list[len(list)-1]+1)), []byte("{}\n"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := openTest(t, Options{RotateBytes: 2500})
			add(t, l, 7)
			change(t, l.o.Dir)
			before, _ := numbers(l.o.Dir)
			err := l.Append(t.Context(), sample(0))
			f := fault.Of(err)
			if f == nil || f.Code != fault.AuditUnavailable || !strings.Contains(f.Hint, "wslite audit verify") {
				t.Fatalf("%v", err)
			}
			if after, _ := numbers(l.o.Dir); len(after) != len(before) {
				t.Errorf("%v became %v", before, after)
			}
			if rep := verify(t, l.o.Dir); len(rep.Findings) == 0 {
				t.Error("verify finds nothing")
			}
		})
	}
}

// A head that is gone can't tell what else is: the log goes on, and says so for
// good.
func TestHeadGone(t *testing.T) {
	for name, data := range map[string][]byte{"missing": nil, "damaged": []byte("{}"), "empty": {}} {
		t.Run(name, func(t *testing.T) {
			l := openTest(t, Options{RotateBytes: 2500})
			add(t, l, 7)
			path := filepath.Join(l.o.Dir, headName)
			os.Remove(path)
			if data != nil {
				writeFile(t, path, data)
			}
			add(t, l, 7)
			rep := verify(t, l.o.Dir)
			if len(rep.Findings) != 1 || rep.Findings[0].What != CutOff || len(entries(t, l.o.Dir, Filter{Event: recoveredEvent})) != 1 {
				t.Errorf("%+v", rep)
			}
		})
	}
	// Killed before the first line was ever written.
	l := openTest(t, Options{})
	writeFile(t, filepath.Join(l.o.Dir, headName), nil)
	add(t, l, 1)
	whole(t, l.o.Dir)
}
