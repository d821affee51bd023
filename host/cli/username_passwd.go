//go:build unix && !((cgo || darwin) && !osusergo && !android)

package cli

import "os"

// systemName reads the list of users. os/user would take $USER for a user who is
// not in it.
func systemName(id string) string {
	f, err := os.Open("/etc/passwd")
	if err != nil {
		return ""
	}
	defer f.Close()
	return passwdName(f, id)
}
