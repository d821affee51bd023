//go:build !unix

package main

import "os"

// peakMiB is not known on this system.
func peakMiB(*os.ProcessState) float64 { return 0 }

// ownPeakMiB is not known either.
func ownPeakMiB() float64 { return 0 }
