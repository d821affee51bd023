package cli

import (
	"fmt"
	"sort"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/text"
)

// toolsCommand lists the tools. It runs no Wasm: catalogs are kept beside the
// modules.
func (a *App) toolsCommand() *cobra.Command {
	var service, class string
	cmd := &cobra.Command{
		Use:     "tools",
		Short:   "List the tools, with the class of each",
		GroupID: "call",
		Example: "  wslite tools\n  wslite tools --service tasks --risk destructive\n  wslite tools --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.noExtra(cmd, "dry-run", "params-json", "idempotency-key"); err != nil {
				return err
			}
			return a.listTools(service, class)
		},
	}
	cmd.Flags().StringVar(&service, "service", "", "only the tools of this `SERVICE`")
	cmd.Flags().StringVar(&class, "risk", "", "only tools of this `CLASS`: read, write, send, share, destructive, admin")
	cmd.RegisterFlagCompletionFunc("risk", cobra.FixedCompletions(risk.ClassNames(), cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("service", a.completeServices)
	return cmd
}

// listTools prints the tools that pass both filters; an empty filter passes
// all. A filter that names nothing is an error, not an empty list.
func (a *App) listTools(service, class string) error {
	x, err := a.catalog()
	if err != nil {
		return err
	}
	tables, err := a.risk()
	if err != nil {
		return err
	}
	if err := checkFilters(x, service, class); err != nil {
		return err
	}
	var tools []*catalog.Tool
	for _, t := range x.Tools() {
		if (service == "" || t.Service == service) && (class == "" || string(staticClass(tables, t)) == class) {
			tools = append(tools, t)
		}
	}
	if a.globals.JSON {
		return a.toolsJSON(tables, tools)
	}
	for _, t := range tools {
		fmt.Fprintf(a.Out, "%-36s %-12s %s\n", t.Service+" "+t.Sub, staticClass(tables, t), t.Name)
	}
	return nil
}

// staticClass is a tool's class with no parameters given: what it is at least.
func staticClass(tables *risk.Tables, t *catalog.Tool) risk.Class {
	return tables.Resolve(t.Service, t.Action, nil)
}

func checkFilters(x *catalog.Index, service, class string) error {
	if service != "" && x.Service(service) == nil {
		var known []string
		for _, s := range x.Services() {
			known = append(known, s.Name)
		}
		return filterError("--service", service, known)
	}
	if class != "" {
		for _, c := range risk.ClassNames() {
			if c == class {
				return nil
			}
		}
		return filterError("--risk", class, risk.ClassNames())
	}
	return nil
}

func filterError(flag, value string, known []string) error {
	sort.Strings(known)
	e := fault.New(fault.Usage, "%s has no value %q; it takes %s", flag, text.Line(value), joinOr(known))
	if s, ok := text.Suggest(value, known); ok {
		return e.WithHint("did you mean %s?", s)
	}
	return e
}

// joinOr writes "a, b or c".
func joinOr(words []string) string {
	out := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			out += " or "
		default:
			out += ", "
		}
		out += w
	}
	return out
}

func (a *App) toolsJSON(tables *risk.Tables, tools []*catalog.Tool) error {
	list := []any{}
	for _, t := range tools {
		var o object
		o.add("name", t.Name)
		o.add("service", t.Service)
		o.add("action", t.Action)
		o.add("actions", t.Actions)
		o.add("risk", string(staticClass(tables, t)))
		o.add("cli", t.Service+" "+t.Sub)
		o.add("description", t.Description)
		list = append(list, o)
	}
	var doc object
	doc.add("tools", list)
	return writeJSON(a.Out, doc)
}
