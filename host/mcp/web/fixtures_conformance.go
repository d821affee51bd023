//go:build mcpconformance

package web

import (
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/internal/mcpfixture"
)

// fixtureHTTP adds what the transport needs for a call that comes back over another
// stream.
func fixtureHTTP(o *sdk.StreamableHTTPOptions) { mcpfixture.HTTP(o) }
