package audit

import (
	"os"
	"strings"
	"sync"
)

// boot names the current start of the machine; "" where nobody knows it.
var boot = sync.OnceValue(func() string {
	raw, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if id := strings.TrimSpace(string(raw)); err == nil && len(id) <= 64 {
		return word(id, 64)
	}
	return ""
})
