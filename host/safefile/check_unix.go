//go:build unix

package safefile

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/wslite/wslite/host/fault"
)

// maxLinks is how many symbolic links one path may go through, as in Linux.
const maxLinks = 40

// Check says whether only this user or root can change what path names. It
// follows the path as the system would, one name at a time, and looks at every
// directory and link that takes part. A directory that anybody may write to
// is accepted only with the sticky bit (/tmp): there nobody can rename or
// remove what belongs to another, and the owner of each entry is checked.
func Check(path string) error {
	abs, err := absolute(path)
	if err != nil {
		return err
	}
	dir, rest, links := "/", names(abs), 0
	if err := lookAt(dir); err != nil {
		return err
	}
	for len(rest) > 0 {
		name := rest[0]
		rest = rest[1:]
		if name == ".." {
			dir = filepath.Dir(dir)
			continue
		}
		next := filepath.Join(dir, name)
		info, err := os.Lstat(next)
		if err != nil {
			return unreadable(next, err)
		}
		if info.Mode()&os.ModeSymlink == 0 {
			if err := trusted(next, info); err != nil {
				return err
			}
			dir = next
			continue
		}
		if links++; links > maxLinks {
			return fault.New(fault.Client, "%q goes through more than %d symbolic links", path, maxLinks)
		}
		if err := owned(next, info); err != nil {
			return err
		}
		target, err := os.Readlink(next)
		if err != nil {
			return unreadable(next, err)
		}
		if filepath.IsAbs(target) {
			dir = "/"
		}
		rest = append(names(target), rest...)
	}
	return nil
}

// names splits a path into its names; "." and empty ones are dropped, ".."
// is kept, since behind a link it is not the directory before it.
func names(path string) []string {
	var out []string
	for _, n := range strings.Split(path, "/") {
		if n != "" && n != "." {
			out = append(out, n)
		}
	}
	return out
}

func lookAt(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return unreadable(path, err)
	}
	return trusted(path, info)
}

func trusted(path string, info os.FileInfo) error {
	if err := owned(path, info); err != nil {
		return err
	}
	sticky := info.IsDir() && info.Mode()&os.ModeSticky != 0
	if info.Mode().Perm()&0o022 != 0 && !sticky {
		return fault.New(fault.Client, "%q is refused: other users may write to it (mode %04o)", path, info.Mode().Perm()).
			WithHint("run: chmod go-w %q", path)
	}
	return nil
}

// private refuses what other users may read.
func private(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return unreadable(path, err)
	}
	if info.Mode().Perm()&0o044 != 0 {
		return fault.New(fault.Client, "%q is refused: it holds a secret, and other users may read it (mode %04o)", path, info.Mode().Perm()).
			WithHint("run: chmod go-rwx %q; if others could read it, make what it holds anew", path)
	}
	return nil
}

func owned(path string, info os.FileInfo) error {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return fault.New(fault.Client, "%q is refused: its owner is unknown", path)
	}
	if uid := int(st.Uid); uid != 0 && uid != os.Geteuid() {
		return fault.New(fault.Client, "%q is refused: it belongs to user %d, not to you (user %d) or root", path, uid, os.Geteuid()).
			WithHint("copy it to a place of your own, or change its owner")
	}
	return nil
}
