// Command gen writes the pinned route tables of host/route from the Discovery
// documents that ship in the Go module google.golang.org/api.
//
//	go run . -service tasks -out ../tables
//	go run . -out ../tables            (each table that is there already)
//
// It is a module of its own so that wslite never links that module. It reads
// documents and writes tables; it never talks to an API. build.go holds the
// rules, queries.go the one list that a person reviews.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	// The import keeps the module's version in go.mod. The package is a cheap
	// one; nothing of it is used.
	_ "google.golang.org/api/googleapi"
)

// module is where the documents come from.
const module = "google.golang.org/api"

// documents names each service's Discovery document inside the module.
var documents = map[string]string{
	"calendar": "calendar/v3/calendar-api.json",
	"docs":     "docs/v1/docs-api.json",
	"drive":    "drive/v3/drive-api.json",
	"forms":    "forms/v1/forms-api.json",
	"gmail":    "gmail/v1/gmail-api.json",
	"sheets":   "sheets/v4/sheets-api.json",
	"slides":   "slides/v1/slides-api.json",
	"tasks":    "tasks/v1/tasks-api.json",
}

func main() {
	service := flag.String("service", "", "service to write; empty for each table in the output directory")
	out := flag.String("out", "../tables", "directory of the tables")
	flag.Parse()
	if err := run(*service, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(service, out string) error {
	services := []string{service}
	if service == "" {
		var err error
		if services, err = present(out); err != nil {
			return err
		}
	}
	dir, err := moduleDir()
	if err != nil {
		return err
	}
	for _, s := range services {
		table, err := generate(dir, s)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, s+".json"), table, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// present lists the services whose table is in dir.
func present(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, f := range files {
		out = append(out, strings.TrimSuffix(filepath.Base(f), ".json"))
	}
	if out == nil {
		return nil, errors.New("no table in " + dir + "; name one with -service")
	}
	return out, nil
}

// moduleDir asks the Go command where the pinned version of the module is.
func moduleDir() (string, error) {
	b, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return "", fmt.Errorf("go list -m %s: %w", module, err)
	}
	dir := strings.TrimSpace(string(b))
	if dir == "" {
		return "", errors.New(module + " is not downloaded; run go mod download")
	}
	return dir, nil
}

// generate gives the table of one service as it stands in its file.
func generate(moduleDir, service string) ([]byte, error) {
	name, ok := documents[service]
	if !ok {
		return nil, fmt.Errorf("no document is known for the service %q", service)
	}
	b, err := os.ReadFile(filepath.Join(moduleDir, filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	t, err := build(service, b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return encode(t)
}
