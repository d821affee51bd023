package wasm

// Limits bound what a module may bring. The zero value admits nothing; start
// from DefaultLimits.
type Limits struct {
	// Size is the greatest size of a module in bytes.
	Size int
	// MemoryPages is the greatest linear memory in pages of 64 KiB. A module
	// that starts larger is refused; one that may grow further is capped.
	MemoryPages uint32
	// TableEntries is the greatest sum of the tables' initial sizes.
	TableEntries uint32
}

// DefaultLimits gives the limits that Inspect and Instrument use.
func DefaultLimits() Limits {
	return Limits{
		Size:         16 << 20, // a Go module with encoding/json and fmt is 3.2 MB
		MemoryPages:  1024,     // 64 MiB
		TableEntries: 1 << 17,  // Go makes one entry per function, about 5 000
	}
}

// Bounds that no operator needs to change. They keep the work of reading a
// module, and of the compiler behind it, proportionate; each is far beyond what
// the Go toolchain emits.
const (
	maxTypes     = 10_000
	maxParams    = 128 // also results: a call or a branch moves them all for one step
	maxImports   = 1_000
	maxFunctions = 200_000
	maxGlobals   = 10_000 // each mutable one is set back after every call
	maxExports   = 10_000
	maxElements  = 10_000  // element segments
	maxEntries   = 1 << 19 // of all element segments together
	maxData      = 100_000 // data segments
	maxTables    = 16
	maxLocals    = 5_000   // of one function; Go needs 20
	maxBody      = 1 << 20 // bytes of one function; Go's largest has 50 KB
	maxTargets   = 20_000  // of one br_table
	maxName      = 1_000   // bytes of an import's or export's name
)

// maxEffort bounds the estimate of what a single function costs the compiler,
// which works on a whole one at a time and can't be cancelled there. Its cost
// grows faster than the function: in wazero 1.12, 300 nested loops over 300
// locals, 5 KB of code, take 14 s, and 20 000 nested ifs 18 s. The estimate
// stays under 2 million for all of net/http, go/parser and html/template; at
// this bound a function takes one to three seconds.
const maxEffort = 20_000_000
