package route

import (
	"fmt"
	"strconv"
	"strings"
)

// isHostName says that a text is a DNS name in lower case whose last label
// begins with a letter: so no address in any notation (10.0.0.1, 0x7f.1), no user information, no
// wildcard and nothing that needs decoding.
func isHostName(name string) bool {
	labels := strings.Split(name, ".")
	for _, l := range labels {
		if !isLabel(l) {
			return false
		}
	}
	last := labels[len(labels)-1]
	return len(name) <= maxHost && len(labels) > 1 && 'a' <= last[0] && last[0] <= 'z'
}

// isLabel says that a text is one part of a DNS name. It is written out since
// an expression with counted repetitions is slow to compile, and every call
// over REST needs it.
func isLabel(l string) bool {
	if len(l) == 0 || len(l) > maxLabel || l[0] == '-' || l[len(l)-1] == '-' {
		return false
	}
	return strings.Trim(l, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// Limits of DNS, in bytes.
const (
	maxHost  = 253
	maxLabel = 63
)

// loopback are the hosts that stand for this machine.
var loopback = map[string]bool{"localhost": true, "127.0.0.1": true, "[::1]": true}

func checkHost(host string) error {
	name, port, err := splitHost(host)
	if err != nil {
		return err
	}
	if port != "" {
		if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 || strconv.Itoa(n) != port {
			return fmt.Errorf("host %s: the port is not a number from 1 to 65535", show(host))
		}
	}
	if loopback[name] {
		return nil
	}
	if !isHostName(name) || strings.HasSuffix(name, ".localhost") {
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
