package secret

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// childOfBus marks the copy of this test that runs below a bus of its own.
const childOfBus = "WSLITE_TEST_SECRET_SERVICE"

// TestSecretService uses a real Secret Service: a bus and gnome-keyring-daemon
// started for this test alone. secret-tool, an independent program, reads what
// was stored. Where these programs are not installed the test says so.
func TestSecretService(t *testing.T) {
	if os.Getenv(childOfBus) != "" {
		insideBus(t)
		return
	}
	for _, p := range []string{"dbus-run-session", "gnome-keyring-daemon", "secret-tool"} {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("SKIPPED, nothing was tested against a real keyring: %s is not installed (Debian: dbus gnome-keyring libsecret-tools)", p)
		}
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	cmd := exec.Command("dbus-run-session", "--", "sh", "-c",
		`printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$0" -test.run '^TestSecretService$' -test.v`, exe)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_RUNTIME_DIR=" + home, childOfBus + "=1"}
	out, err := cmd.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("--- PASS: TestSecretService")) {
		t.Fatalf("%v\n%s", err, out)
	}
}

func insideBus(t *testing.T) {
	ctx := context.Background()
	s, err := Open(ctx, Options{Kind: Auto, Dir: t.TempDir(), Getenv: os.Getenv})
	if err != nil || s.Kind() != Keyring {
		t.Fatalf("%v %v", s, err)
	}
	suite(t, s)
	if err := s.Set(ctx, "acct", []byte("a refresh token")); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("secret-tool", "lookup", "service", "wslite", "username", "acct").Output()
	if err != nil || !strings.Contains(string(out), "YSByZWZyZXNoIHRva2Vu") { // base64 of it
		t.Errorf("secret-tool: %q %v", out, err)
	}
}
