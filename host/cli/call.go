package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/text"
)

// callOptions are the flags of call.
type callOptions struct {
	service, action string
	tool            string
	operationsFile  *string
	raw             bool
}

// callCommand is "wslite call <service> <action>": a tool by the action that
// a proxy knows, or, where the operator allows it, an action that no catalog
// knows.
func (a *App) callCommand() *cobra.Command {
	var o callOptions
	var operationsFile string
	cmd := &cobra.Command{
		Use:     "call <service> <action>",
		Short:   "Run the tool behind a service's action",
		GroupID: "call",
		Example: "  wslite --local call tasks tasksList --params-json '{\"tasklistId\":\"@default\"}'",
		Args:    exactArgs(2, "a service and an action"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.service, o.action = args[0], args[1]
			if cmd.Flags().Changed("operations-file") {
				o.operationsFile = &operationsFile
			}
			return a.call(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.tool, "tool", "", "the tool, where several serve the action")
	cmd.Flags().StringVar(&operationsFile, "operations-file", "", "batch operations: a `FILE` with a JSON array, or - for stdin")
	cmd.Flags().BoolVar(&o.raw, "raw", false, "send an action that no catalog knows (needs WSLITE_ALLOW_RAW=1)")
	cmd.Flags().MarkHidden("raw")
	return cmd
}

func (a *App) call(ctx context.Context, o callOptions) error {
	x, err := a.catalogOf(o.service)
	if err != nil {
		return err
	}
	t, err := chooseTool(x.ByAction(o.service, o.action), o)
	if err != nil {
		return err
	}
	if t == nil {
		// Raw is for what no tool serves. A wrong --tool must not open it
		// for an action whose arguments a tool checks.
		if !o.raw || len(x.ByAction(o.service, o.action)) > 0 {
			return unknownAction(x, o)
		}
		return a.callRaw(ctx, o)
	}
	s, err := schema.Compile(t.Input)
	if err != nil {
		return a.failCall(&invoke.Result{Tool: t.Name}, err)
	}
	return a.callTool(ctx, t, s, toolArgs{flags: schema.Flags{OperationsFile: o.operationsFile}}, o.action)
}

// chooseTool narrows the matches by --tool. No match gives nil.
func chooseTool(matches []*catalog.Tool, o callOptions) (*catalog.Tool, error) {
	if o.tool != "" {
		for _, t := range matches {
			if t.Name == o.tool {
				return t, nil
			}
		}
		return nil, nil
	}
	switch len(matches) {
	case 0:
		return nil, nil
	case 1:
		return matches[0], nil
	}
	e := fault.New(fault.Usage, "%d tools serve the action %s of %s", len(matches), text.Line(o.action), text.Line(o.service))
	return nil, e.WithHint("name one with --tool, as --tool %s", matches[0].Name)
}

func unknownAction(x *catalog.Index, o callOptions) error {
	s := x.Service(o.service)
	if s == nil {
		var known []string
		for _, s := range x.Services() {
			known = append(known, s.Name)
		}
		e := fault.New(fault.Usage, "there is no service %q", text.Line(o.service))
		if hit, ok := text.Suggest(o.service, known); ok {
			return e.WithHint("did you mean %s?", hit)
		}
		return e.WithHint("wslite --help lists the services")
	}
	var known []string
	for _, t := range s.Tools {
		known = append(known, t.Actions...)
	}
	e := fault.New(fault.Usage, "the service %s has no action %q", s.Name, text.Line(o.action))
	if o.tool != "" {
		e = fault.New(fault.Usage, "the tool %q does not serve the action %q of %s", text.Line(o.tool), text.Line(o.action), s.Name)
	}
	if hit, ok := text.Suggest(o.action, known); ok && hit != o.action {
		return e.WithHint("did you mean %s? names are case-sensitive", hit)
	}
	return e.WithHint("wslite tools --service %s --json lists the actions", s.Name)
}
