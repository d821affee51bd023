package schema

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// isHTTPSURL says whether a browser would read the text, trimmed, as an
// absolute https URL (WHATWG URL Standard). net/url is both stricter (blanks
// in a path) and laxer (an empty host), and the values go to services that
// read as browsers do. Control characters inside, which browsers drop, are
// refused: what a person reads must be what is fetched.
func isHTTPSURL(s string) bool {
	s = trim(s)
	if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return false
	}
	scheme, rest, ok := strings.Cut(s, ":")
	if !ok || !strings.EqualFold(scheme, "https") {
		return false
	}
	// Any number of slashes, either way round, leads to the authority.
	rest = strings.TrimLeft(rest, `/\`)
	if i := strings.IndexAny(rest, `/\?#`); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.LastIndex(rest, "@"); i >= 0 {
		rest = rest[i+1:]
	}
	host, port := rest, ""
	if i := strings.LastIndex(rest, ":"); i >= 0 && !strings.Contains(rest[i:], "]") {
		host, port = rest[:i], rest[i+1:]
	}
	if port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n > 65535 || port[0] == '+' {
			return false
		}
	}
	return isHost(host)
}

func isHost(h string) bool {
	if strings.HasPrefix(h, "[") {
		inner, ok := strings.CutSuffix(h[1:], "]")
		a, err := netip.ParseAddr(inner)
		return ok && err == nil && a.Is6() && a.Zone() == ""
	}
	h, err := url.PathUnescape(h)
	if err != nil || h == "" {
		return false
	}
	if strings.ContainsFunc(h, func(r rune) bool {
		return isSpace(r) || r < ' ' || r == 0x7f || strings.ContainsRune(`#/:<>?@[\]^|%`, r)
	}) {
		return false
	}
	labels := strings.Split(strings.TrimSuffix(h, "."), ".")
	if last := labels[len(labels)-1]; isIPv4Part(last) {
		return isIPv4(labels)
	}
	return strings.Trim(h, ".") != ""
}

// isIPv4Part says whether a host that ends in this label counts as an IPv4
// address, of whatever form.
func isIPv4Part(s string) bool {
	if d, rest := digits(s); d != "" && rest == "" {
		return true
	}
	hex, ok := strings.CutPrefix(strings.ToLower(s), "0x")
	return ok && strings.Trim(hex, "0123456789abcdef") == ""
}

// isIPv4 checks one to four parts, each decimal, octal (0...) or hexadecimal;
// the last one fills all bytes that are left.
func isIPv4(parts []string) bool {
	if len(parts) > 4 {
		return false
	}
	for i, p := range parts {
		bits := 8
		if i == len(parts)-1 {
			bits = 8 * (5 - len(parts))
		}
		base := 10
		switch low := strings.ToLower(p); {
		case strings.HasPrefix(low, "0x"):
			p, base = "0"+low[2:], 16
		case len(p) > 1 && p[0] == '0':
			base = 8
		}
		if _, err := strconv.ParseUint(p, base, bits); err != nil {
			return false
		}
	}
	return true
}
