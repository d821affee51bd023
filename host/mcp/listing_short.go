package mcp

import sdk "github.com/modelcontextprotocol/go-sdk/mcp"

// listed is a tool as the list shows it.
func listed(t Tool, o Options) (*sdk.Tool, error) {
	full, err := describe(t, o.Mode)
	if err != nil || o.Listing == Full {
		return full, err
	}
	return full, nil
}
