//go:build unix

package pgtest

import (
	"fmt"
	"os"
	"os/exec"
	osuser "os/user"
	"strconv"
	"syscall"
)

// The server refuses to run as root, so root gives it to this user, whom
// Debian's package makes.
const serverUser = "postgres"

// ids are those of serverUser; root says whether they are needed.
func ids() (uid, gid int, root bool, err error) {
	if os.Geteuid() != 0 {
		return 0, 0, false, nil
	}
	u, err := osuser.Lookup(serverUser)
	if err != nil {
		return 0, 0, true, fmt.Errorf("root may not run the server, and there is no user %s: %w", serverUser, err)
	}
	uid, err = strconv.Atoi(u.Uid)
	if err == nil {
		gid, err = strconv.Atoi(u.Gid)
	}
	return uid, gid, true, err
}

// give makes the server's user the owner of the paths.
func give(paths ...string) error {
	uid, gid, root, err := ids()
	if err != nil || !root {
		return err
	}
	for _, path := range paths {
		if err := os.Chown(path, uid, gid); err != nil {
			return err
		}
	}
	return nil
}

// apart runs a command as the server's user, and where a signal that the
// terminal sends to the tests does not reach it.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if uid, gid, root, err := ids(); root && err == nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
}
