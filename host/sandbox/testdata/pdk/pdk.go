// Package pdk is the least that a test plugin needs of Extism's calls.
package pdk

//go:wasmimport extism:host/env input_length
func inputLength() uint64

//go:wasmimport extism:host/env input_load_u64
func inputLoad64(offset uint64) uint64

//go:wasmimport extism:host/env input_load_u8
func inputLoad8(offset uint64) uint32

//go:wasmimport extism:host/env alloc
func Alloc(n uint64) uint64

//go:wasmimport extism:host/env store_u64
func Store64(offset, v uint64)

//go:wasmimport extism:host/env store_u8
func Store8(offset uint64, v uint32)

//go:wasmimport extism:host/env output_set
func OutputSet(offset, n uint64)

//go:wasmimport extism:host/env error_set
func ErrorSet(offset uint64)

//go:wasmimport extism:host/env log_info
func LogInfo(offset uint64)

// Input gives the call's input.
func Input() []byte {
	n := inputLength()
	b := make([]byte, n)
	i := uint64(0)
	for ; i+8 <= n; i += 8 {
		v := inputLoad64(i)
		for j := range uint64(8) {
			b[i+j] = byte(v >> (8 * j))
		}
	}
	for ; i < n; i++ {
		b[i] = byte(inputLoad8(i))
	}
	return b
}

// Output gives the call's output and its result code.
func Output(s string) int32 {
	OutputSet(Block(s), uint64(len(s)))
	return 0
}

// Block copies s to a block.
func Block(s string) uint64 {
	n := uint64(len(s))
	at := Alloc(n)
	i := uint64(0)
	for ; i+8 <= n; i += 8 {
		v := uint64(0)
		for j := range uint64(8) {
			v |= uint64(s[i+j]) << (8 * j)
		}
		Store64(at+i, v)
	}
	for ; i < n; i++ {
		Store8(at+i, uint32(s[i]))
	}
	return at
}
