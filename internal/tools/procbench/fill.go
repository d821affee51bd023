package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/wslite/wslite/internal/sample"
)

// fill imports mails, events and files into the local workspace, once: as a
// user's own would come.
func (b bench) fill() error {
	dir := filepath.Join(b.home, "sample")
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	paths, err := sample.Write(dir)
	if err != nil {
		return err
	}
	if _, _, err := b.wslite(nil, append([]string{"local", "import", "--label", "Inbox"}, paths...)...); err != nil {
		return err
	}
	return b.filled()
}

// filled makes sure that the commands find what was imported: a fast answer to
// a search that finds nothing says little.
func (b bench) filled() error {
	want := map[string]int{"gmail": sample.Mails, "calendar": sample.Events, "drive": sample.Files}
	for _, s := range scenarios {
		n, ok := want[s.args[min(1, len(s.args)-1)]]
		if !ok || s.args[0] != "--local" {
			continue
		}
		_, out, err := b.wslite(nil, append(s.args, "--jq", `[.. | objects | select(has("id") and (has("subject") or has("title") or has("name")))] | length`)...)
		if err != nil {
			return err
		}
		var got int
		if err := json.Unmarshal([]byte(out), &got); err != nil || got < n {
			return fmt.Errorf("%s finds %d of %d", s.name, got, n)
		}
	}
	return nil
}
