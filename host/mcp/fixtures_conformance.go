//go:build mcpconformance

package mcp

import (
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/internal/mcpfixture"
)

// A program that is built with the tag mcpconformance has tools, resources and
// prompts of MCP's conformance suite besides its own. They call nothing of the
// pipeline, and none of them is in a program that people get.

// fixtureOptions adds what has to be known before the server is made.
func fixtureOptions(o *sdk.ServerOptions) { mcpfixture.Options(o) }

// addFixtures registers resources and prompts.
func addFixtures(s *sdk.Server) { mcpfixture.Add(s) }

// fixtureTools are listed with the server's own.
func fixtureTools(s *sdk.Server) (tools []own) {
	for _, t := range mcpfixture.Tools(s) {
		tools = append(tools, own{t.Tool, t.Handler})
	}
	return tools
}
