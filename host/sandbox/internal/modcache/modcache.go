// Package modcache keeps the native code of modules, which is costly to make.
//
// It owns one directory of the user's, with an entry per module digest. Since
// an entry holds machine code, nobody but the user (or root) may be able to
// change the directory or what leads to it. Several processes may use it at
// once: files appear whole or not at all, and an entry that vanishes is a
// miss.
//
// A cache that can't be used costs time and nothing else: it never fails a
// caller. What is wrong is told once.
//
// The package knows nothing of wazero but that it puts its files where Entry.
// Path says. Start reading at Open.
package modcache

import (
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"golang.org/x/sys/cpu"

	"github.com/wslite/wslite/host/safefile"
)

// layout names how entries are made. It must change with wazero's version,
// which a test compares with go.mod, and with what the sandbox links.
const layout = "2-wazero1.12.0"

var (
	generationName = regexp.MustCompile(`^[0-9]+-wazero[0-9.]+-[0-9a-f]{8}$`)
	digestName     = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// Cache is a directory of entries. All methods may be called by many
// goroutines at once.
type Cache struct {
	root, generation string
	most             int64
	warn             func(string)
	ready            func() bool
}

// Open names the directory; "" gives a cache that holds nothing. The
// directory is made and looked at when it is first needed. most bounds its
// size in bytes. warn is told, at most once, why it can't be used; and once
// for each entry that had to be thrown away.
func Open(dir string, most int64, warn func(string)) *Cache {
	c := &Cache{most: most, warn: warn}
	if dir == "" {
		c.ready = func() bool { return false }
		return c
	}
	c.root = filepath.Join(dir, "modules")
	c.generation = filepath.Join(c.root, generation())
	c.ready = sync.OnceValue(c.prepare)
	return c
}

// generation tells apart what can't be shared: layouts, wazero's versions and
// processors, since a home directory may be shared between machines.
func generation() string {
	features := fmt.Sprintf("%+v %+v", cpu.X86, cpu.ARM64)
	return fmt.Sprintf("%s-%08x", layout, crc32.ChecksumIEEE([]byte(features)))
}

// prepare makes the directory and finds out whether files can be made in it.
func (c *Cache) prepare() bool {
	err := safefile.Dir(c.generation)
	if err == nil {
		var probe *os.File
		if probe, err = os.CreateTemp(c.generation, ".probe.*"); err == nil {
			probe.Close()
			err = os.Remove(probe.Name())
		}
	}
	if err != nil {
		c.warn(fmt.Sprintf("plugins are prepared anew each time, since their cache can't be used: %v", err))
	}
	return err == nil
}

// Entry gives the place of a module, by the hex SHA-256 of its bytes; false
// where there is no usable cache.
func (c *Cache) Entry(digest string) (*Entry, bool) {
	if !digestName.MatchString(digest) || !c.ready() {
		return nil, false
	}
	e := &Entry{cache: c, path: filepath.Join(c.generation, digest)}
	if err := safefile.Dir(e.path); err != nil {
		c.warn(fmt.Sprintf("a plugin is prepared anew each time, since its cache can't be used: %v", err))
		return nil, false
	}
	return e, true
}
