// Package sandbox runs the modules of plugins: untrusted WebAssembly that can
// only compute. It uses Extism's Go SDK on wazero.
//
// It owns compiling (through a cache on disk), instances and their reset,
// fuel, limits, the clock and randomness that a guest sees, and the way bytes
// go in and out. It never looks into those bytes (package guest does), gives a
// guest no file, socket, variable or request, and decides nothing about tools
// or grants.
//
// What holds a hostile module:
//   - It is instrumented (package wasm): it pays fuel, and hands control back
//     to Go after each slice of it. So cancellation and garbage collection
//     elsewhere wait for a slice, not for the guest.
//   - Everything that it can call is a function in Go, listed in imports.go,
//     over packages that have no access to the system. Extism's own kernel and
//     host functions are out of its reach: see link.go for the reason.
//   - Each call starts from the same state: the snapshot that was taken after
//     initialisation. What a call leaves in memory or globals is gone before
//     the next. Whatever ends badly costs the instance.
//   - An instance belongs to one call, which one goroutine makes (pool.go).
//
// Start reading at Sandbox.Load and Invocation.Call.
package sandbox
