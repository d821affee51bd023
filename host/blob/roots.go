package blob

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/wslite/wslite/host/fault"
)

// openInRoots opens a file that lies in one of the roots. The root is held open
// while its path is followed, so that no link, and no swap of a directory in
// between, leads out of it (W150).
func (s *Store) openInRoots(path string) (*os.File, error) {
	if len(s.o.Roots) == 0 {
		return nil, fault.New(fault.NotSupported, "this way of calling can't read files of the machine").
			WithHint("whoever runs the server can allow a directory: upload_roots under [mcp] in wslite.toml")
	}
	if !filepath.IsAbs(path) {
		return nil, fault.New(fault.Usage, "%q is no absolute path", path).
			WithHint("files may be named in: %s", strings.Join(s.o.Roots, ", "))
	}
	for _, root := range s.o.Roots {
		name, err := filepath.Rel(root, path)
		if err != nil || !filepath.IsLocal(name) {
			continue
		}
		dir, err := os.OpenRoot(root)
		if err != nil {
			return nil, fault.Wrap(err, fault.Client, "the directory %q, whose files may be named, can't be opened", root).
				WithHint("it stands in upload_roots under [mcp] in wslite.toml")
		}
		defer dir.Close()
		// Whether a file outside exists is nothing that a caller may learn, so
		// what leads out is told like what lies outside.
		f, err := openWith(name, dir.Stat, dir.OpenFile, path)
		if leadsOut(err) {
			break
		}
		return f, err
	}
	return nil, fault.New(fault.ActionNotAllowed, "%q does not lie in a directory whose files may be named", path).
		WithHint("files may be named in: %s; upload_roots under [mcp] in wslite.toml names more", strings.Join(s.o.Roots, ", "))
}

// leadsOut says that a path was refused because it leaves its root: the other
// reasons why nothing can be opened have errors of their own.
func leadsOut(err error) bool {
	f := fault.Of(err)
	return f != nil && f.Cause != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission)
}
