//go:build unix && mcpsuite

package mcp

import (
	"context"
	"errors"
	"os/exec"
	"testing"
	"time"
)

// released builds the program as people get it.
func released(t *testing.T) string { return build(t, "wslite") }

// run runs a program that ends by itself, and gives what it wrote and how it ended.
func run(t *testing.T, env []string, name string, args ...string) (out string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = env
	b, err := cmd.CombinedOutput()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) && ctx.Err() == nil {
		return string(b), failed.ExitCode()
	} else if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, b)
	}
	return string(b), 0
}
