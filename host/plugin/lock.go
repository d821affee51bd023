package plugin

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
	"github.com/wslite/wslite/sdk/abi"
)

const (
	lockName  = "plugins.lock"
	mutexName = ".plugins.mutex"
	// lockVersion is the form of the lock file.
	lockVersion = 1
	// maxLock is the largest lock file that is read, in bytes: a thousand
	// plugins.
	maxLock = 8 << 20
	// maxModule is the largest module that is read, in bytes. The rules for
	// modules (host/sandbox/wasm) are stricter; metering adds a few percent.
	maxModule = 32 << 20
	// maxMeta is the largest file with a catalog, in bytes; a catalog is an
	// output of the guest and so below 4 MiB.
	maxMeta = 8 << 20
)

// lockFile is the content of plugins.lock.
type lockFile struct {
	Version int     `json:"version"`
	Plugins []entry `json:"plugins"`
}

// entry is one added plugin. A change of anything in it that the module, its
// catalog or its requests don't bear out stops the plugin.
type entry struct {
	Service string `json:"service"`
	// File is the name of the stored module without ".wasm"; its metadata
	// lies beside it with ".json".
	File string `json:"file"`
	// Source is the file that was added, absolute. While it exists it must
	// still have the original digest; SourceStamp spares the hashing.
	Source         string `json:"source"`
	SourceStamp    string `json:"sourceStamp"`
	OriginalDigest string `json:"originalDigest"`
	Digest         string `json:"digest"`
	CatalogDigest  string `json:"catalogDigest"`
	ABI            int    `json:"abi"`
	Grant          Grant  `json:"grant"`
}

// fileName is the name under which a module is stored. It holds the digest,
// so that a new version never overwrites the one that the lock still names.
func fileName(service, digest string) string { return service + "-" + digest[:16] }

// readLock reads the lock of a directory; a missing one is empty.
func readLock(dir string) (*lockFile, error) {
	l := &lockFile{Version: lockVersion}
	if dir == "" {
		return l, nil
	}
	file := filepath.Join(dir, lockName)
	b, err := safefile.Read(file, maxLock)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return nil, err
	}
	if err := strict(b, l); err != nil {
		return nil, fault.Wrap(err, fault.PluginChanged, "the plugin lock %q is damaged", file).
			WithHint("put it back from a copy, or remove it and add the plugins again")
	}
	if err := l.check(); err != nil {
		return nil, fault.New(fault.PluginChanged, "the plugin lock %q is not valid: %v", file, err).
			WithHint("put it back from a copy, or remove it and add the plugins again")
	}
	return l, nil
}

// check looks at what later steps rely on: names that stay in the directory,
// and one entry per service.
func (l *lockFile) check() error {
	if l.Version != lockVersion {
		return fault.New(fault.PluginChanged, "it has version %d, this wslite reads version %d", l.Version, lockVersion)
	}
	seen := map[string]bool{}
	for _, e := range l.Plugins {
		switch {
		case !isDigest(e.Digest) || !isDigest(e.OriginalDigest) || !isDigest(e.CatalogDigest):
			return fault.New(fault.PluginChanged, "a digest of %q is not SHA-256 in hexadecimal", e.Service)
		case !isService(e.Service):
			return fault.New(fault.PluginChanged, "%q is no name of a service", e.Service)
		case e.File != fileName(e.Service, e.Digest):
			return fault.New(fault.PluginChanged, "the file name %q does not belong to %s", e.File, e.Service)
		case seen[e.Service]:
			return fault.New(fault.PluginChanged, "%s stands in it twice", e.Service)
		}
		seen[e.Service] = true
	}
	return nil
}

func isDigest(s string) bool {
	for _, c := range s {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) == 64
}

func isService(s string) bool {
	for _, c := range s {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return s != "" && len(s) <= 64
}

// update changes the lock while no other process does. The function gets the
// entries as they are now, by service, and leaves them as they should be.
func updateLock(dir string, change func(map[string]entry) error) error {
	if err := safefile.Dir(dir); err != nil {
		return err
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(dir, mutexName)).Lock()
	if err != nil {
		return fault.Wrap(err, fault.Client, "the plugin directory %q can't be locked", dir)
	}
	defer unlock()
	l, err := readLock(dir)
	if err != nil {
		return err
	}
	entries := map[string]entry{}
	for _, e := range l.Plugins {
		entries[e.Service] = e
	}
	if err := change(entries); err != nil {
		return err
	}
	b, err := json.MarshalIndent(lockFile{lockVersion, sortedEntries(entries)}, "", "  ")
	if err != nil {
		return fault.Wrap(err, fault.Client, "the plugin lock can't be written as JSON")
	}
	return safefile.Write(filepath.Join(dir, lockName), append(b, '\n'))
}

func sortedEntries(m map[string]entry) []entry {
	out := []entry{}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		out = append(out, m[name])
	}
	return out
}

// routesOf lists the routes of all rows, each once.
func routesOf(rows []abi.ActionRequest) []abi.Route {
	var out []abi.Route
	for _, row := range rows {
		for _, r := range row.Routes {
			if !slices.ContainsFunc(out, func(o abi.Route) bool { return sameRoute(o, r) }) {
				out = append(out, r)
			}
		}
	}
	return out
}

func sameRoute(a, b abi.Route) bool {
	return a.ID == b.ID && a.Method == b.Method && a.Host == b.Host && a.Path == b.Path && a.Body == b.Body &&
		slices.Equal(a.Query, b.Query)
}
