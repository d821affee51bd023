//go:build unix

package sqlite

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/wslite/wslite/host/store/storetest"
)

// TestAReadOnlyFile: root may write anything, so as root another user tries, in
// a process of its own.
func TestAReadOnlyFile(t *testing.T) {
	const env = "WSLITE_TEST_READONLY"
	if path := os.Getenv(env); path != "" {
		_, err := Open(t.Context(), path, Options{})
		storetest.Refused(t, err, path, "permission denied")
		_, err = Open(t.Context(), filepath.Join(filepath.Dir(path), "new.db"), Options{})
		storetest.Refused(t, err, "new.db", "permission denied")
		return
	}
	dir, err := os.MkdirTemp("", "wslite-readonly-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o700); os.RemoveAll(dir) })
	path := filepath.Join(dir, "r.db")
	open(t, path, Options{}).Close()
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() != 0 {
		_, err := Open(t.Context(), path, Options{})
		storetest.Refused(t, err, path, "permission denied")
		return
	}
	program := filepath.Join(dir, "program")
	data, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, data, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run=^TestAReadOnlyFile$")
	cmd.Dir, cmd.Env = "/", append(os.Environ(), env+"="+path)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
