// Package kernel is the memory between the host and a guest that Extism's
// plugins expect: blocks that hold the input, the output, an error and log
// messages.
//
// It takes the place of the kernel module that Extism's SDK brings. That one
// keeps the list of its blocks in the very memory which a guest may write to,
// and walks it in code that no fuel meters: a guest that forges one length
// makes it walk for ever, and the process with it. Here the list is Go's, out
// of reach, and each access is checked against the block it is in.
//
// The package knows nothing of wazero and Extism's SDK. Its errors are
// *fault.Error; after one the guest has to be stopped. Start reading at
// Kernel.
package kernel

import (
	"encoding/binary"
	"sort"

	"github.com/wslite/wslite/host/fault"
)

const (
	// start is the first address. 0 stands for "no block".
	start = 1 << 16
	// align is what addresses are rounded to.
	align = 16
	// overhead is what a block costs beside its bytes, so that the list of
	// blocks is bounded with them.
	overhead = 48
)

// Kernel is the memory of one instance. The zero value has no room; use New.
// One goroutine at a time may use it.
type Kernel struct {
	limits Limits
	blocks []block // sorted by address
	next   uint64  // first address that was never given out
	used   int64   // bytes of live blocks, with their overhead
	last   int     // index of the block that was looked at last

	input       uint64
	inputLength uint64
	output      uint64
	outputLen   uint64
	failure     uint64
}

// Limits bounds a kernel, in bytes.
type Limits struct{ Memory, Output int64 }

type block struct {
	at   uint64
	data []byte // nil: free
}

// New makes an empty kernel.
func New(l Limits) *Kernel { return &Kernel{limits: l, next: start} }

// Reset forgets everything and puts a copy of input in a first block.
func (k *Kernel) Reset(input []byte) error {
	clear(k.blocks) // lets the old bytes go
	*k = Kernel{limits: k.limits, blocks: k.blocks[:0], next: start}
	if len(input) == 0 {
		return nil
	}
	at, err := k.Alloc(uint64(len(input)))
	if err != nil {
		return err
	}
	copy(k.blocks[0].data, input)
	k.input, k.inputLength = at, uint64(len(input))
	return nil
}

// Alloc gives the address of a new block of n bytes, all zero; 0 for n = 0.
func (k *Kernel) Alloc(n uint64) (uint64, error) {
	if n == 0 {
		return 0, nil
	}
	cost := int64(n) + overhead
	if n > uint64(k.limits.Memory) || cost > k.limits.Memory-k.used {
		return 0, fault.New(fault.PluginLimit, "it asks for %d bytes more for input, output and messages, the limit for all of them is %d bytes", n, k.limits.Memory)
	}
	k.used += cost
	b := block{k.next, make([]byte, n)}
	k.next += (n + align - 1) / align * align
	k.blocks = append(k.blocks, b)
	return b.at, nil
}

// Free lets a block go; anything but the address of a live block is ignored,
// as in Extism. The blocks of the output and the error stay readable.
func (k *Kernel) Free(at uint64) {
	i, ok := k.find(at)
	if !ok || k.blocks[i].at != at || at == k.output || at == k.failure {
		return
	}
	k.used -= int64(len(k.blocks[i].data)) + overhead
	k.blocks[i].data = nil
	for n := len(k.blocks); n > 0 && k.blocks[n-1].data == nil; n = len(k.blocks) {
		k.next = k.blocks[n-1].at
		k.blocks = k.blocks[:n-1]
	}
	if at == k.input {
		k.inputLength = 0
	}
}

// Length is the size of the live block at an address, 0 where there is none.
func (k *Kernel) Length(at uint64) uint64 {
	if i, ok := k.find(at); ok && k.blocks[i].at == at {
		return uint64(len(k.blocks[i].data))
	}
	return 0
}

// find gives the index of the live block that holds an address.
func (k *Kernel) find(at uint64) (int, bool) {
	holds := func(i int) bool {
		b := k.blocks[i]
		return at >= b.at && at-b.at < uint64(len(b.data))
	}
	if k.last < len(k.blocks) && holds(k.last) {
		return k.last, true
	}
	i := sort.Search(len(k.blocks), func(i int) bool { return k.blocks[i].at > at }) - 1
	if i < 0 || !holds(i) {
		return 0, false
	}
	k.last = i
	return i, true
}

// span gives the n bytes at an address, which must lie in one live block.
func (k *Kernel) span(at, n uint64) ([]byte, error) {
	i, ok := k.find(at)
	if ok {
		if rest := k.blocks[i].data[at-k.blocks[i].at:]; uint64(len(rest)) >= n {
			return rest[:n:n], nil
		}
	}
	return nil, fault.New(fault.PluginFault, "it uses %d bytes at address %d, which lie in no block that it asked for", n, at)
}

// Load8 reads a byte.
func (k *Kernel) Load8(at uint64) (byte, error) {
	b, err := k.span(at, 1)
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

// Load64 reads eight bytes, little-endian.
func (k *Kernel) Load64(at uint64) (uint64, error) {
	b, err := k.span(at, 8)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(b), nil
}

// Store8 writes a byte.
func (k *Kernel) Store8(at uint64, v byte) error {
	b, err := k.span(at, 1)
	if err == nil {
		b[0] = v
	}
	return err
}

// Store64 writes eight bytes, little-endian.
func (k *Kernel) Store64(at, v uint64) error {
	b, err := k.span(at, 8)
	if err == nil {
		binary.LittleEndian.PutUint64(b, v)
	}
	return err
}
