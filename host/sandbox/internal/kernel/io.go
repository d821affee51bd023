package kernel

import (
	"encoding/binary"

	"github.com/wslite/wslite/host/fault"
)

// Input tells where the call's input is and how long; 0, 0 if it is empty.
func (k *Kernel) Input() (at, length uint64) { return k.input, k.inputLength }

// InputLoad8 reads a byte of the input; 0 beyond its end, as in Extism.
func (k *Kernel) InputLoad8(offset uint64) byte {
	if offset >= k.inputLength {
		return 0
	}
	return k.blocks[0].data[offset]
}

// InputLoad64 reads eight bytes of the input, little-endian; bytes beyond its
// end are 0.
func (k *Kernel) InputLoad64(offset uint64) uint64 {
	if offset >= k.inputLength {
		return 0
	}
	rest := k.blocks[0].data[offset:k.inputLength]
	if len(rest) >= 8 {
		return binary.LittleEndian.Uint64(rest)
	}
	var word [8]byte
	copy(word[:], rest)
	return binary.LittleEndian.Uint64(word[:])
}

// SetOutput names n bytes as the call's output. They may still change until
// the call ends.
func (k *Kernel) SetOutput(at, n uint64) error {
	if n > uint64(k.limits.Output) {
		return fault.New(fault.PluginLimit, "its answer has %d bytes, the limit is %d bytes", n, k.limits.Output)
	}
	if n > 0 {
		if _, err := k.span(at, n); err != nil {
			return err
		}
	}
	k.output, k.outputLen = at, n
	return nil
}

// Output gives a copy of the call's output.
func (k *Kernel) Output() ([]byte, error) {
	if k.outputLen == 0 {
		return nil, nil
	}
	b, err := k.span(k.output, k.outputLen)
	if err != nil {
		return nil, err
	}
	return append([]byte(nil), b...), nil
}

// SetError names a block as the call's error; 0 takes it back.
func (k *Kernel) SetError(at uint64) { k.failure = at }

// Error gives the call's error message, and whether the guest set one.
func (k *Kernel) Error() (string, bool) {
	return k.Text(k.failure), k.failure != 0
}

// Text gives the bytes of a live block; empty where there is none.
func (k *Kernel) Text(at uint64) string {
	if i, ok := k.find(at); ok && k.blocks[i].at == at {
		return string(k.blocks[i].data)
	}
	return ""
}
