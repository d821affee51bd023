package mcp

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/fault"
)

// Listing says how much of each tool a list shows. What a list leaves out is
// enforced all the same.
type Listing string

// The listings.
const (
	// Short shows what a model needs to choose a tool and to call it. The list
	// of all tools of the eight services stays below ShortBytes.
	Short Listing = "short"
	// Full shows all that is known of each tool.
	Full Listing = "full"
)

// Listings lists the listings.
func Listings() []string { return []string{string(Short), string(Full)} }

// ShortBytes is how many bytes the short list of all embedded tools may have, as
// compact JSON: 25 000 tokens of 4 bytes. Tokenizers that it was measured with
// get 4.2 bytes of such a list into a token (docs/mcp-listing.md).
const ShortBytes = 100_000

// board keeps what a server offers, and renews it where the tools change.
type board struct {
	o      Options
	server *sdk.Server

	mu      sync.Mutex // held while the offer is renewed
	version uint64
	failed  string // why the tools could not be shown, so that it is told once
	now     *offer
}

// offer is what a server offers at one time. It is read-only.
type offer struct {
	tools map[string]caller // those that can be called, also the hidden ones of Discover
	shown []*sdk.Tool       // by name
	// handlers answer for what is shown, by its name.
	handlers map[string]sdk.ToolHandler
	wire     wire
	// found proposes tools for names that are none.
	found *discovery
}

// newBoard makes the offer of a server and registers it.
func newBoard(s *sdk.Server, o Options) (*board, error) {
	b := &board{o: o, server: s}
	if err := b.show(o.Tools); err != nil {
		return nil, err
	}
	s.AddReceivingMiddleware(b.middleware)
	return b, nil
}

// show replaces what the server offers. Only what differs is registered anew: each
// registration is news for the clients.
func (b *board) show(tools []Tool) error {
	next, err := b.make(tools)
	if err != nil {
		return err
	}
	old := b.now
	b.now = next
	if old != nil {
		var gone []string
		for _, t := range old.shown {
			if next.handlers[t.Name] == nil {
				gone = append(gone, t.Name)
			}
		}
		if len(gone) > 0 {
			b.server.RemoveTools(gone...)
		}
	}
	for i, t := range next.shown {
		if old == nil || !bytes.Equal(old.wire.one(t.Name), next.wire.at(i)) {
			b.server.AddTool(t, b.answerer(t.Name))
		}
	}
	return nil
}

// answerer answers for a tool as it is when it is called.
func (b *board) answerer(name string) sdk.ToolHandler {
	return func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		b.mu.Lock()
		h := b.now.handlers[name]
		b.mu.Unlock()
		if h == nil { // it went while the call was on its way
			return failure(fault.New(fault.Usage, "there is no tool %q any more", name)), nil
		}
		return h(ctx, req)
	}
}

// make makes an offer.
func (b *board) make(tools []Tool) (*offer, error) {
	next := &offer{tools: map[string]caller{}, handlers: map[string]sdk.ToolHandler{}}
	add := func(t *sdk.Tool, h sdk.ToolHandler) {
		next.shown, next.handlers[t.Name] = append(next.shown, t), h
	}
	tools = slices.SortedFunc(slices.Values(tools), func(x, y Tool) int { return strings.Compare(x.Name, y.Name) })
	short := newShortener()
	for _, t := range tools {
		if _, twice := next.tools[t.Name]; twice {
			return nil, fault.New(fault.PluginRefused, "two tools have the name %s", t.Name)
		}
		c := newCaller(b.o, t)
		next.tools[t.Name] = c
		if b.o.Discover {
			continue
		}
		shown, err := described(t.withFiles(b.o), b.o.Mode)
		if err != nil {
			return nil, err
		}
		if b.o.Listing == Full {
			shown.OutputSchema = outputSchema(t)
		} else if shown, err = short.shorten(shown, t); err != nil {
			return nil, err
		}
		add(shown, c.call)
	}
	d := newDiscovery(b.o, tools, next.tools)
	next.found = d
	for _, t := range slices.Concat(d.tools(), draftTools(b.o, tools), fixtureTools(b.server)) {
		add(t.Tool, t.handler)
	}
	slices.SortFunc(next.shown, func(x, y *sdk.Tool) int { return strings.Compare(x.Name, y.Name) })
	var err error
	next.wire, err = newWire(next.shown, b.o.Listing)
	return next, err
}

// renew looks whether the tools changed, and shows the new ones: the server tells
// its clients. A list that can't be made leaves the old one standing; its calls
// are judged by today's plugins all the same.
func (b *board) renew() *offer {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.o.Current == nil {
		return b.now
	}
	tools, version, err := b.o.Current()
	if err == nil && version != b.version {
		if err = b.show(tools); err == nil {
			b.version = version
		}
	}
	if err == nil {
		b.failed = ""
	} else if why := err.Error(); why != b.failed {
		b.failed = why
		b.o.logger().Warn("the plugins changed and can't be shown; the list stays as it was", "code", string(fault.CodeOf(err)))
	}
	return b.now
}

func (o Options) logger() *slog.Logger {
	if o.Logger != nil {
		return o.Logger
	}
	return slog.New(slog.DiscardHandler)
}

// middleware renews the offer at each request, and answers tools/list from the
// bytes that lie ready. A call of a tool that there is none of hears which are near.
func (b *board) middleware(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		now := b.renew()
		if c, ok := req.(*sdk.CallToolRequest); ok && now.handlers[c.Params.Name] == nil {
			return nil, now.found.unlisted(c.Params.Name)
		}
		list, ok := req.(*sdk.ListToolsRequest)
		if !ok {
			return next(ctx, method, req)
		}
		return now.wire.answer(ctx, list, next, b.o.PageSize)
	}
}
