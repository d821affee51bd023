package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/wslite/wslite/host/vectors"
)

// TestExitVectorsAsProcesses runs the recorded command lines once more as real
// processes, which share nothing but the compile cache: exit codes, streams and
// requests are what a script meets. Prompts need a terminal and stay with
// TestExitVectors.
func TestExitVectorsAsProcesses(t *testing.T) {
	needPlugins(t)
	warmModules(t)
	kinds := []string{"outcome", "transport", "usage", "confirm", "argv", "flags", "run", "call", "raw", "tools", "validator"}
	vectors.Run(t, "exit", kinds, func(t *testing.T, v vectors.Vector) string {
		var in exitInput
		decodeInto(t, v.Input, &in)
		var want exitWant
		decodeInto(t, v.Expected, &want)
		return compareExit(t, v, want, runIn(t, in, func(home string, env map[string]string) (int, string, string) {
			return process(t, home, env, in.Argv)
		}))
	})
}

// warmModules compiles every module into the shared cache, so that no process
// tells that it prepares one.
func warmModules(t *testing.T) {
	t.Helper()
	a := newApp(testEnv(t, t.TempDir(), nil))
	reg, err := a.plugins()
	if err != nil {
		t.Fatal(err)
	}
	for _, service := range services {
		src, err := reg.Source(service)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sharedSandbox(t).Load(t.Context(), src); err != nil {
			t.Fatal(err)
		}
	}
}

// process runs the test binary as wslite.
func process(t *testing.T, home string, env map[string]string, argv []string) (int, string, string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command("wslite", argv...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = home, &out, &errs
	cmd.Env = []string{"HOME=" + filepath.Join(home, "home"), "PATH=" + os.Getenv("PATH"), "WSLITE_CACHE_DIR=" + sharedCache(t)}
	for k, v := range env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}
