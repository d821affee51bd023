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
	"time"

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
	// Operations are the actions that may stand in it, where it is a batch tool.
	Operations []string
	// Proxied says that a proxy runs its calls: what only the services' own
	// interfaces can do is not shown.
	Proxied bool
}

// Options is what a server is made of. All but Logger and Instructions are
// needed.
type Options struct {
	// Name, Title and Version are what the server says it is.
	Name, Title, Version string
	// Instructions are for the model; "" takes our own.
	Instructions string
	Tools        []Tool
	// Current gives the tools as they are now, with a number that is another one
	// after they changed; that of Tools is 0. It is asked at each request, by many
	// goroutines at once. nil: they stay as they are.
	Current func() (tools []Tool, version uint64, err error)
	// Listing says how much of each tool is shown; "" is Short.
	Listing Listing
	// Discover shows three small tools instead, which find, describe and call the
	// others.
	Discover bool
	// Examples gives arguments that show how a tool is called; may be nil.
	Examples func(*catalog.Tool) []map[string]any
	// PageSize is how many tools a page of the list has; 0 is the SDK's.
	PageSize int
	// Pipeline gives the pipeline of a service, whose front end is "mcp". It is
	// asked for each call, by many goroutines at once.
	Pipeline func(ctx context.Context, service string) (*invoke.Pipeline, error)
	Mode     Mode
	// AskTime is how long a person has to answer a question; 0 is
	// DefaultAskTime.
	AskTime time.Duration
	// Budget is how many UTF-16 units an answer's text may have.
	Budget int
	// UploadRoots are directories whose files a call may name, absolute; without
	// one it may name none.
	UploadRoots []string
	// Stateless says that each request has a session of its own, which ends with it:
	// nothing is put aside, since nobody could come back for it.
	Stateless bool
	// Users is how many servers there are in this process, one for each user: they
	// share the memory for what is put aside. 0 is 1.
	Users int
	// Logger gets what whoever runs the server should know, and nothing that
	// stands in a call; nil tells nobody.
	Logger *slog.Logger

	// asked are the questions that the next call answers.
	asked *asked
	// shelves hold what is too large for an answer.
	shelves *shelves
}

func (o Options) askTime() time.Duration {
	if o.AskTime > 0 {
		return o.AskTime
	}
	return DefaultAskTime
}

// DefaultBudget is the budget of an answer's text: what workspace-lite has
// (vectors envelope, kind limits).
const DefaultBudget = 24_000

// New makes a server. One server serves any number of sessions.
func New(o Options) (*sdk.Server, error) {
	o.asked = newAsked(o.askTime(), o.Users)
	if !o.Stateless {
		o.shelves = newShelves(o.Users)
	}
	so := &sdk.ServerOptions{Instructions: instructions(o), CompletionHandler: complete, SetCacheable: private} // and no logger: its lines quote messages
	fixtureOptions(so)
	s := sdk.NewServer(&sdk.Implementation{Name: o.Name, Title: o.Title, Version: o.Version}, so)
	if _, err := newBoard(s, o); err != nil {
		return nil, err
	}
	addPrompts(s, o)
	addResources(s, o)
	if !o.Stateless {
		addBlobs(s, o)
	}
	addFixtures(s)
	s.AddReceivingMiddleware(logCalls)
	s.AddReceivingMiddleware(survivor(o))
	return s, nil
}
