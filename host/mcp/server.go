// Package mcp is the front end for agents: it offers the catalogs' tools over
// the Model Context Protocol and sends every call through host/invoke.
//
// It owns how tools, arguments and answers look on the protocol, how a person
// is asked through a client, and how large an answer may be. It holds no tool
// logic, decides nothing about a call and opens no account: what the pipeline
// refuses is an answer with isError.
//
// Start reading at New, then call.go.
package mcp

import (
	"context"
	"log/slog"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/risk"
)

// Mode says how a person agrees to a gated call of an agent.
type Mode string

// The modes. Source: design section 5.
const (
	// Argument: the agent passes confirm = true once somebody agreed, as with
	// workspace-lite. The host believes it.
	Argument Mode = "argument"
	// Elicit: the client asks its human. Where a client can't, the call waits as
	// a draft.
	Elicit Mode = "elicit"
	// Draft: the call waits as a draft that a person approves with wslite.
	Draft Mode = "draft"
)

// Modes lists the modes.
func Modes() []string { return []string{string(Argument), string(Elicit), string(Draft)} }

// Tool is a tool that the server offers.
type Tool struct {
	*catalog.Tool
	// Classes are those that its actions may have.
	Classes []risk.Class
}

// Options is what a server is made of. All but Logger and Instructions are
// needed.
type Options struct {
	// Name, Title and Version are what the server says it is.
	Name, Title, Version string
	Instructions         string
	Tools                []Tool
	// Pipeline gives the pipeline of a service, whose front end is "mcp". It is
	// asked for each call, by many goroutines at once.
	Pipeline func(ctx context.Context, service string) (*invoke.Pipeline, error)
	Mode     Mode
	// Budget is how many UTF-16 units an answer's text may have.
	Budget int
	Logger *slog.Logger
}

// DefaultBudget is the budget of an answer's text: what workspace-lite has
// (vectors envelope, kind limits).
const DefaultBudget = 24_000

// New makes a server. One server serves any number of sessions.
func New(o Options) (*sdk.Server, error) {
	s := sdk.NewServer(&sdk.Implementation{Name: o.Name, Title: o.Title, Version: o.Version}, &sdk.ServerOptions{
		Instructions: o.Instructions, Logger: o.Logger,
	})
	for _, t := range o.Tools {
		described, err := describe(t, o.Mode)
		if err != nil {
			return nil, err
		}
		c := caller{o: o, tool: t.Tool}
		s.AddTool(described, c.call)
	}
	return s, nil
}
