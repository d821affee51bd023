package pgtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// find gives the directory of the server's programs, or why there is none.
func find() (dir, why string) {
	if runtime.GOOS == "windows" {
		return "", "tests start no PostgreSQL on Windows"
	}
	var dirs []string
	if out, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		dirs = append(dirs, strings.TrimSpace(string(out)))
	}
	// Debian keeps the programs of each version in a directory of its own, and
	// pg_config may belong to the client's library alone.
	debian, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(debian, func(a, b string) int { return version(b) - version(a) })
	dirs = append(dirs, debian...)
	if path, err := exec.LookPath("initdb"); err == nil {
		dirs = append(dirs, filepath.Dir(path))
	}
	for _, dir := range dirs {
		if has(dir, "initdb") && has(dir, "pg_ctl") && has(dir, "postgres") {
			return dir, ""
		}
	}
	return "", "no PostgreSQL server is installed here"
}

func version(dir string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(dir)))
	return n
}

func has(dir, program string) bool {
	info, err := os.Stat(filepath.Join(dir, program))
	return err == nil && info.Mode().IsRegular()
}
