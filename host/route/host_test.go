package route

import (
	"strings"
	"testing"
)

// The bounds of DNS, at both of their sides.
func TestHostBounds(t *testing.T) {
	label := strings.Repeat("a", maxLabel)
	full := strings.Repeat(label+".", 3) + strings.Repeat("b", maxHost-3*(maxLabel+1)) // as long as a name may be
	for host, good := range map[string]bool{
		"a.b": true, "1a.b-2": true, label + ".example": true, full: true, "x.example:65535": true,
		"a" + label + ".example": false, full + "b": false, "example": false, "a.2b": false, "a..b": false, ".a.b": false, "a.b.": false,
		"-a.b": false, "a-.b": false, "a_b.c": false, "A.b": false, "*.b": false, "é.b": false, "a.b\n": false, "": false,
		"x.example:65536": false, "x.example:+1": false, "x.example:1 ": false, "x.example:99999999999999999999": false,
	} {
		if err := checkHost(host); (err == nil) != good {
			t.Errorf("%q: %v", host, err)
		}
	}
}
