package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// usage is what the system says of a server at one moment.
type usage struct {
	cpu       float64 // seconds, of user and system
	rss, peak float64 // MiB, as the system counts it: a page mapped twice counts twice
	own       float64 // MiB of memory that is really taken (PSS)
	threads   int
	files     int // open file descriptors
}

// ticks is how many units of /proc/PID/stat make a second; Linux shows 100 on
// every machine.
const ticks = 100

// usage reads /proc, so it is for Linux alone.
func (s *server) usage() (u usage, err error) {
	dir := fmt.Sprintf("/proc/%d/", s.cmd.Process.Pid)
	stat, err := os.ReadFile(dir + "stat")
	if err != nil {
		return u, fmt.Errorf("the server's figures are not to be had: %w", err)
	}
	// The name in brackets may hold blanks.
	_, rest, _ := strings.Cut(string(stat), ") ")
	words := strings.Fields(rest)
	if len(words) < 13 {
		return u, fmt.Errorf("%sstat has %d fields", dir, len(words))
	}
	for _, at := range []int{11, 12} { // utime and stime
		n, err := strconv.Atoi(words[at])
		if err != nil {
			return u, fmt.Errorf("%sstat: %w", dir, err)
		}
		u.cpu += float64(n) / ticks
	}
	for _, file := range []string{"status", "smaps_rollup"} {
		raw, err := os.ReadFile(dir + file)
		if err != nil {
			return u, err
		}
		for line := range strings.Lines(string(raw)) {
			key, value, _ := strings.Cut(line, ":")
			n, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB"))
			switch key {
			case "VmRSS":
				u.rss = float64(n) / 1024
			case "VmHWM":
				u.peak = float64(n) / 1024
			case "Pss":
				u.own = float64(n) / 1024
			case "Threads":
				u.threads = n
			}
		}
	}
	open, err := os.ReadDir(dir + "fd")
	u.files = len(open)
	return u, err
}
