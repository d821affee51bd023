// Command calendar is the plugin of Google Calendar: its 22 tools, built as a
// Wasm module.
//
// It turns arguments into actions (actions.go, check*.go, window.go), actions into
// requests and their answers (plan*.go, with work.go for what the plans share,
// event.go for the one shape of an event and times.go for zones), and answers into
// text (render*.go). It decides no risk class, sends nothing and holds no
// state. Start reading at actions.go: one row per action.
//
// Built natively it runs one export on standard input; see plugin.Main.
package main

import "github.com/wslite/wslite/sdk/plugin"

func main() { plugin.Main(calendar()) }

func calendar() plugin.Plugin {
	return plugin.Plugin{Catalog: catalog, Transform: table.Transform, Plan: table.Plan, Render: render}
}
