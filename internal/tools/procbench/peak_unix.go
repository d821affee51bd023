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
	return inMiB(ru)
}

// ownPeakMiB is that of this process so far. The account of a child begins
// with it: what a smaller child used is not known.
func ownPeakMiB() float64 {
	var ru syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &ru) != nil {
		return 0
	}
	return inMiB(&ru)
}

func inMiB(ru *syscall.Rusage) float64 {
	unit := 1024.0 // kilobytes on Linux
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return float64(ru.Maxrss) * unit / (1 << 20)
}
