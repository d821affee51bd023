//go:build unix

// Package mcp drives the whole program as clients of MCP do. The usual tests have
// Go's own client against a build that holds what the protocol's conformance suite
// wants to find (internal/mcpfixture) and the suite's plugins (plugins/), so that
// neither can rot. `make test-mcp` runs the suite itself, in both of its versions,
// and the MCP Inspector, against that build and against the program as it is
// released.
package mcp

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/wslite/wslite/host/cli" // so that a change of the program makes these tests run again
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
)

// dir is where programs and prepared plugins lie while the tests run.
var dir string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		if built, _ := filepath.Glob("../../host/plugin/embedded/*.wasm"); len(built) == 0 {
			fmt.Fprintln(os.Stderr, "no plugins are embedded: run make plugins first")
			return 1
		}
		var err error
		if dir, err = os.MkdirTemp("", "wslite-mcp-"); err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		return m.Run()
	}())
}

// withFixtures builds the program that holds the suite's fixtures.
func withFixtures(t *testing.T) string {
	t.Helper()
	depends(t, "../../internal/mcpfixture/*.go", "../../host/mcp/fixtures*.go", "../../host/mcp/web/fixtures*.go", "../../host/plugin/embedded/*")
	return build(t, "wslite-mcpconformance", "-tags=mcpconformance")
}

// depends makes Go's cache of results know files that only a build with a tag, or
// for Wasm, is made of: it knows those that a test opens.
func depends(t *testing.T, patterns ...string) {
	t.Helper()
	for _, p := range patterns {
		files, err := filepath.Glob(p)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v %v", p, files, err)
		}
		for _, f := range files {
			if _, err := os.ReadFile(f); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func build(t *testing.T, name string, flags ...string) string {
	t.Helper()
	exe := filepath.Join(dir, name)
	args := append(append([]string{"build", "-trimpath"}, flags...), "-o", exe, "github.com/wslite/wslite/cmd/wslite")
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
	return exe
}

// world is a program with a home of its own.
type world struct {
	program, home string
	// token is what clients over HTTP have to show; "" asks for none.
	token string
}

func newWorld(t *testing.T, program string) *world {
	return &world{program: program, home: t.TempDir()}
}

// env is all that the program knows of its surroundings. Prepared plugins are
// shared by the tests of this process.
func (w *world) env() []string {
	return []string{"HOME=" + w.home, "XDG_CACHE_HOME=" + filepath.Join(dir, "cache"), "PATH=" + os.Getenv("PATH"), "WSLITE_MCP_TOKEN=" + w.token}
}

// suitePlugins are the services, and directories under plugins, that have tools of
// the suite.
var suitePlugins = []string{"test", "json"}

// addPlugins adds the plugins of the suite, as a person does who trusts them.
func (w *world) addPlugins(t *testing.T) {
	t.Helper()
	for _, service := range suitePlugins {
		depends(t, filepath.Join("plugins", service, "*.go"))
		file := filepath.Join(w.home, service+".wasm")
		if err := os.WriteFile(file, sandboxtest.BuildRaw(t, filepath.Join("plugins", service)), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(w.program, "plugin", "add", file, "--yes")
		cmd.Env = w.env()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("plugin add %s: %v\n%s", service, err, out)
		}
	}
}

var serving = regexp.MustCompile(`serving MCP at (http://127\.0\.0\.1:\d+/mcp)`)

// serve starts the embedded workspace over HTTP and gives its address. At the end
// of the test the server has to end in order.
func (w *world) serve(t *testing.T, args ...string) (url string) {
	t.Helper()
	cmd := exec.Command(w.program, append([]string{"--local", "mcp", "--http", "127.0.0.1:0"}, args...)...)
	cmd.Env = w.env()
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines, rest := bufio.NewReader(errs), make(chan string, 1)
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		stop := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		defer stop.Stop()
		said := <-rest
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server ended with %v\n%s", err, said)
		}
	})
	var said strings.Builder
	for url == "" {
		line, err := lines.ReadString('\n')
		said.WriteString(line)
		if m := serving.FindStringSubmatch(line); m != nil {
			url = m[1]
		} else if err != nil {
			rest <- said.String()
			t.Fatalf("the server did not start: %s", said.String())
		}
	}
	go func() {
		b, _ := io.ReadAll(lines)
		rest <- said.String() + string(b)
	}()
	return url
}
