// Package kernel moves bytes between a module's memory and Extism's kernel,
// the only way in and out of a plugin.
//
// It declares the few functions of the kernel that a plugin may import; it is
// the only package of the sdk that does, and it links nothing. The loops are
// written against [Memory], so they are tested natively.
package kernel

// Memory is the kernel's functions. Offsets and lengths are in bytes; a word
// is eight bytes, little-endian.
type Memory interface {
	InputLength() uint64
	InputWord(offset uint64) uint64
	InputByte(offset uint64) uint8
	// Alloc reserves n bytes in the kernel's memory and gives their offset; 0
	// when there is no room.
	Alloc(n uint64) uint64
	StoreWord(offset, word uint64)
	StoreByte(offset uint64, b uint8)
	OutputSet(offset, n uint64)
	ErrorSet(offset uint64)
	LogInfo(offset uint64)
}

// Input gives the bytes of the call's input.
func Input(m Memory) []byte {
	n := m.InputLength()
	buf := make([]byte, n)
	i := uint64(0)
	for ; i+8 <= n; i += 8 {
		w := m.InputWord(i)
		b := buf[i : i+8 : i+8]
		b[0], b[1], b[2], b[3] = byte(w), byte(w>>8), byte(w>>16), byte(w>>24)
		b[4], b[5], b[6], b[7] = byte(w>>32), byte(w>>40), byte(w>>48), byte(w>>56)
	}
	for ; i < n; i++ {
		buf[i] = m.InputByte(i)
	}
	return buf
}

// Output sets the call's output; false when the kernel has no room for it.
func Output(m Memory, b []byte) bool {
	at, ok := store(m, b)
	if ok {
		m.OutputSet(at, uint64(len(b)))
	}
	return ok
}

// Fail sets the call's error text.
func Fail(m Memory, message string) {
	if at, ok := store(m, []byte(message)); ok {
		m.ErrorSet(at)
	}
}

// Log hands a line to the host's log.
func Log(m Memory, line string) {
	if at, ok := store(m, []byte(line)); ok {
		m.LogInfo(at)
	}
}

// store copies b to the kernel. The kernel gives no block of zero bytes, so
// an empty b has none.
func store(m Memory, b []byte) (at uint64, ok bool) {
	n := uint64(len(b))
	if n == 0 {
		return 0, true
	}
	if at = m.Alloc(n); at == 0 {
		return 0, false
	}
	i := uint64(0)
	for ; i+8 <= n; i += 8 {
		c := b[i : i+8 : i+8]
		m.StoreWord(at+i, uint64(c[0])|uint64(c[1])<<8|uint64(c[2])<<16|uint64(c[3])<<24|
			uint64(c[4])<<32|uint64(c[5])<<40|uint64(c[6])<<48|uint64(c[7])<<56)
	}
	for ; i < n; i++ {
		m.StoreByte(at+i, b[i])
	}
	return at, true
}
