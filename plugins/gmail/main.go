// Command gmail is the plugin of Gmail: its 39 tools, built as a Wasm module.
//
// It turns arguments into actions (actions.go, check*.go), plans their requests
// to the Gmail API (plan*.go) and turns answers into text (render*.go). Mail in
// HTML is made readable by internal/htmltext, and mail is written by
// internal/mail. It decides no risk class, sends nothing itself and holds no
// state. Start reading at actions.go: one row per action.
//
// Built natively it runs one export on standard input; see plugin.Main.
package main

import "github.com/wslite/wslite/sdk/plugin"

func main() { plugin.Main(gmail()) }

func gmail() plugin.Plugin {
	return plugin.Plugin{Catalog: catalog, Transform: table.Transform, Plan: table.Plan, Render: render}
}
