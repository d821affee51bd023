//go:build !mcpconformance

package web

import sdk "github.com/modelcontextprotocol/go-sdk/mcp"

// fixtureHTTP is for the build of MCP's conformance suite alone: see
// fixtures_conformance.go.
func fixtureHTTP(*sdk.StreamableHTTPOptions) {}
