//go:build wslitecrash

package crash

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The variables that a test sets for the program. PointVar holds "name", or
// "name:N" for the N-th time that the place is reached, from 1. FileVar names
// the file that tells the test that the place was reached. SleepVar, where set,
// is how long the machine sleeps there, as "16m": the process goes on once the
// test has removed the file, and its clock is that much later then.
const (
	PointVar = "WSLITE_CRASH_POINT"
	FileVar  = "WSLITE_CRASH_FILE"
	SleepVar = "WSLITE_CRASH_SLEEP"
)

var (
	mu      sync.Mutex
	reached = map[string]int{}
)

// Point marks a place. Where the environment names it, it writes the file and
// blocks for ever, or as long as the machine sleeps; the process is there to be
// killed. Other goroutines go on, as they would in a process that is killed a
// moment later.
func Point(name string) {
	mu.Lock()
	reached[name]++
	count := reached[name]
	mu.Unlock()
	if !chosen(os.Getenv(PointVar), name, count) {
		return
	}
	if err := os.WriteFile(os.Getenv(FileVar), []byte(name+"\n"), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, "crash point:", err)
		os.Exit(70) // the test waits for the file in vain otherwise
	}
	if value := os.Getenv(SleepVar); value != "" {
		sleep(duration(value))
		return
	}
	for { // select{} in a process that does nothing else would end it
		time.Sleep(time.Hour)
	}
}

// sleep waits for the test, and lets the time pass that it says has passed.
func sleep(d time.Duration) {
	for {
		if _, err := os.Stat(os.Getenv(FileVar)); os.IsNotExist(err) {
			slept.Add(int64(d))
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// chosen says whether the variable's value means the count-th time of a place.
func chosen(value, name string, count int) bool {
	want, nth, counted := strings.Cut(value, ":")
	n := 1
	if counted {
		var err error
		if n, err = strconv.Atoi(nth); err != nil {
			return false
		}
	}
	return want == name && count == n
}
