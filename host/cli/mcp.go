package cli

import (
	"context"
	"io"
	"slices"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/mcp"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
)

// mcpOptions are the flags of mcp.
type mcpOptions struct {
	services []string
	tools    []string
	toolset  string
	readOnly bool
	confirm  string
}

// toolsets are names for the classes that a server offers.
var toolsets = map[string][]risk.Class{
	"read":     {risk.Read},
	"organise": {risk.Read, risk.Write},
	"write":    {risk.Read, risk.Write, risk.Send, risk.Share},
	"all":      risk.Classes(),
}

// mcpCommand serves the tools to agents.
func (a *App) mcpCommand() *cobra.Command {
	var o mcpOptions
	cmd := &cobra.Command{
		Use:     "mcp",
		Short:   "Serve the tools to an agent over MCP, on standard input and output",
		GroupID: "call",
		Long: `Serve the tools over the Model Context Protocol on standard input and output,
until the client closes them.

Calls of the classes send, share and destructive need a person's yes: "elicit"
asks the human through the client and stores a draft where the client can't,
"draft" always stores one (wslite drafts), "argument" believes the agent that
passes confirm.`,
		Example: "  wslite --local mcp\n  wslite mcp --service gmail --service calendar --read-only\n  wslite mcp --tools 'drive_*,docs_get_*' --confirm draft",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.noExtra(cmd, "json", "yes", "dry-run", "draft", "params-json", "idempotency-key"); err != nil {
				return err
			}
			return a.serveMCP(cmd.Context(), o)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.services, "service", nil, "offer the tools of this `SERVICE` alone; may be repeated")
	f.StringSliceVar(&o.tools, "tools", nil, "offer the tools whose names match these `PATTERNS` alone; * is any run of characters")
	f.StringVar(&o.toolset, "toolset", "all", "offer a `SET` of tools: read, organise (and write), write (and send, share), all (and destructive)")
	f.BoolVar(&o.readOnly, "read-only", false, "offer and run only what changes nothing")
	f.StringVar(&o.confirm, "confirm", "", "how a person agrees: `MODE` elicit, draft or argument; elicit unless the profile says otherwise")
	cmd.RegisterFlagCompletionFunc("service", a.completeServices)
	cmd.RegisterFlagCompletionFunc("toolset", cobra.FixedCompletions([]string{"read", "organise", "write", "all"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("confirm", cobra.FixedCompletions(mcp.Modes(), cobra.ShellCompDirectiveNoFileComp))
	cmd.AddCommand(a.mcpConfigCommand(cmd))
	return cmd
}

func (a *App) serveMCP(ctx context.Context, o mcpOptions) error {
	c, err := a.config()
	if err != nil {
		return err
	}
	mode := mcp.Mode(firstOf(o.confirm, c.Profile.MCPConfirm, string(mcp.Elicit)))
	if !slices.Contains(mcp.Modes(), string(mode)) {
		return fault.New(fault.Usage, "--confirm is one of %s, not %q", strings.Join(mcp.Modes(), ", "), string(mode))
	}
	a.frontEnd, a.readOnly = policy.MCP, o.readOnly
	tools, err := a.offered(o)
	if err != nil {
		return err
	}
	name := "wslite"
	if len(o.services) == 1 {
		name = "google-workspace-" + o.services[0] // what clients of workspace-lite know
	}
	lines := &pipelines{a: a, made: map[string]*invoke.Pipeline{}}
	server, err := mcp.New(mcp.Options{
		Name: name, Title: "Google Workspace by wslite", Version: a.Version, Tools: tools, Mode: mode,
		Pipeline: lines.get, Budget: mcp.DefaultBudget,
	})
	if err != nil {
		return err
	}
	err = server.Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(a.In), Writer: unclosed{a.Out}})
	if err != nil && ctx.Err() == nil {
		return fault.Wrap(err, fault.Client, "the connection to the client ended: the protocol's stream is broken")
	}
	return nil
}

// offered are the tools that a server shows. A name that means nothing is an
// error, not an empty list.
func (a *App) offered(o mcpOptions) ([]mcp.Tool, error) {
	classes, known := toolsets[o.toolset]
	if !known {
		return nil, fault.New(fault.Usage, "there is no toolset %q; there are read, organise, write and all", o.toolset)
	}
	if o.readOnly {
		classes = toolsets["read"]
	}
	x, err := a.catalog()
	if err != nil {
		return nil, err
	}
	tables, err := a.risk()
	if err != nil {
		return nil, err
	}
	for _, s := range o.services {
		if x.Service(s) == nil {
			return nil, unknownAction(x, callOptions{service: s})
		}
	}
	tools := mcp.Select(x, tables, mcp.Selection{Services: o.services, Tools: o.tools, Classes: classes})
	if len(tools) == 0 {
		return nil, fault.New(fault.Usage, "no tool passes --service, --tools and --toolset together").WithHint("wslite tools lists all")
	}
	return tools, nil
}

func firstOf(words ...string) string {
	for _, w := range words {
		if w != "" {
			return w
		}
	}
	return ""
}

// pipelines makes the pipeline of each service once.
type pipelines struct {
	a    *App
	mu   sync.Mutex
	made map[string]*invoke.Pipeline
}

func (p *pipelines) get(ctx context.Context, service string) (*invoke.Pipeline, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if made := p.made[service]; made != nil {
		return made, nil
	}
	made, err := p.a.pipeline(ctx, service)
	if err == nil {
		p.made[service] = made
	}
	return made, err
}

// unclosed keeps the protocol from closing our output.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
