//go:build !unix

package cli

import "os/user"

// systemName is the name of the user of this process: there are no numbers to
// look up.
func systemName(string) string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.Username
}
