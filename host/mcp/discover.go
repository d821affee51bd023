package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/catalog/find"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// The names of the tools that are the host's own. No plugin can have them: the
// words in front are no names of services.
const (
	SearchTools  = "search_tools"
	DescribeTool = "describe_tool"
	CallTool     = "call_tool"
)

// mostFound is how many tools a search gives at most, and usualFound how many
// unless it says otherwise.
const (
	mostFound  = 20
	usualFound = 5
)

// discovery finds, describes and calls the tools that a server offers.
type discovery struct {
	o       Options
	offered []Tool // by name
	callers map[string]caller
	index   func() *find.Index
}

// own is a tool of the host's own.
type own struct {
	*sdk.Tool
	handler sdk.ToolHandler
}

// newDiscovery takes the tools sorted by name.
func newDiscovery(o Options, tools []Tool, callers map[string]caller) *discovery {
	return &discovery{o: o, offered: tools, callers: callers, index: searcher(tools)}
}

// The arguments of the three. They are objects without choices, which every
// client understands.
var (
	searchInput = abi.Raw(`{"type":"object","properties":{` +
		`"query":{"type":"string","description":"What is to be done, in a few plain words","minLength":1,"maxLength":500},` +
		`"service":{"type":"string","description":"Only tools of this service, such as gmail"},` +
		`"limit":{"type":"integer","description":"How many tools to show, 5 unless given","minimum":1,"maximum":20}},` +
		`"required":["query"],"additionalProperties":false}`)
	describeInput = abi.Raw(`{"type":"object","properties":{` +
		`"name":{"type":"string","description":"The tool's name, such as gmail_send"}},` +
		`"required":["name"],"additionalProperties":false}`)
	callInput = abi.Raw(`{"type":"object","properties":{` +
		`"name":{"type":"string","description":"The tool's name, such as gmail_send"},` +
		`"arguments":{"type":"object","description":"Its arguments, as ` + DescribeTool + ` shows them"}},` +
		`"required":["name"],"additionalProperties":false}`)
)

// tools are those that are shown: all three where nothing else is, else the one
// that tells what the short list leaves out. Their hints say the worst that they
// can do.
func (d *discovery) tools() []own {
	yes, no := true, false
	looks := &sdk.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: &no, IdempotentHint: true, OpenWorldHint: &no}
	describe := own{&sdk.Tool{
		Name: DescribeTool, Title: "Describe a tool", InputSchema: describeInput, Annotations: looks,
		Description: "Shows everything about one tool: all arguments with their rules, what it may change, whether a person is asked, examples.",
	}, d.describe}
	if !d.o.Discover {
		if d.o.Listing == Full {
			return nil
		}
		return []own{describe}
	}
	call := &sdk.ToolAnnotations{DestructiveHint: &yes, OpenWorldHint: &yes}
	if !slices.ContainsFunc(d.offered, func(t Tool) bool { return !readsOnly(t) }) {
		call = &sdk.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: &no, IdempotentHint: true, OpenWorldHint: &yes}
	}
	return []own{
		{&sdk.Tool{
			Name: SearchTools, Title: "Search the tools", InputSchema: searchInput, Annotations: looks,
			Description: fmt.Sprintf("Finds among %d tools for %s those that fit a task. Use it first, then %s, then %s.",
				len(d.offered), services(d.offered), DescribeTool, CallTool),
		}, d.search},
		describe,
		{&sdk.Tool{
			Name: CallTool, Title: "Call a tool", InputSchema: callInput, Annotations: call,
			Description: "Calls a tool by its name, exactly as if it stood in the list. What sends, shares or deletes is asked about as everywhere.",
		}, d.call},
	}
}

func readsOnly(t Tool) bool {
	return !slices.ContainsFunc(t.Classes, func(c risk.Class) bool { return c != risk.Read })
}

// services names the services of tools, each once.
func services(tools []Tool) string {
	var names []string
	for _, t := range tools {
		if !slices.Contains(names, t.Service) {
			names = append(names, t.Service)
		}
	}
	return strings.Join(names, ", ")
}

// search answers search_tools.
func (d *discovery) search(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	args, err := loosely(req, searchInput)
	if err != nil {
		return failure(err), nil
	}
	service, _ := args["service"].(string)
	if names := strings.Split(services(d.offered), ", "); service != "" && !slices.Contains(names, service) {
		return failure(unknownWord("service", service, names)), nil
	}
	limit := usualFound
	if n, ok := args["limit"].(json.Number); ok {
		if n, err := strconv.Atoi(n.String()); err == nil {
			limit = n
		}
	}
	var found []any
	var lines []string
	inService := func(i int) bool { return service == "" || d.offered[i].Service == service }
	for _, i := range d.index().SearchAmong(args["query"].(string), limit, inService) {
		t := d.offered[i]
		about := shortDescription(t.Description, t.Proxied)
		found = append(found, map[string]any{"name": t.Name, "service": t.Service, "classes": classWords(t), "description": about})
		lines = append(lines, fmt.Sprintf("%s (%s): %s", t.Name, strings.Join(classWords(t), " or "), text.Line(about)))
	}
	if len(found) == 0 {
		return told("No tool has these words. Say it with others: what is to be done, and to what (mail, event, file, cell, task).",
			map[string]any{"tools": []any{}}), nil
	}
	return told(strings.Join(lines, "\n"), map[string]any{"tools": found}), nil
}

// call answers call_tool: it hands the call to the tool, with all that came with
// it, and so through the same gate.
func (d *discovery) call(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	args, err := loosely(req, callInput)
	if err != nil {
		return failure(err), nil
	}
	name := args["name"].(string)
	c, offered := d.callers[name]
	if !offered {
		return failure(d.unknown(name)), nil
	}
	inner, params := *req, *req.Params
	params.Name, params.Arguments = name, nil
	if given, ok := args["arguments"]; ok {
		if params.Arguments, err = compact(given); err != nil {
			return failure(fault.Wrap(err, fault.Usage, "the arguments can't be read")), nil
		}
	}
	inner.Params = &params
	return c.call(ctx, &inner)
}

func unknownWord(kind, word string, known []string) error {
	e := fault.New(fault.Usage, "there is no %s %q here", kind, text.Line(word))
	if near, ok := text.Suggest(word, known); ok {
		return e.WithHint("did you mean %s?", near)
	}
	return e.WithHint("there are %s", strings.Join(known, ", "))
}

// loosely reads the arguments of one of the three as clients send them: null is
// absent, and numbers and objects may come as text.
func loosely(req *sdk.CallToolRequest, input abi.Raw) (map[string]any, error) {
	args, err := arguments(req.Params.Arguments)
	if err != nil {
		return nil, err
	}
	s, err := schema.Compile(input)
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(args, func(_ string, v any) bool { return v == nil })
	return s.Check(s.Coerce(args))
}

// told is an answer of the host's own, which is no data from outside.
func told(said string, data map[string]any) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: said}}, StructuredContent: data}
}
