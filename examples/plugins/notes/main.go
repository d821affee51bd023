// Command notes is an example of a third party's plugin: tools for "Notes", a
// small REST service of somebody else's, at notes.example.com.
//
// It imports nothing of wslite but the sdk. It can reach only the routes that
// it asks for in its catalog, after the operator has granted them with `wslite
// plugin add`, and it never sees a token, a URL or a clock of the machine.
//
// Start reading at catalog.go: what there is, and what is asked for. Then
// plan.go: how an action becomes requests.
package main

import "github.com/wslite/wslite/sdk/plugin"

func main() { plugin.Main(notes()) }

func notes() plugin.Plugin {
	return plugin.Plugin{Catalog: catalog, Transform: transform, Plan: plan, Render: render}
}
