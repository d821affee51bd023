package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// transform checks what a schema can't state and chooses the action.
func transform(c *plugin.Call) (*plugin.Choice, error) {
	params := c.Args
	switch c.Tool {
	case "notes_list":
		return &plugin.Choice{Action: actionList, Params: params}, nil
	case "notes_get":
		return &plugin.Choice{Action: actionGet, Params: params}, nil
	case "notes_delete":
		return &plugin.Choice{Action: actionDelete, Params: params}, nil
	case "notes_create":
		title := text.Trim(params.Get("title").Text())
		if title == "" {
			return nil, plugin.Invalid("title", "title must hold more than blanks.")
		}
		params.Set("title", value.String(title))
		return &plugin.Choice{Action: actionCreate, Params: params}, nil
	}
	return nil, plugin.Fail(plugin.BadRequest, "There is no tool "+c.Tool+" in notes.")
}
