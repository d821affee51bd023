//go:build unix

package blob

import "syscall"

// nonBlocking keeps a FIFO that took a file's place from blocking the open.
const nonBlocking = syscall.O_NONBLOCK
