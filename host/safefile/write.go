package safefile

import (
	"os"
	"path/filepath"

	"github.com/wslite/wslite/host/fault"
)

// Write replaces path by data, readable and writable by this user alone. The
// bytes are on the disk before the name points at them, so a crash leaves the
// old file or the new one. The directory must exist.
func Write(path string, data []byte) error {
	dir := filepath.Dir(path)
	// CreateTemp makes the file with mode 0600.
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*.new")
	if err != nil {
		return unwritable(path, err)
	}
	if err := fill(f, data); err != nil {
		os.Remove(f.Name())
		return unwritable(path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		os.Remove(f.Name())
		return unwritable(path, err)
	}
	// Some file systems can't sync a directory; the file itself is whole
	// either way.
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		d.Close()
	}
	return nil
}

func fill(f *os.File, data []byte) error {
	_, err := f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// Dir makes the directory, and those that lead to it, for this user alone
// where they are missing, and checks that it can be trusted.
func Dir(path string) error {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return unwritable(path, err)
	}
	return Check(path)
}

func unwritable(path string, err error) error {
	why := "it can't be written"
	if os.IsPermission(err) {
		why = "this user may not write it"
	}
	return fault.Wrap(err, fault.Client, "%q: %s", path, why)
}
