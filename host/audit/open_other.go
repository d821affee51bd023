//go:build !unix

package audit

import "os"

const openFlags = 0

// flawOf looks at the kind alone: owners and modes mean nothing here.
func flawOf(info os.FileInfo, dir bool) string { return wrongKind(info, dir) }
