package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/confirm"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/store"
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
	cmd.ValidArgsFunction = a.completeRun
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
	if err == nil && !v.decision.Allowed {
		err = Exit{Code: fault.ExitFailure}
	}
	return err
}

// shaped says that a flag was given that shapes a result.
func (g *globals) shaped() bool {
	return g.Fields != "" || g.JQ != "" || g.PageAll || g.PageLimit != "" || g.OutputPath != "" || g.Format != "" && g.Format != "json"
}

// judge takes a call to its decision and no step further.
func (a *App) judge(ctx context.Context, t *catalog.Tool, args map[string]any, frontEnd string) (verdict, error) {
	v := verdict{res: &invoke.Result{Tool: t.Name, Service: t.Service}, frontEnd: frontEnd}
	var err error
	if v.config, err = a.config(); err != nil {
		return v, err
	}
	p, err := a.judging(v.config, t.Service)
	if err != nil {
		return v, err
	}
	p.Records.FrontEnd = frontEnd
	blobs := blob.New(a.blobOptions())
	defer blobs.Close()
	v.res, v.decision, err = p.Decide(ctx, invoke.Request{Tool: t, Args: args, Blobs: blobs, Store: a.globals.Draft})
	if err != nil {
		return v, err
	}
	v.why = p.Risk.Why(v.res.Service, v.res.Action, v.res.Params)
	v.asks = confirm.Needed(confirm.Request{
		Tables: p.Risk, Service: v.res.Service, Action: v.res.Action, Class: v.res.Class, Params: v.res.Params, Ask: v.decision.Confirm,
	})
	for _, r := range v.decision.Reasons {
		v.reasons = append(v.reasons, explained{r, settingsOf(v.config, r.Key)})
	}
	for _, c := range v.decision.Caps {
		used, known := a.capUsed(ctx, v.config, p.Records.Owner, c.Name)
		v.caps = append(v.caps, usedCap{c, used, known})
	}
	return v, nil
}

// judging is a pipeline that can go as far as the decision: it has no backend,
// so it opens no workspace and needs nobody to be signed in.
func (a *App) judging(c *config.Config, service string) (*invoke.Pipeline, error) {
	tables, err := a.risk()
	if err != nil {
		return nil, err
	}
	x, err := a.catalogOf(service)
	if err != nil {
		return nil, err
	}
	reg, err := a.plugins()
	if err != nil {
		return nil, err
	}
	on := "rest" // a plugin's own service
	if p := reg.Get(service); p == nil || p.Grant == nil {
		if on, err = a.backendOf(c, service); err != nil {
			return nil, err
		}
	}
	p := &invoke.Pipeline{
		Catalog: x, Modules: modules{a}, Risk: tables, Policy: c.Policy,
		Proxied: on == config.AppsScript, Clock: a.clock, Now: a.zoned,
	}
	p.Records, err = a.pipelineRecords(c, service, on)
	return p, err
}

// settingsOf are the lines for a key of the policy: [policy]'s and the
// profile's, those that are set; where none is, [policy]'s default.
func settingsOf(c *config.Config, key string) []config.Entry {
	if key == "" {
		return nil
	}
	own := "profile." + c.Profile.Name + ".policy."
	name := strings.TrimPrefix(strings.TrimPrefix(key, own), "policy.")
	of := func(e config.Entry) bool { return e.Key == "policy."+name || e.Key == own+name }
	all := slices.DeleteFunc(c.Entries(), func(e config.Entry) bool { return !of(e) })
	set := slices.DeleteFunc(slices.Clone(all), func(e config.Entry) bool { return e.Origin.Kind != "file" })
	switch {
	case len(set) > 0:
		return set
	case len(all) > 0:
		return all[:1]
	}
	return []config.Entry{{Key: "policy." + name, Origin: config.Origin{Kind: "default"}}}
}

// capUsed tells how much of a daily cap is taken, where this machine has records
// of it. A shared store is not asked: explaining needs no network.
func (a *App) capUsed(ctx context.Context, c *config.Config, owner store.Owner, name string) (int, bool) {
	if c.Store.Driver == config.Postgres || c.StateDir == "" {
		return 0, false
	}
	if _, err := os.Stat(filepath.Join(c.StateDir, recordsFile)); err != nil {
		return 0, os.IsNotExist(err) // nothing was ever counted
	}
	s, err := a.records()
	if err != nil {
		return 0, false
	}
	used, err := s.Count(ctx, owner, name, a.zoned().Format("2006-01-02"))
	return used, err == nil
}
