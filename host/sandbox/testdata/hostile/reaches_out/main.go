// It tries every call of WASI that names a file, a directory or a socket, and
// then what the standard library makes of them. Its answer tells what each gave.
package main

import (
	"os"
	"strconv"
	"strings"
	"unsafe"

	"github.com/wslite/wslite/host/sandbox/testdata/pdk"
)

func main() {}

//go:wasmexport catalog
func catalog() int32 { return pdk.Output(`{"abi":1}`) }

//go:wasmimport wasi_snapshot_preview1 fd_advise
func fd_advise(p0 uint32, p1 uint64, p2 uint64, p3 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_allocate
func fd_allocate(p0 uint32, p1 uint64, p2 uint64) uint32

//go:wasmimport wasi_snapshot_preview1 fd_close
func fd_close(p0 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_datasync
func fd_datasync(p0 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_fdstat_get
func fd_fdstat_get(p0 uint32, p1 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_fdstat_set_flags
func fd_fdstat_set_flags(p0 uint32, p1 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_fdstat_set_rights
func fd_fdstat_set_rights(p0 uint32, p1 uint64, p2 uint64) uint32

//go:wasmimport wasi_snapshot_preview1 fd_filestat_get
func fd_filestat_get(p0 uint32, p1 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_filestat_set_size
func fd_filestat_set_size(p0 uint32, p1 uint64) uint32

//go:wasmimport wasi_snapshot_preview1 fd_filestat_set_times
func fd_filestat_set_times(p0 uint32, p1 uint64, p2 uint64, p3 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_pread
func fd_pread(p0 uint32, p1 uint32, p2 uint32, p3 uint64, p4 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_prestat_get
func fd_prestat_get(p0 uint32, p1 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_prestat_dir_name
func fd_prestat_dir_name(p0 uint32, p1 uint32, p2 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_pwrite
func fd_pwrite(p0 uint32, p1 uint32, p2 uint32, p3 uint64, p4 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_read
func fd_read(p0 uint32, p1 uint32, p2 uint32, p3 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_readdir
func fd_readdir(p0 uint32, p1 uint32, p2 uint32, p3 uint64, p4 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_renumber
func fd_renumber(p0 uint32, p1 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_seek
func fd_seek(p0 uint32, p1 uint64, p2 uint32, p3 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_sync
func fd_sync(p0 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_tell
func fd_tell(p0 uint32, p1 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_write
func fd_write(p0 uint32, p1 uint32, p2 uint32, p3 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 path_create_directory
func path_create_directory(p0 uint32, p1 uint32, p2 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 path_filestat_get
func path_filestat_get(p0 uint32, p1 uint32, p2 uint32, p3 uint32, p4 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 path_filestat_set_times
func path_filestat_set_times(p0 uint32, p1 uint32, p2 uint32, p3 uint32, p4 uint64, p5 uint64, p6 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 path_link
func path_link(p0 uint32, p1 uint32, p2 uint32, p3 uint32, p4 uint32, p5 uint32, p6 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 path_open
func path_open(p0 uint32, p1 uint32, p2 uint32, p3 uint32, p4 uint32, p5 uint64, p6 uint64, p7 uint32, p8 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 path_readlink
func path_readlink(p0 uint32, p1 uint32, p2 uint32, p3 uint32, p4 uint32, p5 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 path_remove_directory
func path_remove_directory(p0 uint32, p1 uint32, p2 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 path_rename
func path_rename(p0 uint32, p1 uint32, p2 uint32, p3 uint32, p4 uint32, p5 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 path_symlink
func path_symlink(p0 uint32, p1 uint32, p2 uint32, p3 uint32, p4 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 path_unlink_file
func path_unlink_file(p0 uint32, p1 uint32, p2 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 sock_accept
func sock_accept(p0 uint32, p1 uint32, p2 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 sock_recv
func sock_recv(p0 uint32, p1 uint32, p2 uint32, p3 uint32, p4 uint32, p5 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 sock_send
func sock_send(p0 uint32, p1 uint32, p2 uint32, p3 uint32, p4 uint32) uint32

//go:wasmimport wasi_snapshot_preview1 sock_shutdown
func sock_shutdown(p0 uint32, p1 uint32) uint32

var (
	name   = []byte("/tmp/wslite-was-here")
	buffer [256]byte
)

// transform answers with a line "name result" for each attempt.
//
//go:wasmexport transform
func transform() int32 {
	path, size := uint32(uintptr(unsafe.Pointer(&name[0]))), uint32(len(name))
	out := uint32(uintptr(unsafe.Pointer(&buffer[0])))
	var b strings.Builder
	errno := func(call string, e uint32) {
		b.WriteString(call + " " + strconv.Itoa(int(e)) + "\n")
	}

	errno("fd_advise", fd_advise(3, 0, 0, 0))
	errno("fd_allocate", fd_allocate(3, 0, 0))
	errno("fd_close", fd_close(3))
	errno("fd_datasync", fd_datasync(3))
	errno("fd_fdstat_get", fd_fdstat_get(3, out))
	errno("fd_fdstat_set_flags", fd_fdstat_set_flags(3, 0))
	errno("fd_fdstat_set_rights", fd_fdstat_set_rights(3, 0, 0))
	errno("fd_filestat_get", fd_filestat_get(3, out))
	errno("fd_filestat_set_size", fd_filestat_set_size(3, 0))
	errno("fd_filestat_set_times", fd_filestat_set_times(3, 0, 0, 15))
	errno("fd_pread", fd_pread(3, out, 1, 0, out))
	errno("fd_prestat_get", fd_prestat_get(3, out))
	errno("fd_prestat_dir_name", fd_prestat_dir_name(3, out, 64))
	errno("fd_pwrite", fd_pwrite(3, out, 1, 0, out))
	errno("fd_read", fd_read(3, out, 1, out))
	errno("fd_readdir", fd_readdir(3, out, 1, 0, out))
	errno("fd_renumber", fd_renumber(3, 1))
	errno("fd_seek", fd_seek(3, 0, 0, out))
	errno("fd_sync", fd_sync(3))
	errno("fd_tell", fd_tell(3, out))
	errno("fd_write", fd_write(3, out, 1, out))
	errno("path_create_directory", path_create_directory(3, path, size))
	errno("path_filestat_get", path_filestat_get(3, 1, path, size, out))
	errno("path_filestat_set_times", path_filestat_set_times(3, 1, path, size, 0, 0, 15))
	errno("path_link", path_link(3, 1, path, size, 3, path, size))
	errno("path_open", path_open(3, 1, path, size, 9, 1<<6|1<<1, 0, 0, out))
	errno("path_readlink", path_readlink(3, path, size, out, 64, out))
	errno("path_remove_directory", path_remove_directory(3, path, size))
	errno("path_rename", path_rename(3, path, size, 3, path, size))
	errno("path_symlink", path_symlink(path, size, 3, path, size))
	errno("path_unlink_file", path_unlink_file(3, path, size))
	errno("sock_accept", sock_accept(3, out, out))
	errno("sock_recv", sock_recv(3, out, 1, 0, out, out))
	errno("sock_send", sock_send(3, out, 1, 0, out))
	errno("sock_shutdown", sock_shutdown(3, 3))

	try := func(what string, ok bool, err error) {
		if err == nil && ok {
			b.WriteString(what + " succeeded\n")
		} else {
			b.WriteString(what + " nothing\n")
		}
	}
	_, err := os.ReadFile("/etc/passwd")
	try("os.ReadFile", true, err)
	try("os.WriteFile", true, os.WriteFile(string(name), name, 0o600))
	try("os.Mkdir", true, os.Mkdir(string(name), 0o700))
	_, err = os.ReadDir("/")
	try("os.ReadDir", true, err)
	_, err = os.Stat(".")
	try("os.Stat", true, err)
	try("os.Args", len(os.Args) > 0, nil)
	try("os.Environ", len(os.Environ()) > 0, nil)
	n, _ := os.Stdin.Read(buffer[:])
	try("os.Stdin", n > 0, nil)
	return pdk.Output(b.String())
}
