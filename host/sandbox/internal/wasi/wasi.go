// Package wasi is the WASI (preview 1) that a guest sees: complete in names,
// empty in effect.
//
// There is no directory, file, argument, variable or socket to be had: each
// call that names one answers "bad file descriptor", whatever it is given.
// Time stands still at the call's clock, randomness comes from the call's
// nonce, sleeping takes no time, and what is printed goes to the log. All of
// it is a function of the call's input, so a result can be replayed.
//
// The package has no access to the system: it imports neither os nor net.
// Start reading at System, then at the table in Funcs.
package wasi

import (
	"math/rand/v2"
	"time"
)

// System is what the calls of one instance act on. One goroutine at a time
// may use it.
type System struct {
	// Print gets what the guest writes to its standard output and error.
	Print func(p []byte)
	// Exit ends the guest; it must not return.
	Exit func(code uint32)

	now  time.Time
	mono int64
	rng  *rand.ChaCha8
}

// step is how far the monotonic clock moves each time it is read, in
// nanoseconds: a guest that waits for it to move gets on.
const step = 1000

// Reset sets the clock, and the state that randomness comes from.
func (s *System) Reset(now time.Time, seed [32]byte) {
	s.now, s.mono, s.rng = now, 0, rand.NewChaCha8(seed)
}

// nanotime reads the monotonic clock.
func (s *System) nanotime() int64 {
	s.mono += step
	return s.mono
}

// Memory is the part of a guest's memory that the calls need. Each method
// says whether the bytes lie inside. What Read gives is the memory itself,
// not a copy.
type Memory interface {
	Read(offset, n uint32) ([]byte, bool)
	ReadUint32Le(offset uint32) (uint32, bool)
	Write(offset uint32, p []byte) bool
	WriteUint32Le(offset, v uint32) bool
	WriteUint64Le(offset uint32, v uint64) bool
}

// Errno is a WASI error number.
// Source: github.com/WebAssembly/WASI, legacy/preview1/docs.md.
type Errno uint32

// The errors that the calls give.
const (
	Success Errno = 0
	BadFile Errno = 8
	Fault   Errno = 21 // an address outside of the guest's memory
	Invalid Errno = 28
	NoSys   Errno = 52
)

// Numbers and layouts of preview 1.
const (
	stdin, stderr        = 0, 2
	clockReal, clockMono = 0, 1
	eventClock           = 0
	absTime              = 1
	lenSub, lenEvent     = 48, 32
	lenFdstat            = 24
	charDevice           = 2
	rightRead            = 1 << 1
	rightWrite           = 1 << 6
)

// Bounds on what one call may name.
const (
	maxIovecs  = 1024 // as IOV_MAX in POSIX systems
	maxRecords = 4096 // subscriptions of poll_oneoff
)
