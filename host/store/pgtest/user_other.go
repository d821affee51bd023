//go:build !unix

package pgtest

import "os/exec"

// No server is started on these systems; see find.
func give(...string) error { return nil }

func apart(*exec.Cmd) {}
