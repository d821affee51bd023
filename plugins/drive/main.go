// Command drive is the plugin of Google Drive: its 44 tools, built as a Wasm
// module.
//
// It turns arguments into actions (actions.go, check*.go), actions into
// requests of the Drive API v3 (plan*.go; shape*.go are the objects of the
// answers) and answers into text (render*.go). It decides no risk class, sends
// nothing and holds no state. Start reading at actions.go: one row per action.
//
// Built natively it runs one export on standard input; see plugin.Main.
package main

import "github.com/wslite/wslite/sdk/plugin"

func main() { plugin.Main(drive()) }

func drive() plugin.Plugin {
	return plugin.Plugin{Catalog: catalog, Transform: table.Transform, Plan: table.Plan, Render: render}
}
