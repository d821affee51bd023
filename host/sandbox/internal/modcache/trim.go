package modcache

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

const (
	// keepOther is how long the entries of another version or processor are
	// kept unused: two versions may be in use side by side for a while.
	keepOther = 7 * 24 * time.Hour
	// keepOpen is how long an entry may take to be made.
	keepOpen = time.Hour
)

type usage struct {
	path string
	size int64
	used time.Time
}

// trim removes entries of other generations that nobody uses any more,
// entries that were never finished, and then the least recently used ones
// until the rest fits.
func (c *Cache) trim(now time.Time) {
	var entries []usage
	total := int64(0)
	for _, gen := range names(c.root, generationName.MatchString) {
		dir := filepath.Join(c.root, gen)
		left := 0
		for _, digest := range names(dir, digestName.MatchString) {
			u, sealed := measure(filepath.Join(dir, digest))
			age := now.Sub(u.used)
			if !sealed && age > keepOpen || dir != c.generation && age > keepOther {
				_ = os.RemoveAll(u.path)
				continue
			}
			left++
			total += u.size
			entries = append(entries, u)
		}
		if left == 0 && dir != c.generation {
			_ = os.RemoveAll(dir)
		}
	}
	slices.SortFunc(entries, func(a, b usage) int { return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.path, b.path)) })
	for _, u := range entries {
		if total <= c.most {
			return
		}
		_ = os.RemoveAll(u.path)
		total -= u.size
	}
}

// names lists the directories in dir whose names are ours. Links are not
// followed: anything else that lies there is not the cache's to remove.
func names(dir string, ours func(string) bool) []string {
	found, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range found {
		if e.IsDir() && ours(e.Name()) {
			out = append(out, e.Name())
		}
	}
	return out
}

// measure gives an entry's size and last use, and whether it is complete.
func measure(path string) (u usage, complete bool) {
	u.path = path
	_ = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // it vanished: another process trims too
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		if d.Type().IsRegular() {
			u.size += info.Size()
		}
		switch {
		case p == filepath.Join(path, seal):
			u.used, complete = info.ModTime(), true
		case !complete && info.ModTime().After(u.used):
			u.used = info.ModTime()
		}
		return nil
	})
	return u, complete
}
