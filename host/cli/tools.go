package cli

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/catalog/find"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/plugin"
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
			if err := a.noExtra(cmd, "dry-run", "draft", "params-json", "idempotency-key"); err != nil {
				return err
			}
			return a.listTools(f)
		},
	}
	cmd.Flags().StringVar(&f.service, "service", "", "only the tools of this `SERVICE`")
	cmd.Flags().StringVar(&f.class, "risk", "", "only tools of this `CLASS`: read, write, send, share, destructive, admin")
	cmd.Flags().StringVar(&f.group, "group", "", "only the tools of this `GROUP` of the help: list, read, write, manage, ...")
	cmd.Flags().StringVar(&f.search, "search", "", "only tools that these `WORDS` are likely to mean, the likeliest first")
	cmd.RegisterFlagCompletionFunc("risk", cobra.FixedCompletions(risk.ClassNames(), cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("service", a.completeServices)
	return cmd
}

// toolFilter says which tools are listed; empty fields pass all.
type toolFilter struct{ service, class, group, search string }

func (f toolFilter) passes(t listed) bool {
	if f.service != "" && t.service != f.service || f.group != "" && t.Group != f.group ||
		f.class != "" && t.Class != f.class {
		return false
	}
	return true
}

// listTools prints the tools that pass the filters. A service, class or group
// that does not exist is an error, not an empty list.
func (a *App) listTools(f toolFilter) error {
	listings, err := a.listings()
	if err != nil {
		return err
	}
	if err := checkFilters(listings, f); err != nil {
		return err
	}
	listings = slices.Clone(listings)
	slices.SortStableFunc(listings, func(x, y plugin.Listing) int { return place(x.Service) - place(y.Service) })
	var tools []listed
	for _, l := range listings {
		for _, t := range l.Tools {
			if t := (listed{t, l.Service}); f.passes(t) {
				tools = append(tools, t)
			}
		}
	}
	if f.search != "" {
		tools = searched(tools, f.search)
		if len(tools) == 0 && !a.globals.JSON {
			a.note("no tool has these words; `wslite tools` lists all")
		}
	}
	if a.globals.JSON {
		return a.toolsJSON(tools)
	}
	var b strings.Builder
	for _, t := range tools {
		fmt.Fprintf(&b, "%-36s %-12s %s\n", t.service+" "+t.Sub, t.Class, t.Name)
	}
	_, err = io.WriteString(a.Out, b.String())
	return err
}

// searched keeps the tools that a wish is likely to mean, the likeliest first.
func searched(tools []listed, wish string) []listed {
	docs := make([]find.Doc, len(tools))
	for i, t := range tools {
		docs[i] = find.Doc{Name: t.Name, Title: t.Title, Class: t.Class, Description: t.Description}
	}
	var out []listed
	for _, i := range find.New(docs).Search(wish, 0) {
		out = append(out, tools[i])
	}
	return out
}

// listOrder is the order in which workspace-lite lists the services: whoever
// compares lists sees no change. Others come behind, by name.
var listOrder = []string{"tasks", "forms", "calendar", "slides", "docs", "sheets", "gmail", "drive"}

func place(service string) int {
	if i := slices.Index(listOrder, service); i >= 0 {
		return i
	}
	return len(listOrder)
}

// listed is a tool of a listing with its service.
type listed struct {
	plugin.ListedTool
	service string
}

// staticClass is a tool's class with no parameters given: what it is at least.
func staticClass(tables *risk.Tables, t *catalog.Tool) risk.Class {
	return tables.Resolve(t.Service, t.Action, nil)
}

func checkFilters(listings []plugin.Listing, f toolFilter) error {
	services := serviceNames(listings)
	var groups []string
	for _, l := range listings {
		for _, t := range l.Tools {
			if !slices.Contains(groups, t.Group) {
				groups = append(groups, t.Group)
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

func (a *App) toolsJSON(tools []listed) error {
	list := []any{}
	for _, t := range tools {
		var o object
		o.add("name", t.Name)
		o.add("service", t.service)
		o.add("action", t.Action)
		o.add("actions", t.Actions)
		o.add("risk", t.Class)
		o.add("cli", t.service+" "+t.Sub)
		o.add("description", t.Description)
		list = append(list, o)
	}
	var doc object
	doc.add("tools", list)
	return writeJSON(a.Out, doc)
}
