// Command fuzzall runs every fuzz target of the module for a short time each,
// one after the other. Go's own command runs only one target at a time.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

func main() {
	each := flag.String("time", "10s", "time for each target")
	flag.Parse()
	if err := run(*each); err != nil {
		fmt.Fprintln(os.Stderr, "fuzzall:", err)
		os.Exit(1)
	}
}

func run(each string) error {
	pkgs, err := exec.Command("go", "list", "./...").Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	n := 0
	for _, pkg := range strings.Fields(string(pkgs)) {
		targets, err := targetsOf(pkg)
		if err != nil {
			return err
		}
		for _, target := range targets {
			n++
			fmt.Printf("== %s %s\n", pkg, target)
			cmd := exec.Command("go", "test", "-run", "^$", "-fuzz", "^"+target+"$", "-fuzztime", each, "-fuzzminimizetime", "10x", pkg)
			cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
			if err := cmd.Run(); err != nil {
				return fmt.Errorf("%s %s: %w", pkg, target, err)
			}
		}
	}
	if n == 0 {
		return fmt.Errorf("no fuzz target found")
	}
	fmt.Printf("fuzzall: %d targets ran for %s each\n", n, each)
	return nil
}

// targetsOf lists a package's fuzz targets without running anything. A
// package without test files that mention one is not compiled for it.
func targetsOf(pkg string) ([]string, error) {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", pkg).Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", pkg, err)
	}
	grep := exec.Command("grep", "-lE", "^func Fuzz", "-r", "--include=*_test.go", "-s", strings.TrimSpace(string(dir)))
	if found, _ := grep.Output(); len(bytes.TrimSpace(found)) == 0 {
		return nil, nil
	}
	out, err := exec.Command("go", "test", "-list", "^Fuzz", pkg).Output()
	if err != nil {
		return nil, fmt.Errorf("go test -list %s: %w", pkg, err)
	}
	var targets []string
	for _, line := range strings.Split(string(out), "\n") {
		if strings.HasPrefix(line, "Fuzz") {
			targets = append(targets, line)
		}
	}
	return targets, nil
}
