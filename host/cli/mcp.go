package cli

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/mcp"
	"github.com/wslite/wslite/host/policy"
)

// mcpOptions are the flags of mcp.
type mcpOptions struct {
	offerOptions
	httpOptions
	confirm string
}

// mcpCommand serves the tools to agents.
func (a *App) mcpCommand() *cobra.Command {
	var o mcpOptions
	cmd := &cobra.Command{
		Use:     "mcp",
		Short:   "Serve the tools to an agent over MCP",
		GroupID: "call",
		Long: `Serve the tools over the Model Context Protocol on standard input and output,
until the client closes them; with --http over HTTP, until a signal ends it.

Calls of the classes send, share and destructive need a person's yes: "elicit"
asks the human through the client and stores a draft where the client can't,
"draft" always stores one (wslite drafts), "argument" believes the agent that
passes confirm.

The list of all tools has less than 25 000 tokens; --list full shows all there
is of each. --service, --tools, --toolset and --read-only offer fewer, and hold
every call to them. With --discover the list is three small tools that find,
describe and call the others. Plugins that are added or removed while the
server runs come and go at the client's next request.`,
		Example: "  wslite --local mcp\n  wslite mcp --service gmail --service calendar --read-only\n  wslite mcp --tools 'drive_*,docs_get_*' --confirm draft\n  wslite --local mcp --discover",
		Args:    noArgs,

		Annotations: map[string]string{outIsProtocol: "yes"},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.noExtra(cmd, "json", "yes", "dry-run", "draft", "params-json", "idempotency-key"); err != nil {
				return err
			}
			if cmd.Flags().Changed("http") && o.address == "" {
				// As of a variable that isn't set: standard input would be served in its place.
				return fault.New(fault.Usage, "--http is empty; it wants HOST:PORT, such as 127.0.0.1:8765")
			}
			return a.serveMCP(cmd.Context(), o)
		},
	}
	f := cmd.Flags()
	a.offerFlags(cmd, f, &o.offerOptions)
	httpFlags(cmd, f, &o.httpOptions)
	f.StringVar(&o.confirm, "confirm", "", "how a person agrees: `MODE` elicit, draft or argument; elicit unless the profile says otherwise")
	cmd.RegisterFlagCompletionFunc("confirm", cobra.FixedCompletions(mcp.Modes(), cobra.ShellCompDirectiveNoFileComp))
	cmd.AddCommand(a.mcpConfigCommand(cmd), a.mcpTokenCommand())
	return cmd
}

func (a *App) serveMCP(ctx context.Context, o mcpOptions) error {
	c, err := a.config()
	if err != nil {
		return err
	}
	if o.confirm != "" && !slices.Contains(mcp.Modes(), o.confirm) {
		return fault.New(fault.Usage, "--confirm is one of %s, not %q", strings.Join(mcp.Modes(), ", "), o.confirm)
	}
	if err := o.offerOptions.check(); err != nil {
		return err
	}
	if err := o.httpOptions.check(); err != nil {
		return err
	}
	a.frontEnd, a.readOnly = policy.MCP, o.readOnly
	if a.held, err = o.hold(); err != nil {
		return err
	}
	defer a.keepHeapSmall()()
	defer a.tellEnding(ctx, endingPatience)()
	if o.users {
		return a.serveUsers(ctx, c, o)
	}
	lines, err := newPipelines(a, a.readConfig, o.offerOptions)
	if err != nil {
		return err
	}
	server, err := a.mcpServer(lines, o, c.MCP.UploadRoots, 1)
	if err != nil {
		return err
	}
	if o.address != "" {
		return a.serveHTTP(ctx, server, o.httpOptions)
	}
	if a.InTTY {
		a.note("waiting for an MCP client on standard input: a client starts this itself, and wslite mcp config prints what it needs for that; Ctrl-C ends it")
	}
	err = server.Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(a.In), Writer: unclosed{a.Out}})
	if out, ok := a.Out.(*sink); ok && out.left() {
		return nil // a client that goes need not wait for what was being said
	}
	if err != nil && ctx.Err() == nil {
		return fault.Wrap(err, fault.Client, "the connection to the client ended: what came on standard input is no MCP message, or the stream broke off within one").
			WithHint("a client that speaks MCP starts this program: wslite mcp config prints what it needs")
	}
	return nil
}

// mcpServer makes the server of a run whose pipelines stand, one of those of so
// many users.
func (a *App) mcpServer(lines *pipelines, o mcpOptions, roots []string, users int) (*sdk.Server, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	return mcp.New(mcp.Options{
		Name: o.serverName(), Title: "Google Workspace by wslite", Version: a.Version,
		Mode:  mcp.Mode(firstOf(o.confirm, c.Profile.MCPConfirm, string(mcp.Elicit))),
		Tools: lines.now.tools, Current: lines.current, Listing: mcp.Listing(o.list), Discover: o.discover,
		Examples: exampleArgs, Pipeline: lines.get, Budget: mcp.DefaultBudget, UploadRoots: roots, Users: users, Stateless: o.stateless,
		Logger: a.logger(),
	})
}

// logger takes what whoever runs a server should know.
func (a *App) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(a.Err, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

func firstOf(words ...string) string {
	for _, w := range words {
		if w != "" {
			return w
		}
	}
	return ""
}

// unclosed keeps the protocol from closing our output.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
