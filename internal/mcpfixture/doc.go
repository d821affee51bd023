// Package mcpfixture is what MCP's conformance suite wants to find on a server
// and no plugin may give it: tools that ask a person or a model, resources and
// prompts under test://, and calls that close their own stream. The suite's
// other tools are plugins (test/mcp/plugins), so that they show how what a plugin
// says becomes the protocol's.
//
// Only a program that is built with the tag mcpconformance has any of it. In every
// other this package is empty, and nothing imports it.
package mcpfixture
