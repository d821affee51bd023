// Package npmtest gives tests the packages of npm that their lock file names. A
// machine without Node or the registry is told in words, and the test is skipped.
package npmtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// offline are npm's words for a registry that can't be reached or does not
// serve a package. Anything else that fails is a fault: a wrong checksum above
// all.
var offline = regexp.MustCompile(`\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|E403|E404|E407|E5\d\d)\b`)

// Needs skips a test, in words, where a program is not in PATH.
func Needs(t *testing.T, program, what string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("SKIPPED: there is no %s in PATH, so %s did not run", program, what)
	}
}

// newNode is the first of Node's versions that every package here runs on.
const newNode = 22

// Node gives a Node that is new enough for every package: that of a package
// node-<system>-<machine> among the installed ones, else that in PATH. The test is
// skipped, in words, where there is neither.
func Node(t *testing.T, modules, what string) string {
	t.Helper()
	machine := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if machine == "" {
		machine = runtime.GOARCH
	}
	packed := filepath.Join(modules, "node-"+runtime.GOOS+"-"+machine, "bin", "node")
	if _, err := os.Stat(packed); err == nil {
		return packed
	}
	found, err := exec.LookPath("node")
	if err == nil {
		out, runs := exec.Command(found, "--version").Output()
		major, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(out)), "v"), ".")
		if n, no := strconv.Atoi(major); runs == nil && no == nil && n >= newNode {
			return found
		}
	}
	t.Skipf("SKIPPED: there is no Node %d for %s/%s, neither from npm nor in PATH, so %s did not run", newNode, runtime.GOOS, runtime.GOARCH, what)
	return ""
}

// Install gives the node_modules of the package-lock.json in the test's own
// directory, from the cache directory or from the registry. Packages are checked
// against the lock's checksums, and none of their scripts run. what names for
// people what does not run where they can't be had; name is the cache's.
func Install(t *testing.T, name, what string) string {
	t.Helper()
	Needs(t, "node", what)
	Needs(t, "npm", what)
	lock, err := os.ReadFile("package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skipf("SKIPPED: no cache directory for %s: %v", what, err)
	}
	sum := sha256.Sum256(lock)
	dir := filepath.Join(cache, "wslite-test", name+"-"+hex.EncodeToString(sum[:8]))
	modules := filepath.Join(dir, "node_modules")
	if _, err := os.Stat(modules); err == nil {
		return modules
	}
	// What is half installed stays under another name and is never taken.
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		t.Skipf("SKIPPED: no cache directory for %s: %v", what, err)
	}
	part, err := os.MkdirTemp(filepath.Dir(dir), "part-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(part)
	for _, name := range []string{"package.json", "package-lock.json"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(part, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1")
	cmd.Dir = part
	if out, err := cmd.CombinedOutput(); err != nil {
		if reason := offline.Find(out); reason != nil || ctx.Err() != nil {
			t.Skipf("SKIPPED: the npm registry can't be reached (%s), so %s did not run", reason, what)
		}
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
	if err := os.Rename(part, dir); err != nil {
		if _, there := os.Stat(modules); there != nil { // another run was faster otherwise
			t.Fatal(err)
		}
	}
	return modules
}
