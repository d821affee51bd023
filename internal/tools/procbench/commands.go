package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"github.com/wslite/wslite/internal/sample"
)

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
	{name: "gmail search-messages --json (50 mails, local)", args: []string{"--local", "gmail", "search-messages", "in:inbox", "--max-results", "50", "--json", "--quiet"}},
	{name: "calendar list-events --json (a week of 30 events, local)", args: []string{"--local", "calendar", "list-events", "--from", sample.WeekFrom, "--to", sample.WeekTo, "--json", "--quiet"}},
	{name: "drive list-files --json (100 files, local)", args: []string{"--local", "drive", "list-files", "--page-size", "100", "--json", "--quiet"}},
	{name: "tasks list-tasklists --json (cold compile)", args: []string{"tasks", "list-tasklists", "--json"}, cold: true},
}

func (b bench) commands(o options) error {
	if err := b.fill(); err != nil {
		return err
	}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"success":true,"data":{"items":[{"id":"l1","title":"My Tasks","updated":"2026-01-01T00:00:00.000Z"}]},"pagination":{"hasMore":false}}`)
	}))
	defer proxy.Close()
	env := []string{
		"GOOGLE_WORKSPACE_TASKS_PROXY_URL=" + proxy.URL, "GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN=bench",
		"GOOGLE_WORKSPACE_GMAIL_PROXY_URL=" + proxy.URL, "GOOGLE_WORKSPACE_GMAIL_PROXY_TOKEN=bench",
	}
	fmt.Printf("\nMedians of %d runs.\n\n", o.runs)
	header()
	for _, s := range scenarios {
		m, err := b.measure(s, env, o.runs)
		if err != nil {
			return err
		}
		row(s.name, m)
	}
	return nil
}

func (b bench) measure(s scenario, env []string, runs int) (usage, error) {
	if s.cold {
		runs = min(runs, 5)
	}
	var list []usage
	for i := 0; i <= runs; i++ {
		if s.cold {
			if err := os.RemoveAll(filepath.Join(b.home, ".cache")); err != nil {
				return usage{}, err
			}
		}
		one, _, err := b.wslite(env, s.args...)
		if err != nil {
			return usage{}, err
		}
		if i > 0 || s.cold {
			list = append(list, one)
		}
	}
	return medians(list), nil
}
