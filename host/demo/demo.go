// Package demo is the tour of "wslite demo": the main job on the embedded
// local workspace, step by step. Each step runs a real command line, prints
// what a user would type and its true output, and checks what it did; a step
// that does not do what it says ends the tour with an error.
//
// The package runs commands only through Exec, so it can't do anything that a
// user could not.
package demo

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/wslite/wslite/host/demo/todotxt"
	"github.com/wslite/wslite/host/fault"
)

//go:embed sample.todo.txt
var sample string

// maxBatch is the number of operations that one batch may hold.
const maxBatch = 20

// Ran is what one command line did.
type Ran struct {
	Stdout, Stderr string
	Exit           int
}

// Tour is one run of the demo.
type Tour struct {
	// Exec runs one command line on a workspace of the tour's own.
	Exec func(ctx context.Context, args []string) Ran
	// Out gets the tour's text.
	Out io.Writer
	// Dir is a directory of the tour's own, for the operations files.
	Dir string
	// File is the user's todo.txt; empty takes the built-in sample.
	File string

	step   int
	listID string
	tasks  []todotxt.Task
}

// Run makes the tour. The error says which step failed and why.
func (t *Tour) Run(ctx context.Context) error {
	if err := t.read(); err != nil {
		return err
	}
	steps := []func(context.Context) error{
		t.listTools, t.createList, t.createTasks, t.showList, t.partialBatch,
		t.refusedDelete, t.dryRun, t.confirmedDelete, t.jsonOut,
	}
	for _, s := range steps {
		if err := ctx.Err(); err != nil {
			return fault.New(fault.Interrupted, "interrupted after step %d", t.step)
		}
		t.step++
		if err := s(ctx); err != nil {
			return fault.Wrap(err, fault.Client, "step %d of the demo did not do what it says: %v", t.step, err)
		}
	}
	fmt.Fprintf(t.Out, "\nAll %d steps did what they say. Tool code ran in the sandbox; nothing left this machine.\n", t.step)
	return nil
}

func (t *Tour) read() error {
	var r io.Reader = strings.NewReader(sample)
	name := "the built-in sample"
	if t.File != "" {
		f, err := os.Open(t.File)
		if err != nil {
			return fault.Wrap(err, fault.Usage, "the todo.txt file %q can't be read: %v", t.File, pathCause(err))
		}
		defer f.Close()
		r, name = f, t.File
	}
	tasks, err := todotxt.Read(r)
	if err != nil {
		return fault.Wrap(err, fault.Usage, "%s is no todo.txt file: %v", name, err)
	}
	if len(tasks) == 0 {
		return fault.New(fault.Usage, "%s holds no tasks", name)
	}
	t.tasks = tasks
	return nil
}

func pathCause(err error) error {
	if pe, ok := err.(*os.PathError); ok {
		return pe.Err
	}
	return err
}

// say prints what a step is about.
func (t *Tour) say(format string, args ...any) {
	fmt.Fprintf(t.Out, "\n%d. %s\n", t.step, fmt.Sprintf(format, args...))
}

// run executes a command line, prints it with its output, and checks the exit
// code.
func (t *Tour) run(ctx context.Context, wantExit int, args ...string) (Ran, error) {
	fmt.Fprintf(t.Out, "\n$ wslite %s\n", quoteAll(args))
	got := t.Exec(ctx, args)
	io.WriteString(t.Out, indent(got.Stderr)+indent(got.Stdout))
	if got.Exit != 0 || wantExit != 0 {
		fmt.Fprintf(t.Out, "  (exit code %d)\n", got.Exit)
	}
	if got.Exit != wantExit {
		return got, fmt.Errorf("exit code %d instead of %d", got.Exit, wantExit)
	}
	return got, nil
}

// runJSON is run with --json; into gets the parsed document.
func (t *Tour) runJSON(ctx context.Context, wantExit int, into any, args ...string) error {
	got, err := t.run(ctx, wantExit, args...)
	if err != nil {
		return err
	}
	return decode(got.Stdout, into)
}

func decode(stdout string, into any) error {
	if err := json.Unmarshal([]byte(stdout), into); err != nil {
		return fmt.Errorf("stdout is not the JSON that was promised: %v", err)
	}
	return nil
}

// writeOps writes an operations file and gives its path.
func (t *Tour) writeOps(name string, ops []operation) (string, error) {
	path := filepath.Join(t.Dir, name)
	b, err := json.MarshalIndent(ops, "", "  ")
	if err != nil {
		return "", err
	}
	return path, os.WriteFile(path, append(b, '\n'), 0o600)
}

type operation struct {
	Action string         `json:"action"`
	Params map[string]any `json:"params"`
}

func indent(s string) string {
	if s == "" {
		return ""
	}
	return "  " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n  ") + "\n"
}

// quoteAll writes words as a POSIX shell would need them.
func quoteAll(args []string) string {
	var out []string
	for _, a := range args {
		if a == "" || strings.ContainsAny(a, " \t\n'\"\\$`!*?[]{}()<>|&;#~") {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		out = append(out, a)
	}
	return strings.Join(out, " ")
}
