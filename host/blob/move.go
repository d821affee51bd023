package blob

import (
	"errors"
	"io/fs"
	"os"
)

// move renames a file. Without force a file that is there wins, also one that
// came a moment ago: a link fails then, where a rename would replace it. A file
// system without links gets an empty file first, which nobody else can make.
func move(from, to string, force bool) error {
	if !force {
		err := os.Link(from, to)
		switch {
		case err == nil:
			os.Remove(from)
			return nil
		case errors.Is(err, fs.ErrExist):
			return exists(to)
		}
		return moveWithoutLink(from, to)
	}
	if err := os.Rename(from, to); err != nil {
		return cantKeep(to, err)
	}
	return nil
}

func moveWithoutLink(from, to string) error {
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return exists(to)
	}
	if err != nil {
		return cantKeep(to, err)
	}
	f.Close()
	if err := os.Rename(from, to); err != nil {
		os.Remove(to)
		return cantKeep(to, err)
	}
	return nil
}
