// Package sdk is where a plugin's author starts. It holds no code; its
// packages are what a plugin imports, and all that it may import of wslite.
//
//   - plugin: the four functions of a plugin, requests, errors, the exports
//   - schema: the JSON Schema of a tool's arguments
//   - value: JSON
//   - date: calendar dates and RFC 3339
//   - text: trimming, measuring and laying out text
//   - zone: instants in the user's zone; large, see the README
//   - abi: the types that cross the border to the host
//   - plugintest: cases that run natively and through Wasm
//
// A module is loaded for each command that needs it, at about 30 ms per MB, so
// what it links matters: the README has a table of what each package adds.
// docs/plugins.md in the repository is the guide: a whole plugin, how to test
// it and how it is granted.
package sdk
