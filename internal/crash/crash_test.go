package crash_test

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// build compiles a program of testdata and gives its path.
func build(t *testing.T, name string, flags ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), name+".exe")
	args := append(append([]string{"build"}, flags...), "-o", out, "./testdata/"+name)
	if text, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, text)
	}
	return out
}

// A normal build holds no trace of the points: not even their names, let alone
// a look at the environment.
func TestNormalBuildHoldsNoPoint(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "point.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	f, ok := file.Decls[0].(*ast.FuncDecl)
	if len(file.Decls) != 1 || !ok || len(f.Body.List) != 0 {
		t.Error("point.go holds more than an empty function")
	}
	normal, tagged := build(t, "steps"), build(t, "steps", "-tags=wslitecrash")
	for _, word := range []string{"needle-before", "needle-after", "WSLITE_CRASH"} {
		if holds(t, normal, word) || !holds(t, tagged, word) {
			t.Errorf("%s: a normal build holds it: %v", word, holds(t, normal, word))
		}
	}
	cmd := exec.Command(normal)
	cmd.Env = append(os.Environ(), "WSLITE_CRASH_POINT=needle-before", "WSLITE_CRASH_FILE="+filepath.Join(t.TempDir(), "reached"))
	if out, err := cmd.Output(); err != nil || strings.Join(strings.Fields(string(out)), " ") != "0 1 2" {
		t.Errorf("%q %v", out, err)
	}
}

func holds(t *testing.T, program, word string) bool {
	t.Helper()
	text, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(text, []byte(word))
}

// stopped runs a program up to a point, kills it there and gives what it wrote;
// reached is false where it ran to its end instead.
func stopped(t *testing.T, point, program string, args ...string) (lines []string, reached bool) {
	t.Helper()
	flag := filepath.Join(t.TempDir(), "reached")
	cmd := exec.Command(program, args...)
	var out bytes.Buffer
	cmd.Stdout = &out
	cmd.Env = append(os.Environ(), "WSLITE_CRASH_POINT="+point, "WSLITE_CRASH_FILE="+flag)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for deadline := time.After(time.Minute); ; {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("%q: %v", point, err)
			}
			return strings.Fields(out.String()), false
		case <-deadline:
			t.Fatalf("%q: it neither stops nor ends", point)
		case <-time.After(5 * time.Millisecond):
		}
		if _, err := os.Stat(flag); err == nil {
			cmd.Process.Kill()
			<-ended
			return strings.Fields(out.String()), true
		} else if !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
}

// With the tag the process stops where it is told to, says so, and waits to be
// killed.
func TestPoint(t *testing.T) {
	program := build(t, "steps", "-tags=wslitecrash")
	for point, want := range map[string]string{
		"needle-before": "", "needle-before:2": "0", "needle-after": "0", "needle-after:3": "0 1 2",
		"": "never", "needle": "never", "needle-after:4": "never", "needle-after:x": "never",
	} {
		lines, reached := stopped(t, point, program)
		if got := strings.Join(lines, " "); reached != (want != "never") || reached && got != want || !reached && got != "0 1 2" {
			t.Errorf("%q: %q, reached: %v", point, got, reached)
		}
	}
}

// The backends' points: right before a change leaves, when the guard has said
// yes; and right after its answer, before anybody hears of it. Reads have none.
func TestPointsOfTheBackends(t *testing.T) {
	program := build(t, "backends", "-tags=wslitecrash")
	for _, backend := range []string{"rest", "appsscript"} {
		for point, want := range map[string]string{
			"dispatch":   "sent told asked",
			"answered":   "sent told asked sent",
			"dispatch:2": "sent told asked sent told",
			"answered:2": "sent told asked sent told",
		} {
			lines, reached := stopped(t, point, program, backend)
			if got := strings.Join(lines, " "); got != want || reached == strings.HasSuffix(point, ":2") {
				t.Errorf("%s at %s: %q, reached: %v", backend, point, got, reached)
			}
		}
	}
}
