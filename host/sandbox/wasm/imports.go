package wasm

// Modules that a plugin may import functions from.
const (
	wasiModule   = "wasi_snapshot_preview1"
	extismModule = "extism:host/env"
)

// hostFunc is a function that a plugin may import: its signature and what a
// call costs.
type hostFunc struct {
	typ   FuncType
	price price
}

// allowed finds a function that a plugin may import.
func allowed(module, name string) (hostFunc, bool) {
	switch module {
	case wasiModule:
		f, ok := wasiFuncs[name]
		return f, ok
	case extismModule:
		f, ok := extismFuncs[name]
		return f, ok
	}
	return hostFunc{}, false
}

func sig(params string, results ...ValType) FuncType {
	t := FuncType{Results: results}
	for _, c := range params {
		if c == 'l' {
			t.Params = append(t.Params, I64)
		} else {
			t.Params = append(t.Params, I32)
		}
	}
	return t
}

// wasi makes a row of wasiFuncs; params holds i for i32 and l for i64. Every
// function but proc_exit gives an errno.
func wasi(params string, sizes ...size) hostFunc {
	return hostFunc{typ: sig(params, I32), price: price{base: priceHostCall, sizes: sizes}}
}

// extism makes a row of extismFuncs.
func extism(base int64, params string, results ...ValType) hostFunc {
	return hostFunc{typ: sig(params, results...), price: price{base: base}}
}

// text marks the parameter that holds the length of bytes which the host
// copies, vector the one that counts records which it walks.
func text(param uint32) size   { return size{param: param, shift: -shiftBytes} }
func vector(param uint32) size { return size{param: param, shift: shiftRecords} }

// wasiFuncs is all of wasi_snapshot_preview1. The host gives the guest no
// directory, argument, variable, socket or real clock, so importing any of it
// is harmless; Go's time zones and MIME types name path_open.
// Source: github.com/WebAssembly/WASI, legacy/preview1/docs.md.
var wasiFuncs = map[string]hostFunc{
	"args_get":                wasi("ii"),
	"args_sizes_get":          wasi("ii"),
	"environ_get":             wasi("ii"),
	"environ_sizes_get":       wasi("ii"),
	"clock_res_get":           wasi("ii"),
	"clock_time_get":          wasi("ili"),
	"fd_advise":               wasi("illi"),
	"fd_allocate":             wasi("ill"),
	"fd_close":                wasi("i"),
	"fd_datasync":             wasi("i"),
	"fd_fdstat_get":           wasi("ii"),
	"fd_fdstat_set_flags":     wasi("ii"),
	"fd_fdstat_set_rights":    wasi("ill"),
	"fd_filestat_get":         wasi("ii"),
	"fd_filestat_set_size":    wasi("il"),
	"fd_filestat_set_times":   wasi("illi"),
	"fd_pread":                wasi("iiili", vector(2)),
	"fd_prestat_get":          wasi("ii"),
	"fd_prestat_dir_name":     wasi("iii", text(2)),
	"fd_pwrite":               wasi("iiili", vector(2)),
	"fd_read":                 wasi("iiii", vector(2)),
	"fd_readdir":              wasi("iiili", text(2)),
	"fd_renumber":             wasi("ii"),
	"fd_seek":                 wasi("ilii"),
	"fd_sync":                 wasi("i"),
	"fd_tell":                 wasi("ii"),
	"fd_write":                wasi("iiii", vector(2)),
	"path_create_directory":   wasi("iii", text(2)),
	"path_filestat_get":       wasi("iiiii", text(3)),
	"path_filestat_set_times": wasi("iiiilli", text(3)),
	"path_link":               wasi("iiiiiii", text(3), text(6)),
	"path_open":               wasi("iiiiillii", text(3)),
	"path_readlink":           wasi("iiiiii", text(2), text(4)),
	"path_remove_directory":   wasi("iii", text(2)),
	"path_rename":             wasi("iiiiii", text(2), text(5)),
	"path_symlink":            wasi("iiiii", text(1), text(4)),
	"path_unlink_file":        wasi("iii", text(2)),
	"poll_oneoff":             wasi("iiii", vector(2)),
	"proc_exit":               {typ: sig("i"), price: price{base: priceHostCall}},
	"proc_raise":              wasi("i"),
	"random_get":              wasi("ii", size{param: 1, shift: -shiftRandom}),
	"sched_yield":             wasi(""),
	"sock_accept":             wasi("iii"),
	"sock_recv":               wasi("iiiiii", vector(2)),
	"sock_send":               wasi("iiiii", vector(2)),
	"sock_shutdown":           wasi("ii"),
}

// extismFuncs is the part of Extism's environment that moves bytes, reports
// an error or logs. HTTP, variables and configuration are effects and state
// of the host's, and out of bounds; so is input_set, reset and what a plugin
// has no use for. Source: host.go of github.com/extism/go-sdk v1.7.1.
var extismFuncs = map[string]hostFunc{
	"alloc":          {typ: sig("l", I64), price: price{base: priceBlock, sizes: []size{text(0)}}},
	"free":           extism(priceBlock, "l"),
	"length":         extism(priceHostCall, "l", I64),
	"length_unsafe":  extism(priceHostCall, "l", I64),
	"input_length":   extism(priceHostCall, "", I64),
	"input_offset":   extism(priceHostCall, "", I64),
	"input_load_u8":  extism(priceHostCall, "l", I32),
	"input_load_u64": extism(priceHostCall, "l", I64),
	"load_u8":        extism(priceHostCall, "l", I32),
	"load_u64":       extism(priceHostCall, "l", I64),
	"store_u8":       extism(priceHostCall, "li"),
	"store_u64":      extism(priceHostCall, "ll"),
	"output_set":     extism(priceHostCall, "ll"),
	"error_set":      extism(priceHostCall, "l"),
	"log_trace":      extism(priceLog, "l"),
	"log_debug":      extism(priceLog, "l"),
	"log_info":       extism(priceLog, "l"),
	"log_warn":       extism(priceLog, "l"),
	"log_error":      extism(priceLog, "l"),
	"get_log_level":  extism(priceHostCall, "", I32),
}
