//go:build unix

package audit

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
)

// The test binary writes a log itself where these are set.
const (
	envDir   = "AUDIT_TEST_DIR"
	envLines = "AUDIT_TEST_LINES" // how many; 0 is without end
	envLimit = "AUDIT_TEST_LIMIT" // largest size of a file, in bytes; 0 is none
	envName  = "AUDIT_TEST_NAME"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(envDir); dir != "" {
		os.Exit(writeLines(dir))
	}
	os.Exit(m.Run())
}

// writeLines appends and prints each line's name once it is in the log.
func writeLines(dir string) int {
	number := func(name string) int { n, _ := strconv.Atoi(os.Getenv(name)); return n }
	if limit := number(envLimit); limit > 0 {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(limit), Max: uint64(limit)}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 2
		}
	}
	l, err := Open(Options{Dir: dir, RotateBytes: 20_000})
	for i := 0; err == nil && (i < number(envLines) || number(envLines) == 0); i++ {
		r := sample(i)
		r.Draft = fmt.Sprintf("%s-%d", os.Getenv(envName), i)
		if err = l.Append(context.Background(), r); err == nil {
			fmt.Println(r.Draft)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, fault.CodeOf(err), err)
		return 1
	}
	return 0
}

func child(dir, name string, lines, limit int) *exec.Cmd {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), envDir+"="+dir, envName+"="+name, fmt.Sprintf("%s=%d", envLines, lines), fmt.Sprintf("%s=%d", envLimit, limit))
	return cmd
}

// drafts are the names of all lines of a log.
func drafts(t *testing.T, dir string) map[string]int {
	t.Helper()
	seen := map[string]int{}
	for _, e := range entries(t, dir, Filter{}) {
		if e.Draft != "" {
			seen[e.Draft]++
		}
	}
	return seen
}

func TestProcesses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "audit")
	const processes, lines = 16, 50
	var wg sync.WaitGroup
	for p := range processes {
		wg.Go(func() {
			if out, err := child(dir, fmt.Sprint("p", p), lines, 0).CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	wg.Wait()
	rep := whole(t, dir)
	seen := drafts(t, dir)
	if len(seen) != processes*lines || rep.Lines != processes*lines+rep.Files || rep.Files < 5 || len(rep.Notes) > 0 {
		t.Errorf("%d lines of %d; %+v", len(seen), processes*lines, rep)
	}
	for name, n := range seen {
		if n != 1 {
			t.Errorf("%s is there %d times", name, n)
		}
	}
}

// Writers are killed while they write: every line that one of them was told is
// there, and the log is whole after the next line.
func TestKilled(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "audit")
	told := map[string]bool{}
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	for round := range rounds {
		var cmds []*exec.Cmd
		var outs []io.Reader
		for p := range 3 {
			cmd := child(dir, fmt.Sprintf("r%d.%d", round, p), 0, 0)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			cmds, outs = append(cmds, cmd), append(outs, out)
		}
		var mu sync.Mutex
		var wg sync.WaitGroup
		first := make(chan struct{}, 1)
		for _, out := range outs {
			wg.Go(func() {
				for s := bufio.NewScanner(out); s.Scan(); {
					mu.Lock()
					told[s.Text()] = true
					mu.Unlock()
					select {
					case first <- struct{}{}:
					default:
					}
				}
			})
		}
		select {
		case <-first:
		case <-time.After(time.Minute):
			t.Fatal("no line within a minute")
		}
		time.Sleep(time.Duration(rand.IntN(20_000)) * time.Microsecond) // any moment will do
		for _, cmd := range cmds {
			cmd.Process.Kill()
		}
		wg.Wait()
		for _, cmd := range cmds {
			cmd.Wait()
		}
	}
	add(t, openTest(t, Options{Dir: dir}), 1)
	whole(t, dir)
	seen := drafts(t, dir)
	for name := range told {
		// A last line may be printed in part only.
		if seen[name] == 0 && strings.Contains(name, "-") && !strings.HasSuffix(name, "-") {
			t.Errorf("%s was told and is not there", name)
		}
	}
	if len(told) < rounds {
		t.Errorf("only %d lines were told", len(told))
	}
}

// A disk that is full in the middle of a line: the writer is refused with the
// file's name, and when there is room again the log goes on behind the piece.
func TestDiskFull(t *testing.T) {
	torn := 0
	for _, limit := range []int{1, 300, 512, 700, 5000, 5001, 5321, 6000} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "audit")
			cmd := child(dir, "full", 0, limit)
			var errs strings.Builder
			cmd.Stderr = &errs
			out, err := cmd.Output()
			if err == nil || cmd.ProcessState.ExitCode() != 1 {
				t.Fatalf("%v: %s", err, errs.String())
			}
			if s := errs.String(); !strings.HasPrefix(s, string(fault.AuditUnavailable)) || !strings.Contains(s, dir) || !strings.Contains(s, "make room") {
				t.Errorf("%s", s)
			}
			// Refused once more, in the same way, as long as it is full.
			if again, err := child(dir, "again", 1, limit).CombinedOutput(); err == nil || !strings.Contains(string(again), "make room") {
				t.Errorf("again: %v %s", err, again)
			}
			add(t, openTest(t, Options{Dir: dir, RotateBytes: 20_000}), 2)
			torn += len(whole(t, dir).Notes)
			seen := drafts(t, dir)
			for _, name := range strings.Fields(string(out)) {
				if seen[name] != 1 {
					t.Errorf("%s is there %d times", name, seen[name])
				}
			}
		})
	}
	if torn == 0 {
		t.Error("no line was ever cut short")
	}
}

func refused(t *testing.T, l *Log, err error, part string) {
	t.Helper()
	if err == nil {
		err = l.Append(t.Context(), sample(0))
	}
	f := fault.Of(err)
	if f == nil || f.Code != fault.AuditUnavailable || !strings.Contains(f.Message, part) || f.Hint == "" {
		t.Errorf("%v does not hold %q", err, part)
	}
}

func TestLinksAndKindsAreRefused(t *testing.T) {
	for _, name := range []string{headName, lockName, fileName(1)} {
		for kind, swap := range map[string]func(path string) error{
			"a link": func(p string) error { return os.Symlink(p+".real", p) },
			"a pipe": func(p string) error { return syscall.Mkfifo(p, 0o600) },
			"a hard link": func(p string) error {
				return os.Link(p+".real", p)
			},
			"a directory": func(p string) error { return os.Mkdir(p, 0o700) },
		} {
			if name == lockName && kind != "a link" && kind != "a directory" {
				continue // nothing is read from a lock or written to it
			}
			t.Run(name+" is "+kind, func(t *testing.T) {
				l := openTest(t, Options{})
				add(t, l, 2)
				path := filepath.Join(l.o.Dir, name)
				if err := os.Rename(path, path+".real"); err != nil {
					t.Fatal(err)
				}
				if err := swap(path); err != nil {
					t.Fatal(err)
				}
				before := readFile(t, path+".real")
				refused(t, l, nil, name)
				if string(readFile(t, path+".real")) != string(before) {
					t.Error("it was written through")
				}
				if name != lockName {
					if rep := verify(t, l.o.Dir); !has(rep, LooseMode) {
						t.Errorf("verify: %+v", rep.Findings)
					}
				}
			})
		}
	}
	t.Run("the next file", func(t *testing.T) {
		l := openTest(t, Options{RotateBytes: 1000})
		target := filepath.Join(t.TempDir(), "elsewhere")
		writeFile(t, target, nil)
		os.Symlink(target, filepath.Join(l.o.Dir, newName))
		os.Symlink(target, filepath.Join(l.o.Dir, fileName(2)))
		for range 5 {
			_ = l.Append(t.Context(), sample(0))
		}
		if len(readFile(t, target)) > 0 {
			t.Error("it was written through")
		}
		refused(t, l, nil, fileName(2))
	})
}

func TestLooseModes(t *testing.T) {
	for _, name := range []string{".", headName, fileName(1)} {
		for _, mode := range []os.FileMode{0o040, 0o004, 0o020, 0o002} {
			l := openTest(t, Options{})
			add(t, l, 1)
			path := filepath.Join(l.o.Dir, name)
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, info.Mode().Perm()|mode); err != nil {
				t.Fatal(err)
			}
			refused(t, l, nil, "other users")
			if rep := verify(t, l.o.Dir); len(rep.Findings) != 1 || rep.Findings[0].What != LooseMode || rep.Findings[0].File != name {
				t.Errorf("%s %v: %+v", name, mode, rep.Findings)
			}
			if name == "." {
				_, err := Open(Options{Dir: l.o.Dir})
				refused(t, nil, err, "other users")
			}
		}
	}
}

// nobody is a user with no rights, for tests that root runs.
const nobody = 65534

// A directory that can't be written refuses the line, in a process without
// root's rights.
func TestReadOnlyDirectory(t *testing.T) {
	root, err := os.MkdirTemp("", "audit-readonly")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	dir := filepath.Join(root, "audit")
	add(t, openTest(t, Options{Dir: dir}), 2)
	if err := os.Chmod(root, 0o755); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for i, mode := range []os.FileMode{0o500, 0o700} {
		if i == 1 { // the directory may be written, its files may not
			for _, f := range files {
				os.Chmod(f, 0o400)
			}
		}
		os.Chmod(dir, mode)
		cmd := child(dir, "x", 1, 0)
		if os.Geteuid() == 0 {
			for _, f := range append(files, dir) {
				os.Chown(f, nobody, nobody)
			}
			exe := filepath.Join(root, "writer")
			data := readFile(t, cmd.Path)
			if err := os.WriteFile(exe, data, 0o755); err != nil {
				t.Fatal(err)
			}
			cmd.Path = exe
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
		if i == 0 {
			os.Remove(filepath.Join(dir, lockName))
		}
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.HasPrefix(string(out), string(fault.AuditUnavailable)) || !strings.Contains(string(out), "permission denied") {
			t.Errorf("%v: %v %s", mode, err, out)
		}
		os.Chmod(dir, 0o700)
	}
	for _, f := range files {
		os.Chmod(f, 0o600)
		os.Chown(f, os.Geteuid(), os.Getegid())
	}
	os.Chown(dir, os.Geteuid(), os.Getegid())
	if rep := whole(t, dir); rep.LastSeq != 3 {
		t.Errorf("%+v", rep)
	}
}

func TestAnotherUsersDirectory(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a directory away")
	}
	l := openTest(t, Options{})
	add(t, l, 1)
	if err := os.Chown(filepath.Join(l.o.Dir, fileName(1)), nobody, nobody); err != nil {
		t.Fatal(err)
	}
	refused(t, l, nil, "another user")
	os.Chown(l.o.Dir, nobody, nobody)
	refused(t, l, nil, "another user")
	_, err := Open(Options{Dir: l.o.Dir})
	refused(t, nil, err, "not to you")
}
