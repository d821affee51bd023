//go:build unix

package safefile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file where a directory should be is named as what it is, since the path itself
// looks right.
func TestFileForADirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadPrivate(filepath.Join(file, "plugins", "lock"), 10); err == nil || !strings.Contains(err.Error(), "should be a directory is a file") {
		t.Error(err)
	}
}
