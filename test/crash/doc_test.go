//go:build unix

// Package crash kills the program where it hurts and looks at what the next
// process makes of it. Real processes run on worlds that count what happened
// to them: the embedded workspace, a proxy and Google's names on the loopback
// address.
//
// What must hold, whatever is killed, cut, filled up or raced: nothing happens
// twice, nothing happens that the audit log does not know, and whoever comes
// next hears the truth.
//
// TestPoints, the races and the faults are part of the usual tests;
// `make test-crash` draws many more runs, and WSLITE_CRASH_SEED repeats one.
package crash

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	_ "github.com/wslite/wslite/host/cli" // so that a change of the program makes these tests run again
)

// binary is the program, built so that it stops where it is told to.
var binary string

// plainCache is where a user without rights keeps prepared plugins.
var plainCache string

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == limitedChild {
		limited(os.Args[2:])
	}
	os.Exit(func() int {
		if built, _ := filepath.Glob("../../host/plugin/embedded/*.wasm"); len(built) == 0 {
			fmt.Fprintln(os.Stderr, "no plugins are embedded: run make plugins first")
			return 1
		}
		dir, err := os.MkdirTemp("", "wslite-crash-")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		os.Chmod(dir, 0o755) // some tests run it as another user
		binary, plainCache = filepath.Join(dir, "wslite"), filepath.Join(dir, "cache")
		build := exec.Command("go", "build", "-tags", "wslitecrash", "-o", binary, "github.com/wslite/wslite/cmd/wslite")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s\n", out)
			return 1
		}
		return m.Run()
	}())
}
