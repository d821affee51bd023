// Command mcpload puts load on `wslite mcp`: a real process, over stdio and over
// HTTP, with the services behind it on loopback. It prints Markdown tables.
//
// Measured (the default): how long tools/list takes and how large it is, how many
// calls of a read tool a server answers in a second with one client and with many,
// what a call costs it in CPU, and its memory. What answers the server and what
// asks it are this process, so that the server's CPU and memory, which are read in
// /proc, are its own.
//
// With -soak: many calls over HTTP by three users at once, among them calls of a
// plugin that traps and of one that never ends. It fails where an answer is not its
// caller's, where a call that should succeed does not, or where the server grows.
//
// Start reading at bench.go or soak.go.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

type options struct {
	bin, plugin, only string
	calls, runs       int
	soak              bool
	soakCalls, warm   int
	running           int
	quiet             time.Duration
}

func main() {
	o := options{}
	flag.StringVar(&o.bin, "bin", "bin/wslite", "the binary")
	flag.StringVar(&o.only, "only", "", "measure one part: lists, calls, services or large")
	flag.IntVar(&o.calls, "calls", 2000, "calls of one run of a row")
	flag.IntVar(&o.runs, "runs", 5, "runs of a row, of which medians are told")
	flag.DurationVar(&o.quiet, "quiet", 0, "how long each run may wait for a moment in which the machine does nothing else")
	flag.BoolVar(&o.soak, "soak", false, "soak instead of measuring")
	flag.StringVar(&o.plugin, "plugin", "test/mcp/plugins/trap", "folder of the plugin that harms, for the soak")
	flag.IntVar(&o.soakCalls, "soak-calls", 50_000, "calls of the soak")
	flag.IntVar(&o.warm, "warm", 5000, "calls of the soak after which memory is first looked at")
	flag.IntVar(&o.running, "running", 64, "calls of the soak that run at once")
	flag.Parse()
	// The children are ended by what is deferred, which a signal would pass over.
	end := make(chan os.Signal, 1)
	signal.Notify(end, os.Interrupt, syscall.SIGTERM)
	done := make(chan error, 1)
	go func() { done <- run(o) }()
	select {
	case err := <-done:
		if err != nil {
			fmt.Fprintln(os.Stderr, "mcpload:", err)
			os.Exit(1)
		}
	case <-end:
		endAll()
		os.Exit(130)
	}
}

func run(o options) error {
	bin, err := filepath.Abs(o.bin)
	if err != nil {
		return err
	}
	home, err := os.MkdirTemp("", "wslite-load-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	defer endAll()
	fmt.Printf("%s/%s, %d processors, %s; load %s\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), load())
	if err := o.check(); err != nil {
		return err
	}
	w := world{bin: bin, home: home, env: []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TZ=UTC"}}
	if o.soak {
		err = w.soak(o)
	} else {
		err = w.measure(o)
	}
	fmt.Printf("\nLoad at the end: %s\n", load())
	return err
}

// check refuses what would measure nothing.
func (o options) check() error {
	switch {
	case o.only != "" && !slices.ContainsFunc(parts, func(p part) bool { return p.name == o.only }):
		return fmt.Errorf("-only knows lists, calls, services and large, not %q", o.only)
	case o.runs < 1 || o.calls < 1:
		return fmt.Errorf("-runs and -calls are 1 or more")
	case o.soak && (o.warm < 2 || o.soakCalls < o.warm+4 || o.running < 1):
		return fmt.Errorf("-soak-calls are more than -warm, and -running is 1 or more")
	}
	return nil
}

// load is the machine's, of one, five and fifteen minutes.
func load() string {
	raw, err := os.ReadFile("/proc/loadavg")
	words := strings.Fields(string(raw))
	if err != nil || len(words) < 3 {
		return "unknown"
	}
	return strings.Join(words[:3], ", ")
}
