//go:build unix

package audit

import (
	"os"
	"syscall"
)

// openFlags keep a link from leading elsewhere, and a pipe in a file's place from
// stopping us.
const openFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// flawOf says what is wrong with the owner, kind or mode of a file of the log, or
// of its directory; "" where nothing is.
func flawOf(info os.FileInfo, dir bool) string {
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case wrongKind(info, dir) != "":
		return wrongKind(info, dir)
	case !ok:
		return "its owner is unknown"
	case int(st.Uid) != os.Geteuid():
		return "it belongs to another user"
	case info.Mode().Perm()&0o077 != 0:
		return "other users may use it (run: chmod go-rwx on it)"
	case !dir && st.Nlink > 1:
		return "it has a second name elsewhere (a hard link)"
	}
	return ""
}
