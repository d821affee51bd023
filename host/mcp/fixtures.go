//go:build !mcpconformance

package mcp

import sdk "github.com/modelcontextprotocol/go-sdk/mcp"

// What MCP's conformance suite needs is in no build but its own: see
// fixtures_conformance.go.

func fixtureOptions(*sdk.ServerOptions) {}

func addFixtures(*sdk.Server) {}

func fixtureTools(*sdk.Server) []own { return nil }
