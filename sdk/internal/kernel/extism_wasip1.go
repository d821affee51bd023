package kernel

// Extism is the kernel that the host gives a module.
type Extism struct{}

//go:wasmimport extism:host/env input_length
func inputLength() uint64

//go:wasmimport extism:host/env input_load_u64
func inputLoadU64(offset uint64) uint64

//go:wasmimport extism:host/env input_load_u8
func inputLoadU8(offset uint64) uint32

//go:wasmimport extism:host/env alloc
func alloc(n uint64) uint64

//go:wasmimport extism:host/env store_u64
func storeU64(offset, word uint64)

//go:wasmimport extism:host/env store_u8
func storeU8(offset uint64, b uint32)

//go:wasmimport extism:host/env output_set
func outputSet(offset, n uint64)

//go:wasmimport extism:host/env error_set
func errorSet(offset uint64)

//go:wasmimport extism:host/env log_info
func logInfo(offset uint64)

func (Extism) InputLength() uint64              { return inputLength() }
func (Extism) InputWord(offset uint64) uint64   { return inputLoadU64(offset) }
func (Extism) InputByte(offset uint64) uint8    { return uint8(inputLoadU8(offset)) }
func (Extism) Alloc(n uint64) uint64            { return alloc(n) }
func (Extism) StoreWord(offset, word uint64)    { storeU64(offset, word) }
func (Extism) StoreByte(offset uint64, b uint8) { storeU8(offset, uint32(b)) }
func (Extism) OutputSet(offset, n uint64)       { outputSet(offset, n) }
func (Extism) ErrorSet(offset uint64)           { errorSet(offset) }
func (Extism) LogInfo(offset uint64)            { logInfo(offset) }
