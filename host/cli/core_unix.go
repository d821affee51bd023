//go:build unix

package cli

import "syscall"

// noCoreFile keeps a crash from writing the memory of the process, tokens
// included, to the disk. Where it can't be kept, nothing is worse than before.
func noCoreFile() {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_CORE, &limit) == nil {
		limit.Cur = 0
		syscall.Setrlimit(syscall.RLIMIT_CORE, &limit)
	}
}
