//go:build (cgo || darwin) && !osusergo && unix && !android

package cli

import "os/user"

// systemName asks the system's own library, which knows users of a directory
// service too.
func systemName(id string) string {
	u, err := user.LookupId(id)
	if err != nil {
		return ""
	}
	return u.Username
}
