package config

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Files may be sent from directories that somebody named, and from none else.
func TestUploadRoots(t *testing.T) {
	m := newMachine(t)
	if roots := m.load().MCP.UploadRoots; roots != nil {
		t.Errorf("without a word of anybody: %q", roots)
	}
	m.write("[mcp]\nupload_roots = [\"~/outbox\", \"/srv/./out/\"]\n")
	if diff := cmp.Diff([]string{filepath.Join(m.home, "outbox"), "/srv/out"}, m.load().MCP.UploadRoots); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{`"outbox"`, `"/"`, `"//"`, `"/a\u0007"`, `""`, `"/a", "../b"`} {
		m.write("[mcp]\nupload_roots = [" + bad + "]\n")
		if _, err := Load(m.options()); err == nil || !strings.Contains(err.Error(), "upload_roots") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
