package route

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A host is a DNS name in lower case whose last label begins with a letter:
// so no address in any notation (10.0.0.1, 0x7f.1), no user information, no
// wildcard and nothing that needs decoding.
var (
	hostName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`)
	hostPort = regexp.MustCompile(`^[1-9][0-9]{0,4}$`)
)

// loopback are the hosts that stand for this machine.
var loopback = map[string]bool{"localhost": true, "127.0.0.1": true, "[::1]": true}

func checkHost(host string) error {
	name, port, err := splitHost(host)
	if err != nil {
		return err
	}
	if port != "" {
		if n, err := strconv.Atoi(port); !hostPort.MatchString(port) || err != nil || n > 65535 {
			return fmt.Errorf("host %s: the port is not a number from 1 to 65535", show(host))
		}
	}
	if loopback[name] {
		return nil
	}
	if len(name) > 253 || !hostName.MatchString(name) || strings.HasSuffix(name, ".localhost") {
		return fmt.Errorf("host %s is not a full DNS name in lower case (no address, wildcard, user or scheme)", show(host))
	}
	return nil
}

// splitHost cuts "name:port"; the port is empty where there is none.
func splitHost(host string) (name, port string, err error) {
	name = host
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		name, port = host[:i], host[i+1:]
		if port == "" {
			return "", "", fmt.Errorf("host %s: nothing follows the colon", show(host))
		}
	}
	return name, port, nil
}

// scheme gives https, except for this machine itself, which has no name that
// a certificate could vouch for and no wire that anyone could listen on. A
// plugin can't choose it: it follows from the host that the operator granted.
func scheme(host string) string {
	if name, _, err := splitHost(host); err == nil && loopback[name] {
		return "http"
	}
	return "https"
}
