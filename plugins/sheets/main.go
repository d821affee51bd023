// Command sheets is the plugin of Google Sheets: its 33 tools, built as a Wasm
// module.
//
// It writes ranges and values in the form that the service takes (tidy*.go),
// refuses what can't work before anything is sent (check*.go) and turns answers
// into text (render*.go). It decides no risk class, sends nothing and holds no
// state. Start reading at actions.go: one row per action.
//
// Built natively it runs one export on standard input; see plugin.Main.
package main

import "github.com/wslite/wslite/sdk/plugin"

func main() { plugin.Main(sheets()) }

func sheets() plugin.Plugin {
	return plugin.Plugin{Catalog: catalog, Transform: table.Transform, Render: render}
}
