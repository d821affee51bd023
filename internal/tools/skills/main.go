// Command skills writes skills/: instructions for agents, one file that holds for
// all tools and one for each service. What a tool is for comes from the catalogs,
// what it may do to the world from the host's risk tables; only the words around
// stand here (common.md).
//
//	go run ./internal/tools/skills -root .
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	root := flag.String("root", ".", "the repository")
	flag.Parse()
	if err := write(*root); err != nil {
		fmt.Fprintln(os.Stderr, "skills:", err)
		os.Exit(1)
	}
}

// write replaces skills/ as a whole, so that nothing of a service that is gone
// stays.
func write(root string) error {
	files, err := render(root)
	if err != nil {
		return err
	}
	dir := filepath.Join(root, "skills")
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
