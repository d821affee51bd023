//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package linear

import "github.com/tetratelabs/wazero/experimental"

// reserve says that this system can't reserve address space.
func reserve(uint64) (experimental.LinearMemory, bool) { return nil, false }
