// Command trap is a plugin that harms, for tests of what it harms: a call of it
// traps, runs for ever, or takes all memory there is. It asks for no route. What
// trap_tame does is what its name says: a call of the same module that must go on
// working beside the others.
//
// Built natively it runs one export on standard input; see plugin.Main.
package main

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

func main() { plugin.Main(trap()) }

func trap() plugin.Plugin {
	return plugin.Plugin{Catalog: catalog, Transform: transform, Plan: plan, Render: render}
}

// The tools, each with an action of its name.
const (
	trapTame  = "tame"
	trapPanic = "panic"
	trapSpin  = "spin"
	trapGrow  = "grow"
)

func catalog() abi.Catalog {
	c := abi.Catalog{ABI: abi.Version, Service: "trap", Title: "Trap", Provider: "Tests", Version: "1.0.0"}
	for _, t := range []struct{ action, description string }{
		{trapTame, "Gives back the word that it got."},
		{trapPanic, "Stops in the middle of a call."},
		{trapSpin, "Never ends."},
		{trapGrow, "Takes memory until there is no more."},
	} {
		c.Tools = append(c.Tools, abi.Tool{
			Name: "trap_" + t.action, Title: t.action, Description: t.description,
			Action: t.action, Actions: []string{t.action}, Group: "trap", Output: &abi.Output{Kind: "text"},
			Input: schema.Object(schema.Required("word", schema.String().Length(1, 100).Describe("Any word."))).Raw(),
		})
		c.Requests = append(c.Requests, abi.ActionRequest{Action: t.action, Class: "read"})
	}
	return c
}

// kept is what grow took: the memory must stay in use.
var kept [][]byte

// transform does what the tool is called.
func transform(c *plugin.Call) (*plugin.Choice, error) {
	action := c.Tool[len("trap_"):]
	switch action {
	case trapPanic:
		panic("as it was asked to")
	case trapSpin:
		for n := uint(1); n != 0; n += 2 { // odd for ever
		}
	case trapGrow:
		for {
			block := make([]byte, 1<<20)
			for i := range block {
				block[i] = byte(i)
			}
			kept = append(kept, block)
		}
	}
	return &plugin.Choice{Action: action, Params: c.Args}, nil
}

func plan(s *plugin.Step) (*plugin.Next, error) {
	return plugin.Done(value.Object(value.M("word", s.Params.Get("word")))), nil
}

func render(a *plugin.Answer) (string, error) {
	return a.Data.Get("word").Text() + "\n", nil
}
