package guest_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
	"github.com/wslite/wslite/sdk/plugintest"
)

// everywhere runs each call in two instances of the metered module and in the
// natively built plugin, and wants the same bytes from all three.
type everywhere struct {
	t      *testing.T
	module *sandbox.Module
	native string
}

func (e everywhere) Call(ctx context.Context, export string, input []byte) ([]byte, error) {
	// Both invocations are open at once, so they can't share an instance.
	first, err := e.module.Begin(ctx, sandboxtest.Clock())
	if err != nil {
		return nil, err
	}
	defer first.End()
	second, err := e.module.Begin(ctx, sandboxtest.Clock())
	if err != nil {
		return nil, err
	}
	defer second.End()
	a, err := first.Call(ctx, export, input)
	if err != nil {
		return nil, err
	}
	b, err := second.Call(ctx, export, input)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(a, b) || first.FuelUsed() != second.FuelUsed() {
		e.t.Errorf("%s: two instances differ (fuel %d and %d)\n%s\n%s", export, first.FuelUsed(), second.FuelUsed(), a, b)
	}
	cmd := exec.CommandContext(ctx, e.native, export)
	cmd.Stdin = bytes.NewReader(input)
	n, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("native %s: %w", export, err)
	}
	n = bytes.TrimSuffix(n, []byte("\n")) // the native build ends its output like a command
	if !bytes.Equal(a, n) {
		e.t.Errorf("%s: the module and the native build differ\n%s\n%s", export, a, n)
	}
	return a, nil
}

// TestCasesInTheSandbox runs every plugin's own cases, which its native tests
// run, through its module.
func TestCasesInTheSandbox(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join("..", "..", "plugins", "*", "testdata", "cases"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, cases := range dirs {
		dir := filepath.Dir(filepath.Dir(cases))
		t.Run(filepath.Base(dir), func(t *testing.T) {
			native := filepath.Join(t.TempDir(), "plugin")
			if out, err := exec.Command("go", "build", "-o", native, "./"+dir).CombinedOutput(); err != nil {
				t.Fatalf("go build: %v\n%s", err, out)
			}
			m := sandboxtest.Load(t, sandboxtest.New(t), dir)
			plugintest.Run(t, everywhere{t, m, native}, os.DirFS(cases))
		})
	}
}
