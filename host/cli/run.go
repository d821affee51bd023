package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// runCommand is "wslite run <toolName>": a tool by its MCP name.
func (a *App) runCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "run <toolName> [flags]",
		Short:   "Run a tool by its MCP name",
		GroupID: "call",
		Example: "  wslite --local run tasks_list_tasklists --json\n" +
			"  wslite --local run tasks_list_tasks --tasklist-id @default",
		DisableFlagParsing: true,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		before, name, rest, err := a.splitGlobals("run", args)
		if err != nil {
			return err
		}
		if name == "" {
			if before.help {
				return cmd.Help()
			}
			return fault.New(fault.Usage, "run needs the name of a tool").WithHint("wslite tools lists them")
		}
		t, err := a.toolNamed(name)
		if err != nil {
			return err
		}
		if before.help {
			a.printToolHelp(t)
			return nil
		}
		return a.runTool(cmd.Context(), t, rest, "")
	}
	cmd.ValidArgsFunction = a.completeRun
	return cmd
}

// splitGlobals reads global flags up to the first plain word, for a command
// that reads its own arguments.
func (a *App) splitGlobals(command string, args []string) (toolArgs, string, []string, error) {
	nobody := &catalog.Tool{Service: command}
	nobody.Name = command
	for i, arg := range args {
		if len(arg) == 0 || arg[0] != '-' {
			// A word may be the value of the flag before it.
			if i > 0 && takesValue(args[i-1]) {
				continue
			}
			before, err := parseToolArgs(nobody, nil, args[:i], &a.globals)
			return before, arg, args[i+1:], err
		}
	}
	before, err := parseToolArgs(nobody, nil, args, &a.globals)
	return before, "", nil, err
}

func takesValue(arg string) bool {
	name, short := arg, false
	switch {
	case len(arg) > 2 && arg[:2] == "--":
		name = arg[2:]
	case len(arg) == 2 && arg[0] == '-':
		name, short = arg[1:], true
	default:
		return false
	}
	f, ok := lookupGlobal(name, short)
	return ok && f.boolean == nil
}

// toolNamed finds a tool by its MCP name or says which one is near.
func (a *App) toolNamed(name string) (*catalog.Tool, error) {
	service, _, _ := strings.Cut(name, "_")
	x, err := a.catalogOf(service)
	if err != nil {
		return nil, err
	}
	if t := x.Tool(name); t != nil {
		return t, nil
	}
	listings, err := a.listings()
	if err != nil {
		return nil, err
	}
	var known []string
	for _, l := range listings {
		for _, t := range l.Tools {
			known = append(known, t.Name)
		}
	}
	e := fault.New(fault.Usage, "there is no tool %q", text.Line(name))
	if s, ok := text.Suggest(name, known); ok {
		return nil, e.WithHint("did you mean %s?", s)
	}
	return nil, e.WithHint("wslite tools lists them")
}
