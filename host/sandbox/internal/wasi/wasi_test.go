package wasi

import (
	"bytes"
	"encoding/binary"
	"go/build"
	"slices"
	"strings"
	"testing"
	"time"
)

// ram is a small guest memory.
type ram []byte

func (r ram) span(at, n uint32) ([]byte, bool) {
	if uint64(at)+uint64(n) > uint64(len(r)) {
		return nil, false
	}
	return r[at : at+n], true
}
func (r ram) Read(at, n uint32) ([]byte, bool) { return r.span(at, n) }
func (r ram) ReadUint32Le(at uint32) (uint32, bool) {
	b, ok := r.span(at, 4)
	if !ok {
		return 0, false
	}
	return binary.LittleEndian.Uint32(b), true
}
func (r ram) Write(at uint32, p []byte) bool {
	b, ok := r.span(at, uint32(len(p)))
	copy(b, p)
	return ok
}
func (r ram) WriteUint32Le(at, v uint32) bool {
	return r.Write(at, binary.LittleEndian.AppendUint32(nil, v))
}
func (r ram) WriteUint64Le(at uint32, v uint64) bool {
	return r.Write(at, binary.LittleEndian.AppendUint64(nil, v))
}
func (r ram) u64(at uint32) uint64 { return binary.LittleEndian.Uint64(r[at:]) }
func (r ram) u32(at uint32) uint32 { return binary.LittleEndian.Uint32(r[at:]) }

type fixture struct {
	*System
	ram
	printed strings.Builder
	exit    []uint32
}

var noon = time.Date(2026, 3, 1, 12, 0, 0, 5, time.UTC)

func newFixture() *fixture {
	f := &fixture{System: &System{}, ram: make(ram, 4096)}
	f.Print = func(p []byte) { f.printed.Write(p) }
	f.Exit = func(c uint32) { f.exit = append(f.exit, c) }
	f.Reset(noon, [32]byte{1})
	return f
}

func (f *fixture) call(t *testing.T, name string, args ...uint64) Errno {
	t.Helper()
	e, ok := Funcs()[name]
	if !ok || len(e.Params) != len(args) {
		t.Fatalf("%s with %d parameters: the table has %q", name, len(args), e.Params)
	}
	return e.Call(f.System, f.ram, args)
}

func (f *fixture) ok(t *testing.T, name string, args ...uint64) {
	t.Helper()
	if errno := f.call(t, name, args...); errno != Success {
		t.Errorf("%s%v: errno %d", name, args, errno)
	}
}

// What a package can't import it can't reach.
func TestNoAccessToTheSystem(t *testing.T) {
	p, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"math", "math/rand/v2", "time"}; !slices.Equal(p.Imports, want) {
		t.Errorf("the package imports %v, only %v are known to be harmless", p.Imports, want)
	}
}

// Every call that names a file, directory or socket is inert, whatever the
// arguments: it answers "bad file" and leaves memory as it was.
func TestFilesAndSocketsAreInert(t *testing.T) {
	tested := 0
	for name, e := range Funcs() {
		if !strings.HasPrefix(name, "path_") && !strings.HasPrefix(name, "sock_") && !strings.HasPrefix(name, "fd_") {
			continue
		}
		for _, arg := range []uint64{3, 4, 100, 0xffffffff} {
			f := newFixture()
			args := slices.Repeat([]uint64{arg}, len(e.Params))
			if errno := e.Call(f.System, f.ram, args); errno != BadFile {
				t.Errorf("%s(%d...): errno %d", name, arg, errno)
			}
			if !bytes.Equal(f.ram, make([]byte, 4096)) || f.printed.Len() > 0 {
				t.Errorf("%s(%d...) had an effect", name, arg)
			}
			tested++
		}
	}
	if tested < 4*32 {
		t.Errorf("only %d calls tried", tested)
	}
}

func TestStandardStreams(t *testing.T) {
	f := newFixture()
	copy(f.ram[100:], "hello world")
	for i, v := range []uint32{100, 6, 106, 5} {
		f.ram.WriteUint32Le(uint32(i*4), v)
	}
	for _, fd := range []uint64{1, 2} {
		f.ok(t, "fd_write", fd, 0, 2, 200)
		if n := f.u32(200); n != 11 {
			t.Errorf("wrote %d bytes", n)
		}
	}
	if got := f.printed.String(); got != "hello worldhello world" {
		t.Errorf("printed %q", got)
	}
	f.ram.WriteUint32Le(300, 9)
	f.ok(t, "fd_read", 0, 0, 2, 300)
	if n := f.u32(300); n != 0 {
		t.Errorf("read %d bytes from standard input", n)
	}
	f.ok(t, "fd_fdstat_get", 1, 400)
	if f.ram[400] != charDevice || f.u64(408) != rightWrite || f.u64(416) != 0 {
		t.Errorf("fdstat %x", f.ram[400:424])
	}
	for _, c := range [][]uint64{{0, 0, 1, 200}, {3, 0, 1, 200}} {
		if errno := f.call(t, "fd_write", c...); errno != BadFile {
			t.Errorf("fd_write%v: %d", c, errno)
		}
	}
}

func TestArgumentsAndVariablesAreNone(t *testing.T) {
	for _, name := range []string{"args", "environ"} {
		f := newFixture()
		f.ram.WriteUint64Le(0, 1<<63|7)
		f.ok(t, name+"_sizes_get", 0, 4)
		if f.u64(0) != 0 {
			t.Errorf("%s: %x", name, f.u64(0))
		}
		f.ok(t, name+"_get", 8, 16)
	}
}

func TestTimeIsTheCalls(t *testing.T) {
	f := newFixture()
	f.ok(t, "clock_time_get", 0, 1, 0)
	f.ok(t, "clock_time_get", 0, 1, 8)
	if f.u64(0) != uint64(noon.UnixNano()) || f.u64(8) != f.u64(0) {
		t.Errorf("wall clock %d, then %d", f.u64(0), f.u64(8))
	}
	f.ok(t, "clock_time_get", 1, 1, 16)
	f.ok(t, "clock_time_get", 1, 1, 24)
	if f.u64(24) <= f.u64(16) {
		t.Errorf("the monotonic clock went from %d to %d", f.u64(16), f.u64(24))
	}
	if f.call(t, "clock_time_get", 2, 1, 0) != Invalid || f.call(t, "clock_res_get", 3, 0) != Invalid {
		t.Error("CPU time is to be had")
	}
	f.ok(t, "clock_res_get", 0, 32)
}

func TestRandomnessIsAFunctionOfTheSeed(t *testing.T) {
	read := func(seed byte) string {
		f := newFixture()
		f.Reset(noon, [32]byte{seed})
		f.ok(t, "random_get", 0, 64)
		return string(f.ram[:64])
	}
	one, again, two := read(1), read(1), read(2)
	if one != again {
		t.Error("same seed, different bytes")
	}
	if one == two || one == string(make([]byte, 64)) {
		t.Error("different seeds, same bytes")
	}
}

func (f *fixture) subscribe(i int, userdata uint64, kind byte, id uint32, timeout uint64, flags byte) {
	b := f.ram[i*lenSub : (i+1)*lenSub]
	binary.LittleEndian.PutUint64(b, userdata)
	b[8] = kind
	binary.LittleEndian.PutUint32(b[16:], id)
	binary.LittleEndian.PutUint64(b[24:], timeout)
	b[40] = flags
}

func TestSleepingMovesTheClock(t *testing.T) {
	f := newFixture()
	f.subscribe(0, 11, eventClock, clockMono, uint64(time.Hour), 0)
	f.subscribe(1, 22, eventClock, clockReal, uint64(noon.Add(time.Minute).UnixNano()), absTime)
	f.ok(t, "poll_oneoff", 0, 1000, 2, 2000)
	if f.u32(2000) != 1 || f.u64(1000) != 22 || f.ram[1010] != eventClock {
		t.Errorf("%d events, first %d", f.u32(2000), f.u64(1000))
	}
	if f.mono != int64(time.Minute) {
		t.Errorf("the clock moved to %v", time.Duration(f.mono))
	}
	for range 20 { // no sum of waits overflows
		f.subscribe(0, 1, eventClock, clockMono, 1<<63+5, 0)
		f.ok(t, "poll_oneoff", 0, 1000, 1, 2000)
		if f.mono < 0 || f.u32(2000) != 1 {
			t.Fatalf("clock %d, %d events", f.mono, f.u32(2000))
		}
	}
}

func TestWaitingForAFileFailsAtOnce(t *testing.T) {
	f := newFixture()
	f.subscribe(0, 1, 1, 0, 0, 0) // fd_read
	f.subscribe(1, 2, eventClock, clockMono, uint64(time.Hour), 0)
	f.ok(t, "poll_oneoff", 0, 1000, 2, 2000)
	if f.u32(2000) != 1 || Errno(f.ram[1008]) != BadFile || f.mono != 0 {
		t.Errorf("%d events, errno %d, clock %d", f.u32(2000), f.ram[1008], f.mono)
	}
	for _, n := range []uint64{0, maxRecords + 1} {
		if errno := f.call(t, "poll_oneoff", 0, 1000, n, 2000); errno != Invalid {
			t.Errorf("%d subscriptions: %d", n, errno)
		}
	}
}

// No call reaches outside of the memory that it is given.
func TestAddressesOutside(t *testing.T) {
	const out = 4095
	f := newFixture()
	f.ram.WriteUint64Le(512, 4090|100<<32) // an iovec that ends outside
	for name, args := range map[string][]uint64{
		"args_sizes_get": {0, out}, "environ_sizes_get": {out, 0}, "clock_res_get": {0, out}, "clock_time_get": {0, 0, out},
		"fd_fdstat_get": {1, out}, "fd_read": {0, 0, 0, out}, "random_get": {4000, 1000}, "poll_oneoff": {out, 0, 1, 0},
	} {
		if errno := f.call(t, name, args...); errno != Fault {
			t.Errorf("%s%v: %d", name, args, errno)
		}
	}
	for _, args := range [][]uint64{{1, 512, 1, 200}, {1, out, 1, 200}, {1, 8, 0, out}} {
		if errno := f.call(t, "fd_write", args...); errno != Fault {
			t.Errorf("fd_write%v: %d", args, errno)
		}
	}
	if errno := f.call(t, "fd_write", 1, 0, maxIovecs+1, 0); errno != Invalid {
		t.Errorf("too many iovecs: %d", errno)
	}
}

func TestExit(t *testing.T) {
	f := newFixture()
	f.call(t, "proc_exit", 3)
	if !slices.Equal(f.exit, []uint32{3}) || !Funcs()["proc_exit"].NoResult {
		t.Errorf("exit %v", f.exit)
	}
	if errno := f.call(t, "proc_raise", 9); errno != NoSys {
		t.Errorf("proc_raise: %d", errno)
	}
	f.ok(t, "sched_yield")
}
