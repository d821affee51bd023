//go:build unix

package crash

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience guards against a process that hangs; none needs a hundredth of it.
const patience = 3 * time.Minute

// process is one run of the program.
type process struct {
	t         testing.TB
	args      []string
	cmd       *exec.Cmd
	out, errs bytes.Buffer
	done      chan struct{}
}

// result is what a process said.
type result struct {
	args           []string
	exit           int // -1 where it was killed
	stdout, stderr string
	doc            map[string]any // stdout, nil where that was empty
}

func (r result) ok() bool { return r.doc["ok"] == true }

// code is the error's.
func (r result) code() string { s, _ := field(r.doc, "error", "code").(string); return s }

// message is the error's, and its hint.
func (r result) message() string {
	m, _ := field(r.doc, "error", "message").(string)
	h, _ := field(r.doc, "error", "hint").(string)
	return m + " (" + h + ")"
}

func (r result) duplicate() bool { return r.doc["duplicate"] == true }

// tells says whether the words stand in what a person or a program reads.
func tells(r result, words string) bool { return strings.Contains(r.stdout+r.stderr, words) }

func (r result) String() string {
	return strings.Join(r.args, " ") + "\nexit " + jsonText(r.exit) + "\n" + r.stdout + r.stderr
}

// field walks down objects.
func field(v any, path ...string) any {
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}

func jsonText(v any) string { b, _ := json.Marshal(v); return string(b) }

// launch starts a program with an environment of its own.
// plain runs it as a user without root's rights.
func launch(t testing.TB, program, dir string, env []string, plain bool, args ...string) *process {
	t.Helper()
	p := &process{t: t, args: args, cmd: exec.Command(program, args...), done: make(chan struct{})}
	p.cmd.Dir, p.cmd.Env = dir, env
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.errs
	if plain && os.Geteuid() == 0 {
		p.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.cmd.Wait(); close(p.done) }()
	return p
}

// wait waits for the end and checks what holds for every run: stdout is empty
// or one JSON document that tells the exit code.
func (p *process) wait() result {
	p.t.Helper()
	select {
	case <-p.done:
	case <-time.After(patience):
		p.cmd.Process.Kill()
		<-p.done
		p.t.Fatalf("%v does not end\n%s%s", p.args, p.out.String(), p.errs.String())
	}
	r := result{args: p.args, exit: p.cmd.ProcessState.ExitCode(), stdout: p.out.String(), stderr: p.errs.String()}
	if r.exit < 0 {
		return r
	}
	if r.stdout != "" {
		d := json.NewDecoder(strings.NewReader(r.stdout))
		if err := d.Decode(&r.doc); err != nil {
			p.t.Errorf("stdout is no JSON document: %v\n%s", err, r)
		} else if _, err := d.Token(); !errors.Is(err, io.EOF) {
			p.t.Errorf("stdout holds more than a document\n%s", r)
		}
		if code, given := r.doc["exitCode"].(float64); given && int(code) != r.exit {
			p.t.Errorf("the document tells another exit code\n%s", r)
		}
		if r.doc["ok"] == true && r.exit != 0 && r.exit != 3 {
			p.t.Errorf("ok, and exit code %d\n%s", r.exit, r)
		}
	}
	for _, trace := range []string{"panic:", "goroutine ", "runtime error"} {
		if strings.Contains(r.stdout+r.stderr, trace) {
			p.t.Errorf("it broke\n%s", r)
		}
	}
	return r
}

// kill ends the process as a power cut would.
func (p *process) kill() result {
	p.t.Helper()
	p.cmd.Process.Kill()
	return p.wait()
}

// stop runs until the process reaches the point, and kills it there. reached is
// false where it ran to its end instead.
func (h *home) stop(point string, args ...string) (r result, reached bool) {
	h.t.Helper()
	flag := filepath.Join(h.t.TempDir(), "reached")
	p := h.start([]string{"WSLITE_CRASH_POINT=" + point, "WSLITE_CRASH_FILE=" + flag}, args...)
	for deadline := time.After(patience); ; {
		select {
		case <-p.done:
			return p.wait(), false
		case <-deadline:
			p.kill()
			h.t.Fatalf("%v neither reaches %q nor ends", args, point)
		case <-time.After(2 * time.Millisecond):
		}
		if _, err := os.Stat(flag); err == nil {
			return p.kill(), true
		} else if !os.IsNotExist(err) {
			h.t.Fatal(err)
		}
	}
}
