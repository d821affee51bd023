// Command test is a plugin with the tools that MCP's conformance suite calls: one
// for each kind of content, a failure, a log, and progress. It asks for no route:
// what it answers, it makes. It shows how a plugin's content, log and progress
// reach a client.
//
// Built natively it runs one export on standard input; see plugin.Main.
package main

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

func main() { plugin.Main(suite()) }

func suite() plugin.Plugin {
	return plugin.Plugin{Catalog: catalog, Transform: transform, Plan: plan, Render: render}
}

// prefix is what the service puts before its tools' names.
const prefix = "test_"

// The actions. Each tool has one, of its name.
const (
	simpleText   = "simple_text"
	image        = "image_content"
	audio        = "audio_content"
	embedded     = "embedded_resource"
	mixed        = "multiple_content_types"
	failure      = "error_handling"
	withLogging  = "tool_with_logging"
	withProgress = "tool_with_progress"
)

// A picture of one pixel, and eight samples of silence.
const (
	png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mO4YKAAAAL0ASGWkD2BAAAAAElFTkSuQmCC"
	wav = "UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA=="
)

func catalog() abi.Catalog {
	c := abi.Catalog{ABI: abi.Version, Service: "test", Title: "Conformance tests", Provider: "Tests", Version: "1.0.0"}
	for _, t := range []struct{ action, description string }{
		{simpleText, "Gives a line of text."},
		{image, "Shows a picture."},
		{audio, "Plays a sound."},
		{embedded, "Embeds a resource."},
		{mixed, "Gives text, a picture and a resource."},
		{failure, "Always fails."},
		{withLogging, "Logs three lines."},
		{withProgress, "Tells three times how far it is."},
	} {
		c.Tools = append(c.Tools, abi.Tool{
			Name: prefix + t.action, Title: t.action, Description: t.description,
			Action: t.action, Actions: []string{t.action}, Group: "test", Output: &abi.Output{Kind: "text"}, Input: schema.Object().Raw(),
		})
		c.Requests = append(c.Requests, abi.ActionRequest{Action: t.action, Class: "read"})
	}
	return c
}

func transform(c *plugin.Call) (*plugin.Choice, error) {
	action := c.Tool[len(prefix):]
	if action == withLogging {
		plugin.Log("Tool execution started")
	}
	return &plugin.Choice{Action: action, Params: c.Args}, nil
}

func plan(s *plugin.Step) (*plugin.Next, error) {
	switch {
	case s.Action == failure:
		return nil, plugin.Fail(plugin.BadRequest, "This tool intentionally returns an error for testing")
	case s.Action == withLogging:
		plugin.Log("Tool processing data")
	case s.Action == withProgress && s.Name == "":
		return s.Go("half", 0, 100, "begun"), nil
	case s.Action == withProgress && s.Name == "half":
		return s.Go("end", 50, 100, "half of it"), nil
	case s.Action == withProgress && s.Name == "end":
		return s.Go("over", 100, 100, "all of it"), nil
	}
	return plugin.Done(value.Object(value.M("done", value.Bool(true)))), nil
}

func render(a *plugin.Answer) (string, error) {
	switch a.Tool[len(prefix):] {
	case simpleText:
		return "This is a simple text response for testing.", nil
	case image:
		a.ShowImage("image/png", png)
		return "A picture:", nil
	case audio:
		a.ShowAudio("audio/wav", wav)
		return "A sound:", nil
	case embedded:
		a.ShowResource("test://embedded-resource", "text/plain", "This is an embedded resource content.")
		return "A resource:", nil
	case mixed:
		a.ShowImage("image/png", png)
		a.ShowResource("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`)
		return "Multiple content types test:", nil
	case withLogging:
		plugin.Log("Tool execution completed")
		return "Logged.", nil
	}
	return "Done.", nil
}
