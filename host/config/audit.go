package config

import (
	"path/filepath"

	"github.com/wslite/wslite/host/limits"
)

// Audit is [audit].
type Audit struct {
	// Dir holds the files of the log; empty like StateDir.
	Dir string
	// RotateBytes is the size at which a new file is begun.
	RotateBytes int64
	// Keep is how many files stay; 0 keeps all.
	Keep int
	// Reads says that calls that change nothing are logged, too.
	Reads bool
}

// rotateMiB is the size of a file where none is given: some twenty thousand
// lines, which any editor opens. maxRotateMiB bounds what a look at the newest
// lines has to read.
const (
	rotateMiB    = 16
	maxRotateMiB = 256
)

// audit settles [audit].
func (b *builder) audit(c *Config) {
	if c.StateDir != "" {
		b.fallback("audit.dir", filepath.Join(c.StateDir, "audit"))
	}
	b.fallback("audit.rotate_mib", int64(rotateMiB))
	b.fallback("audit.reads", false)
	keep, _ := b.settings["audit.keep_files"].value.(int64)
	size, _ := b.settings["audit.rotate_mib"].value.(int64)
	c.Audit = Audit{
		Dir: b.settings.text("audit.dir"), RotateBytes: size * limits.MiB,
		Keep: int(keep), Reads: b.settings.flag("audit.reads"),
	}
}
