package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ticking is what all processors of the machine have done so far, in seconds.
type ticking struct{ busy, all float64 }

func machine() (t ticking, err error) {
	raw, err := os.ReadFile("/proc/stat")
	if err != nil {
		return t, err
	}
	line, _, _ := strings.Cut(string(raw), "\n")
	words := strings.Fields(line) // cpu user nice system idle iowait irq softirq steal …
	if len(words) < 9 || words[0] != "cpu" {
		return t, errors.New("/proc/stat does not begin with all processors")
	}
	for i, w := range words[1:9] {
		n, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return t, fmt.Errorf("/proc/stat: %w", err)
		}
		t.all += n / ticks
		if i != 3 && i != 4 { // idle, and waiting for a disk
			t.busy += n / ticks
		}
	}
	return t, nil
}

// self is the CPU time of this process, in seconds.
func self() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

// quiet waits until the machine does nearly nothing else, for as long as limit; a
// run among other programs says little. It gives up without a word: how much others
// took during a run is told with it.
func quiet(limit time.Duration) error {
	const look, idle = 250 * time.Millisecond, 0.1
	for end := time.Now().Add(limit); time.Now().Before(end); {
		before, err := machine()
		if err != nil {
			return err
		}
		time.Sleep(look)
		after, err := machine()
		if err != nil {
			return err
		}
		if all := after.all - before.all; all > 0 && (after.busy-before.busy)/all < idle {
			return nil
		}
	}
	return nil
}

// others is the part of the machine, in percent, that neither the server nor this
// process had from one moment to another.
func others(from, to ticking, ours float64) float64 {
	all := to.all - from.all
	if all <= 0 {
		return 0
	}
	return max(0, 100*(to.busy-from.busy-ours)/all)
}
