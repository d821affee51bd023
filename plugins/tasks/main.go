// Command tasks is the plugin of Google Tasks: its 13 tools, built as a Wasm
// module.
//
// It turns arguments into actions (check.go), actions into requests of the
// Tasks API v1 (plan*.go) and answers into text (render.go). It decides no
// risk class, sends nothing and holds no state. Start reading at actions.go:
// one row per action.
//
// Built natively it runs one export on standard input; see plugin.Main.
package main

import "github.com/wslite/wslite/sdk/plugin"

func main() { plugin.Main(tasks()) }

func tasks() plugin.Plugin {
	return plugin.Plugin{Catalog: catalog, Transform: table.Transform, Plan: table.Plan, Render: render}
}
