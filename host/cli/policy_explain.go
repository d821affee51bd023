package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/text"
)

// verdict is a decision with all that explains it.
type verdict struct {
	res      *invoke.Result
	decision policy.Decision
	why      string // the class
	asks     bool   // the gate asks a person
	frontEnd string
	config   *config.Config
	reasons  []explained
	caps     []usedCap
}

// exit is the exit code that says whether the call is allowed.
func (v verdict) exit() int {
	if v.decision.Allowed {
		return fault.ExitOK
	}
	return fault.ExitFailure
}

// completeExplain completes what a call of a tool would take, by either of its
// names, and --front-end.
func (a *App) completeExplain(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 && args[len(args)-1] == "--front-end" {
		return withPrefix([]string{policy.CLI, policy.MCP}, word), cobra.ShellCompDirectiveNoFileComp
	}
	listings, err := a.listings()
	if err != nil || len(args) == 0 || !hasService(listings, args[0]) {
		return a.completeRun(cmd, args, word)
	}
	x, err := a.catalogOf(args[0])
	if err != nil || x.Service(args[0]) == nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var subs []string
	for _, t := range x.Service(args[0]).Tools {
		if len(args) > 1 && args[1] == t.Sub {
			return a.completeTool(t)(cmd, args[2:], word)
		}
		subs = append(subs, t.Sub+"\t"+text.Line(t.Title))
	}
	return withPrefix(subs, word), cobra.ShellCompDirectiveNoFileComp
}

// explained is a reason with the settings that it rests on.
type explained struct {
	policy.Reason
	set []config.Entry
}

type usedCap struct {
	policy.Cap
	used  int
	known bool
}

func (a *App) policyExplainCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain <tool> [flags of the tool]",
		Short: "Say what the policy makes of a call, and why; sends nothing",
		Long: `Say what the policy makes of a call, and why. The arguments are read as the tool
itself would read them; nothing is sent, asked or stored.

--front-end mcp shows what an agent may, --draft what could be stored, --profile
another profile.

Exit codes: 0 the call is allowed, 1 it is not, 4 the arguments are wrong.`,
		Example: "  wslite policy explain gmail_send --to ana@example.com --subject Hi --body Hello\n" +
			"  wslite policy explain gmail send --front-end mcp --to ana@example.com --subject Hi --body Hello --json",
		DisableFlagParsing:    true,
		DisableFlagsInUseLine: true,
	}
	cmd.Flags().String("front-end", policy.CLI, "judge as for `cli` or mcp")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		frontEnd, args, err := cutFrontEnd(args)
		if err != nil {
			return err
		}
		before, name, rest, err := a.splitGlobals("policy explain", args)
		if err != nil {
			return err
		}
		if name == "" {
			if before.help {
				return cmd.Help()
			}
			return fault.New(fault.Usage, "policy explain needs the name of a tool").WithHint("wslite tools lists them")
		}
		t, rest, err := a.toolOrWords(name, rest)
		if err != nil {
			return err
		}
		if before.help {
			return cmd.Help()
		}
		return a.policyExplain(cmd, t, rest, frontEnd)
	}
	cmd.ValidArgsFunction = a.completeExplain
	return cmd
}

// cutFrontEnd takes --front-end out of the arguments: the rest are the tool's.
func cutFrontEnd(args []string) (string, []string, error) {
	frontEnd, rest := policy.CLI, []string{}
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			rest = append(rest, args[i:]...)
			break
		}
		value, attached := strings.CutPrefix(args[i], "--front-end=")
		switch {
		case attached:
		case args[i] == "--front-end" && i+1 < len(args):
			i++
			value = args[i]
		case args[i] == "--front-end":
			return "", nil, fault.New(fault.Usage, "--front-end names nothing").WithHint("it is cli or mcp")
		default:
			rest = append(rest, args[i])
			continue
		}
		if value != policy.CLI && value != policy.MCP {
			return "", nil, fault.New(fault.Usage, "--front-end %q is none", value).WithHint("it is cli or mcp")
		}
		frontEnd = value
	}
	return frontEnd, rest, nil
}

// toolOrWords finds a tool by its name, or by the words of its command.
func (a *App) toolOrWords(name string, rest []string) (*catalog.Tool, []string, error) {
	x, err := a.catalogOf(name)
	if err != nil {
		return nil, nil, err
	}
	if s := x.Service(name); s != nil && len(rest) > 0 {
		for _, t := range s.Tools {
			if t.Sub == rest[0] {
				return t, rest[1:], nil
			}
		}
		return nil, nil, fault.New(fault.Usage, "%s has no tool %q", s.Name, rest[0]).WithHint("wslite %s --help lists them", s.Name)
	}
	t, err := a.toolNamed(name)
	return t, rest, err
}

func (a *App) policyExplain(cmd *cobra.Command, t *catalog.Tool, args []string, frontEnd string) error {
	res := &invoke.Result{Tool: t.Name, Service: t.Service}
	s, err := schema.Compile(t.Input)
	if err != nil {
		return a.failCall(res, err)
	}
	line, err := parseToolArgs(t, s.Properties(), args, &a.globals)
	if err != nil {
		return a.failCall(res, err)
	}
	if line.help {
		return cmd.Help()
	}
	a.settle()
	if a.globals.DryRun || a.globals.shaped() {
		return a.failCall(res, fault.New(fault.Usage, "policy explain takes no --dry-run and no flag that shapes a result").
			WithHint("it sends nothing; --json gives a document"))
	}
	flags := line.flags
	if a.globals.paramsJSONSet {
		flags.ParamsJSON = &a.globals.ParamsJSON
	}
	values, err := s.Parse(t, flags, a.files())
	if err != nil {
		return a.failCall(res, err)
	}
	v, err := a.judge(cmd.Context(), t, values, frontEnd)
	if err != nil {
		return a.failCall(v.res, err)
	}
	if a.globals.JSON {
		err = writeJSON(a.Out, v.document())
	} else {
		err = a.printVerdict(v)
	}
	return firstError(err, exitWith(v.exit()))
}

// shaped says that a flag was given that shapes a result.
func (g *globals) shaped() bool {
	return g.Fields != "" || g.JQ != "" || g.PageAll || g.PageLimit != "" || g.OutputPath != "" || g.Format != "" && g.Format != "json"
}
