package plugin

import (
	"os"
	"path/filepath"
)

// Stamp tells one state of the added plugins from another, without reading
// them.
type Stamp struct{ info os.FileInfo }

// StampOf looks at the lock of a directory. Whatever adds, changes or removes a
// plugin writes a new one.
func StampOf(dir string) Stamp {
	info, err := os.Stat(filepath.Join(dir, lockName))
	if err != nil {
		return Stamp{} // there are none, or Open will say why not
	}
	return Stamp{info}
}

// Same says whether nothing was written in between.
func (s Stamp) Same(other Stamp) bool {
	if s.info == nil || other.info == nil {
		return s.info == other.info
	}
	return os.SameFile(s.info, other.info) && s.info.ModTime().Equal(other.info.ModTime()) && s.info.Size() == other.info.Size()
}
