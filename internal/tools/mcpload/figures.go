package main

import (
	"slices"
	"time"
)

// percentile gives the value below which a part of all lies, in milliseconds.
func percentile(took []time.Duration, part float64) float64 {
	if len(took) == 0 {
		return 0
	}
	slices.Sort(took)
	at := min(int(part*float64(len(took))), len(took)-1)
	return float64(took[at].Nanoseconds()) / 1e6
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}
