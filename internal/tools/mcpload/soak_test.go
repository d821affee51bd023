package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/sandbox/sandboxtest"
)

// A small soak of the program: three users, 64 calls at once, one in a hundred of
// which traps, spins or takes all memory. Every answer is its caller's, and no call
// but those that harm fails. `make soak` is the same with 50 000 calls, and looks at
// memory, too.
func TestSmallSoak(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	if testing.Short() {
		t.Skip("builds the program")
	}
	home := t.TempDir()
	w := world{bin: filepath.Join(home, "wslite"), home: home, env: []string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TZ=UTC", "WSLITE_CACHE_DIR=" + sandboxtest.Cache(t) + "-cli",
	}}
	if out, err := exec.Command("go", "build", "-trimpath", "-o", w.bin, "../../../cmd/wslite").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	defer endAll()
	k, err := w.soaked(options{soakCalls: 2000, warm: 400, running: 64, plugin: "../../../test/mcp/plugins/trap"})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range k.wrong() {
		t.Error(err)
	}
	harmed := 0
	for kind, took := range k.took {
		if strings.Contains(kind, " trap_") && !strings.Contains(kind, "tame") {
			harmed += len(took)
		}
	}
	if harmed < 15 {
		t.Errorf("%d calls harmed only", harmed)
	}
}

// Answers that are another's, another question's, or of another kind are told; the
// first two as mix-ups.
func TestJudge(t *testing.T) {
	const n = 3
	q := ask(n, "ana", true)
	good := fmt.Sprintf(`{"result":{"content":[{"type":"text","text":"file %s, ana-%d-asks"}]}}`, owned("ana"), n)
	for _, c := range []struct {
		name, answer string
		wrong, mixed bool
	}{
		{"right", good, false, false},
		{"another's data", strings.Replace(good, owned("ana"), owned("bo"), 1), true, true},
		{"his and another's", good + owned("cy"), true, true},
		{"another's question", strings.Replace(good, "ana-3-asks", "bo-3-asks", 1), true, true},
		{"another question of his", strings.Replace(good, "ana-3-asks", "ana-33-asks", 1), true, true},
		{"a failure", strings.Replace(good, `{"content"`, `{"isError":true,"content"`, 1), true, false},
	} {
		err := q.judge([]byte(c.answer), foreign("ana"))
		if mixed := (mixUp{}); (err != nil) != c.wrong || errors.As(err, &mixed) != c.mixed {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	harm := ask(99, "bo", true)
	if err := harm.judge([]byte(good), foreign("bo")); err == nil {
		t.Errorf("%s gave an answer, and that is right", harm.tool)
	}
	if err := harm.judge([]byte(`{"result":{"isError":true,"text":"`+harm.want[0]+`"}}`), foreign("bo")); err != nil {
		t.Error(err)
	}
}

// Memory and files that grow past what they may are told, and so is a soak that
// shows nothing of them.
func TestGrown(t *testing.T) {
	for _, c := range []struct {
		name        string
		first, last usage
		want        string
	}{
		{"flat", usage{rss: 200, files: 80}, usage{rss: 200 + growth, files: 80 + moreFiles}, ""},
		{"memory", usage{rss: 200}, usage{rss: 201 + growth}, "the server grew from 200 to"},
		{"files", usage{files: 80}, usage{files: 81 + moreFiles}, "open files went from 80"},
	} {
		k := soaking{options: options{soakCalls: 5000, warm: 1000}, samples: []sample{{500, usage{rss: 999, files: 999}}, {1500, c.first}, {4500, c.last}}}
		err := errors.Join(k.grown()...)
		if got := fmt.Sprint(err); c.want == "" && err != nil || c.want != "" && !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	k := soaking{options: options{soakCalls: 5000, warm: 1000}}
	if k.grown() == nil {
		t.Error("nothing was seen, and nothing grew")
	}
}
