package crash

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestSmallDisk is TestDiskFull on a disk that is really small.
func TestSmallDisk(t *testing.T) {
	if !thorough() {
		t.Skip("make test-crash mounts a small disk; TestDiskFull limits files instead")
	}
	h := newHome(t, setup{world: proxy, config: long})
	if err := syscall.Mount("tmpfs", h.state(), "tmpfs", 0, "size=8m,mode=0700"); err != nil {
		t.Skipf("a small disk can't be mounted here (%v), which needs root: TestDiskFull limits files instead", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(h.state(), syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	filler := filepath.Join(h.state(), "filler")
	refused, made := starve(t, h, byKey, sizes(), func(size int) {
		var disk syscall.Statfs_t
		must(t, syscall.Statfs(h.state(), &disk))
		used := int64(disk.Bavail)*int64(disk.Bsize) - int64(size)
		must(t, os.WriteFile(filler, make([]byte, max(0, used)), 0o600))
	}, func() { must(t, os.Remove(filler)) })
	bothSides(t, refused, made)
}
