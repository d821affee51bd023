package config

import (
	"path/filepath"
	"strings"

	"github.com/wslite/wslite/host/text"
)

// MCP is [mcp].
type MCP struct {
	// UploadRoots are the directories whose files an agent may name, absolute;
	// empty means that it may name none.
	UploadRoots []string
}

// mcp settles [mcp].
func (b *builder) mcp(c *Config) {
	const key = "mcp.upload_roots"
	for _, root := range b.settings.words(key) {
		path, msg := b.dirs.place(root, b.file)
		if msg != "" {
			b.bad(key, key+": "+msg)
			continue
		}
		c.MCP.UploadRoots = append(c.MCP.UploadRoots, path)
	}
}

// checkRoot says what is wrong with a directory that files may be sent from.
func checkRoot(s string) string {
	switch {
	case text.Line(s) != s:
		return "a path has no control characters"
	case !filepath.IsAbs(s) && !strings.HasPrefix(s, "~/"):
		return quote(s) + " must start with / or ~/: a relative path would mean another directory in each place"
	case filepath.IsAbs(s) && filepath.Dir(filepath.Clean(s)) == filepath.Clean(s):
		return "that is the whole machine; name the directory that files may be sent from"
	}
	return ""
}
