package cli

import (
	"bufio"
	"io"
	"os"
	"strconv"
	"strings"
)

// username is the name that the system has for the user of this process, or
// "uid-" and the number where it has none. No variable counts: a second person
// could be anybody's $USER then, which is what os/user falls back to in a program
// without C code.
func username() string {
	id := strconv.Itoa(os.Getuid())
	if name := systemName(id); name != "" {
		return name
	}
	if id == "-1" { // a system without such numbers
		return "?"
	}
	return "uid-" + id
}

// passwdName finds the name of a number in a list of users in the form of
// /etc/passwd; "" where there is none.
func passwdName(list io.Reader, id string) string {
	lines := bufio.NewScanner(list)
	for lines.Scan() {
		if f := strings.Split(lines.Text(), ":"); len(f) == 7 && f[2] == id {
			return f[0]
		}
	}
	return ""
}
