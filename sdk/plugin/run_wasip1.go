package plugin

import "github.com/wslite/wslite/sdk/internal/kernel"

// Run serves one call of an export; the module's four exports are one line
// each:
//
//	//go:wasmexport transform
//	func transform() int32 { return plugin.Run(tasks(), abi.ExportTransform) }
//
// It exists in a module only (GOOS=wasip1). Tests use [Plugin.Call].
func Run(p Plugin, export string) int32 { return run(kernel.Extism{}, p, export) }

// Log hands a line to the host, which shows it with --verbose. It is no part
// of a result.
func Log(line string) { kernel.Log(kernel.Extism{}, line) }

// Main does nothing in a module: the host calls the exports.
func Main(Plugin) {}
