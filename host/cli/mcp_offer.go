package cli

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wslite/wslite/host/backend/appsscript"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/mcp"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/text"
)

// offerOptions are the flags that say what a server offers, and how it shows it.
type offerOptions struct {
	services []string
	tools    []string
	toolset  string
	readOnly bool
	list     string
	discover bool
}

// toolsets are names for the classes that a server offers. What may stand in one
// is held by the policy: see holding.
var toolsets = []struct {
	name    string
	classes []risk.Class
}{
	{"read", []risk.Class{risk.Read}},
	{"organise", []risk.Class{risk.Read, risk.Write}},
	{"write", []risk.Class{risk.Read, risk.Write, risk.Send, risk.Share}},
	{"all", nil}, // no restriction
}

func toolsetNames() []string {
	var names []string
	for _, s := range toolsets {
		names = append(names, s.name)
	}
	return names
}

func (a *App) offerFlags(cmd *cobra.Command, f *pflag.FlagSet, o *offerOptions) {
	f.StringArrayVar(&o.services, "service", nil, "offer the tools of this `SERVICE` alone; may be repeated")
	f.StringSliceVar(&o.tools, "tools", nil, "offer the tools whose names match these `PATTERNS` alone; * is any run of characters")
	f.StringVar(&o.toolset, "toolset", "all", "offer a `SET` of tools: read, organise (and write), write (and send, share), all (and destructive)")
	f.BoolVar(&o.readOnly, "read-only", false, "offer and run only what changes nothing")
	f.StringVar(&o.list, "list", string(mcp.Short), "how much the list `SHOWS` of each tool: short or full")
	f.BoolVar(&o.discover, "discover", false, "show three small tools instead, which find, describe and call the others")
	cmd.RegisterFlagCompletionFunc("service", a.completeServices)
	cmd.RegisterFlagCompletionFunc("toolset", cobra.FixedCompletions(toolsetNames(), cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("list", cobra.FixedCompletions(mcp.Listings(), cobra.ShellCompDirectiveNoFileComp))
}

// serverName is what a server calls itself: for one service as the server of
// workspace-lite is called, which clients know.
func (o offerOptions) serverName() string {
	if names := slices.Compact(slices.Sorted(slices.Values(o.services))); len(names) == 1 {
		return "google-workspace-" + names[0]
	}
	return "wslite"
}

// classes are those of the toolset; nil is no restriction. The error is USAGE.
func (o offerOptions) classes() ([]risk.Class, error) {
	for _, s := range toolsets {
		if s.name == o.toolset {
			if o.readOnly {
				return []risk.Class{risk.Read}, nil
			}
			return s.classes, nil
		}
	}
	return nil, oneOf("--toolset", o.toolset, toolsetNames())
}

// check says what in the flags means nothing.
func (o offerOptions) check() error {
	if _, err := o.classes(); err != nil {
		return err
	}
	if !slices.Contains(mcp.Listings(), o.list) {
		return oneOf("--list", o.list, mcp.Listings())
	}
	return nil
}

func oneOf(flag, value string, known []string) error {
	e := fault.New(fault.Usage, "%s has no value %q; it takes %s", flag, text.Line(value), joinOr(slices.Clone(known)))
	if near, ok := text.Suggest(value, known); ok {
		return e.WithHint("did you mean %s?", near)
	}
	return e
}

// offered are the tools that a server shows: those that pass the flags and that
// the policy does not refuse whatever the call. A name that means nothing is an
// error, not an empty list.
func (a *App) offered(o offerOptions) ([]mcp.Tool, error) {
	classes, err := o.classes()
	if err != nil {
		return nil, err
	}
	x, err := a.catalog()
	if err != nil {
		return nil, err
	}
	if err := o.known(x); err != nil {
		return nil, err
	}
	tables, err := a.risk()
	if err != nil {
		return nil, err
	}
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	tools := mcp.Select(x, tables, mcp.Selection{
		Services: o.services, Tools: trimmed(o.tools), Classes: classes, Policy: c.Policy,
	})
	for i := range tools {
		tools[i].Proxied = a.overProxy(c, tools[i].Service)
	}
	if len(tools) == 0 {
		return nil, fault.New(fault.Usage, "no tool passes --service, --tools, --toolset and the policy together").
			WithHint("wslite tools lists all, wslite policy show what is allowed")
	}
	return tools, nil
}

// overProxy says whether a service's calls are sure to run over a proxy. It asks
// no account.
func (a *App) overProxy(c *config.Config, service string) bool {
	return c.Profile.Backend == config.AppsScript && a.globals.Account == "" &&
		(c.Profile.Chosen || a.Getenv(appsscript.URLName(service)) != "")
}

// known refuses services that do not exist and patterns that no tool matches.
func (o offerOptions) known(x *catalog.Index) error {
	for _, s := range o.services {
		if x.Service(s) == nil {
			return unknownAction(x, callOptions{service: s})
		}
	}
	for _, pattern := range trimmed(o.tools) {
		if !slices.ContainsFunc(x.Tools(), func(t *catalog.Tool) bool { return policy.MatchesAny([]string{pattern}, t.Name) }) {
			return fault.New(fault.Usage, "--tools: no tool's name matches %q", text.Line(pattern)).WithHint("wslite tools lists the names; * is any run of characters")
		}
	}
	return nil
}

// holding holds the calls of a server to what it offers. The list is no guard: a
// batch names actions of its own, and call_tool any tool. It only ever tightens a
// policy.
type holding struct {
	readOnly bool
	classes  []risk.Class // nil is no restriction
	tools    []string     // patterns; none is no restriction
}

// apply tightens a policy for the calls of one catalog. What the flags forbid is
// told by the flag's name.
func (h *holding) apply(p policy.Policy, x *catalog.Index) policy.Policy {
	if h == nil {
		return p
	}
	p.Keys = maps.Clone(p.Keys)
	if p.Keys == nil {
		p.Keys = map[string]string{}
	}
	if h.readOnly {
		p.ReadOnly, p.Keys["read_only"] = true, "--read-only"
	}
	if h.classes != nil {
		old := p.AllowClasses
		p.AllowClasses, p.Keys["allow_classes"] = []string{}, "--toolset"
		for _, c := range h.classes {
			if old == nil || slices.Contains(old, string(c)) {
				p.AllowClasses = append(p.AllowClasses, string(c))
			}
		}
	}
	if len(h.tools) > 0 {
		old := p.AllowTools
		p.AllowTools, p.Keys["allow_tools"] = []string{}, "--tools"
		for _, t := range x.Tools() {
			if policy.MatchesAny(h.tools, t.Name) && (old == nil || policy.MatchesAny(old, t.Name)) {
				p.AllowTools = append(p.AllowTools, t.Name)
			}
		}
	}
	return p
}

// hold makes of the flags what holds the calls.
func (o offerOptions) hold() (*holding, error) {
	set := offerOptions{toolset: o.toolset} // --read-only is held, and told of, by itself
	classes, err := set.classes()
	return &holding{readOnly: o.readOnly, classes: classes, tools: trimmed(o.tools)}, err
}

func trimmed(words []string) []string {
	var out []string
	for _, w := range words {
		if w = strings.TrimSpace(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}
