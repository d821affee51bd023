// Command drive is the plugin of Google Drive: its 44 tools, built as a Wasm
// module.
//
// It turns arguments into actions (actions.go, check*.go) and answers into text
// (render*.go). It decides no risk class, sends nothing and holds no state. Start reading at actions.go: one row per action.
//
// Built natively it runs one export on standard input; see plugin.Main.
package main

import "github.com/wslite/wslite/sdk/plugin"

func main() { plugin.Main(drive()) }

func drive() plugin.Plugin {
	return plugin.Plugin{Catalog: catalog, Transform: table.Transform, Render: render}
}
