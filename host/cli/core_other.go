//go:build !unix

package cli

// noCoreFile has nothing to do: such a system writes no core files.
func noCoreFile() {}
