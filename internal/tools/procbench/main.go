// Command procbench measures wslite as a user meets it: whole processes, with
// the operating system's own account of each finished run. It prints medians
// of CPU seconds, wall seconds and peak memory as Markdown tables: of commands,
// of what claims, drafts and the audit log cost, of transfers beside curl's, and
// how many requests are under way at once.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Parts that -only names.
const (
	partCommands  = "commands"
	partRecords   = "records"
	partTransfers = "transfers"
	partFlight    = "flight"
)

func main() {
	o := options{}
	flag.StringVar(&o.bin, "bin", "bin/wslite", "the binary")
	flag.IntVar(&o.runs, "runs", 15, "counted runs of each command, after one that is not counted")
	flag.IntVar(&o.transfers, "transfers", 3, "runs of each transfer")
	flag.Int64Var(&o.size, "mib", 256, "MiB of the file that transfers move")
	flag.StringVar(&o.only, "only", "", "measure one part: commands, records, transfers or flight")
	flag.StringVar(&o.against, "against", "", "another binary to run beside, where records are measured")
	flag.IntVar(&o.claims, "claims", 100_000, "claims in the store, where records are measured")
	flag.IntVar(&o.drafts, "drafts", 1000, "drafts in it")
	flag.IntVar(&o.lines, "lines", 200_000, "lines of the audit log")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "procbench:", err)
		os.Exit(1)
	}
}

type options struct {
	bin, only, against    string
	runs, transfers       int
	size                  int64 // MiB
	claims, drafts, lines int
}

func run(o options) error {
	bin, err := filepath.Abs(o.bin)
	if err != nil {
		return err
	}
	if o.against != "" {
		if o.against, err = filepath.Abs(o.against); err != nil {
			return err
		}
	}
	home, err := os.MkdirTemp("", "wslite-bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	b := bench{bin: bin, home: home, env: []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TZ=UTC"}}
	parts := []struct {
		name string
		run  func(options) error
	}{
		{partCommands, b.commands}, {partRecords, b.records}, {partTransfers, b.transfers}, {partFlight, b.flight},
	}
	fmt.Printf("%s/%s, %d processors, %s\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	for _, p := range parts {
		if o.only != "" && o.only != p.name {
			continue
		}
		if err := p.run(o); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

type bench struct {
	bin, home string
	env       []string
}

// usage is what one finished process took.
type usage struct{ cpu, wall, peak float64 } // seconds, seconds, MiB

// process runs a program to its end. What it prints is told if it fails.
func (b bench) process(env []string, name string, args ...string) (usage, string, error) {
	cmd := exec.Command(name, args...)
	cmd.Env, cmd.Dir = slices.Concat(b.env, env), b.home
	start := time.Now()
	out, err := cmd.CombinedOutput()
	took := time.Since(start)
	if err != nil {
		return usage{}, "", fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
	}
	st := cmd.ProcessState
	return usage{(st.UserTime() + st.SystemTime()).Seconds(), took.Seconds(), peakMiB(st)}, string(out), nil
}

// wslite runs the binary that is measured.
func (b bench) wslite(env []string, args ...string) (usage, string, error) {
	return b.process(env, b.bin, args...)
}

// medians gives the median of each figure by itself.
func medians(list []usage) usage {
	var cpu, wall, peak []float64
	for _, s := range list {
		cpu, wall, peak = append(cpu, s.cpu), append(wall, s.wall), append(peak, s.peak)
	}
	return usage{median(cpu), median(wall), median(peak)}
}

// peakText shows a peak; one that may be that of this process is a bound.
func (u usage) peakText() string {
	if own := ownPeakMiB(); u.peak <= own {
		return fmt.Sprintf("< %.0f", own)
	}
	return fmt.Sprintf("%.0f", u.peak)
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}
