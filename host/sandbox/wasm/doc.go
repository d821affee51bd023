// Package wasm reads, inspects and instruments WebAssembly modules, in plain
// Go and without running anything.
//
// It owns the rules about what a plugin's module may contain (Inspect), and
// the rewriting that meters it and makes its instances resettable
// (Instrument). It never compiles, links or runs a module, holds no fuel
// budget and knows nothing of services, grants or files.
//
// The bytes are hostile: every length is bounded by what is really there,
// nothing is allocated from a count that a module states, and nesting is
// walked without recursion.
//
// Start reading at instrument.go, which tells the whole story; rules.go and
// imports.go hold the rules, charge.go the prices.
package wasm
