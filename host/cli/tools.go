package cli

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/text"
)

// toolsCommand lists the tools. It runs no Wasm: catalogs are kept beside the
// modules.
func (a *App) toolsCommand() *cobra.Command {
	var f toolFilter
	cmd := &cobra.Command{
		Use:     "tools",
		Short:   "List the tools, with the class of each",
		GroupID: "call",
		Example: "  wslite tools\n  wslite tools --service tasks --risk destructive\n  wslite tools --search \"due date\"\n  wslite tools --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.noExtra(cmd, "dry-run", "params-json", "idempotency-key"); err != nil {
				return err
			}
			return a.listTools(f)
		},
	}
	cmd.Flags().StringVar(&f.service, "service", "", "only the tools of this `SERVICE`")
	cmd.Flags().StringVar(&f.class, "risk", "", "only tools of this `CLASS`: read, write, send, share, destructive, admin")
	cmd.Flags().StringVar(&f.group, "group", "", "only the tools of this `GROUP` of the help: list, read, write, manage, ...")
	cmd.Flags().StringVar(&f.search, "search", "", "only tools whose name or description has all of these `WORDS`")
	cmd.RegisterFlagCompletionFunc("risk", cobra.FixedCompletions(risk.ClassNames(), cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("service", a.completeServices)
	return cmd
}

// toolFilter says which tools are listed; empty fields pass all.
type toolFilter struct{ service, class, group, search string }

func (f toolFilter) passes(tables *risk.Tables, t *catalog.Tool) bool {
	if f.service != "" && t.Service != f.service || f.group != "" && t.Group != f.group ||
		f.class != "" && string(staticClass(tables, t)) != f.class {
		return false
	}
	about := strings.ToLower(t.Name + " " + t.Sub + " " + t.Title + " " + t.Description)
	for _, word := range strings.Fields(strings.ToLower(f.search)) {
		if !strings.Contains(about, word) {
			return false
		}
	}
	return true
}

// listTools prints the tools that pass the filters. A service, class or group
// that does not exist is an error, not an empty list.
func (a *App) listTools(f toolFilter) error {
	x, err := a.catalog()
	if err != nil {
		return err
	}
	tables, err := a.risk()
	if err != nil {
		return err
	}
	if err := checkFilters(x, f); err != nil {
		return err
	}
	var tools []*catalog.Tool
	for _, t := range x.Tools() {
		if f.passes(tables, t) {
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

func checkFilters(x *catalog.Index, f toolFilter) error {
	var services, groups []string
	for _, s := range x.Services() {
		services = append(services, s.Name)
		for _, g := range groupsOf(s) {
			if !slices.Contains(groups, g) {
				groups = append(groups, g)
			}
		}
	}
	for _, c := range []struct {
		flag, value string
		known       []string
	}{
		{"--service", f.service, services}, {"--risk", f.class, risk.ClassNames()}, {"--group", f.group, groups},
	} {
		if c.value != "" && !slices.Contains(c.known, c.value) {
			return filterError(c.flag, c.value, c.known)
		}
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
