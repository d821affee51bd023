// Command procbench measures wslite as a user meets it: whole processes, with
// the operating system's own account of each finished run. It prints medians
// of CPU seconds, wall seconds and peak memory as a Markdown table.
package main

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"time"
)

func main() {
	bin := flag.String("bin", "bin/wslite", "the binary")
	runs := flag.Int("runs", 15, "counted runs of each command, after one that is not counted")
	flag.Parse()
	if err := run(*bin, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "procbench:", err)
		os.Exit(1)
	}
}

// scenario is one command line to measure.
type scenario struct {
	name string
	args []string
	// cold empties the compile cache before each run.
	cold bool
}

var scenarios = []scenario{
	{name: "version", args: []string{"version"}},
	{name: "--help", args: []string{"--help"}},
	{name: "tools", args: []string{"tools"}},
	{name: "tasks list-tasklists --help", args: []string{"tasks", "list-tasklists", "--help"}},
	{name: "tasks list-tasklists --json (warm, proxy)", args: []string{"tasks", "list-tasklists", "--json"}},
	{name: "tasks list-tasklists --json (warm, local)", args: []string{"--local", "tasks", "list-tasklists", "--json", "--quiet"}},
	{name: "gmail profile --json (warm, proxy; the largest module)", args: []string{"gmail", "profile", "--json"}},
	{name: "tasks list-tasklists --json (cold compile)", args: []string{"tasks", "list-tasklists", "--json"}, cold: true},
}

func run(bin string, runs int) error {
	bin, err := filepath.Abs(bin)
	if err != nil {
		return err
	}
	home, err := os.MkdirTemp("", "wslite-bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"success":true,"data":{"items":[{"id":"l1","title":"My Tasks","updated":"2026-01-01T00:00:00.000Z"}]},"pagination":{"hasMore":false}}`)
	}))
	defer proxy.Close()
	b := bench{bin: bin, home: home, env: []string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"),
		"GOOGLE_WORKSPACE_TASKS_PROXY_URL=" + proxy.URL,
		"GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN=bench",
		"GOOGLE_WORKSPACE_GMAIL_PROXY_URL=" + proxy.URL,
		"GOOGLE_WORKSPACE_GMAIL_PROXY_TOKEN=bench",
	}}
	fmt.Printf("%s/%s, %d processors, %s, medians of %d runs\n\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), runs)
	fmt.Println("| command | CPU s | wall s | peak MiB |")
	fmt.Println("|---|---|---|---|")
	for _, s := range scenarios {
		if err := b.measure(s, runs); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

type bench struct {
	bin, home string
	env       []string
}

func (b bench) measure(s scenario, runs int) error {
	if s.cold {
		runs = min(runs, 5)
	}
	var cpu, wall, mem []float64
	for i := 0; i <= runs; i++ {
		if s.cold {
			if err := os.RemoveAll(filepath.Join(b.home, ".cache")); err != nil {
				return err
			}
		}
		cmd := exec.Command(b.bin, s.args...)
		cmd.Env, cmd.Dir = b.env, b.home
		start := time.Now()
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		took := time.Since(start)
		if i == 0 && !s.cold {
			continue
		}
		st := cmd.ProcessState
		cpu = append(cpu, (st.UserTime() + st.SystemTime()).Seconds())
		wall = append(wall, took.Seconds())
		mem = append(mem, peakMiB(st))
	}
	fmt.Printf("| `%s` | %.3f | %.3f | %.0f |\n", s.name, median(cpu), median(wall), median(mem))
	return nil
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}
