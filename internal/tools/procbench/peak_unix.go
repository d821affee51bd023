//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakMiB is the largest resident size of a finished process.
func peakMiB(st *os.ProcessState) float64 {
	ru, ok := st.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	unit := 1024.0 // kilobytes on Linux
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return float64(ru.Maxrss) * unit / (1 << 20)
}
