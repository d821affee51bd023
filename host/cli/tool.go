package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/backend/appsscript"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/confirm"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/text"
)

// toolCommand makes the command of one tool. Its words are parsed by
// parseToolArgs, which knows the schema; cobra serves help and completion.
func (a *App) toolCommand(t *catalog.Tool) *cobra.Command {
	cmd := &cobra.Command{
		Use:                t.Sub,
		Short:              a.shortHelp(t),
		GroupID:            t.Group,
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runTool(cmd.Context(), t, args, "")
		},
		ValidArgsFunction: a.completeTool(t),
	}
	cmd.SetHelpFunc(func(*cobra.Command, []string) { a.printToolHelp(t) })
	return cmd
}

// shortHelp is a tool's line in its service's help: its title, and whether it
// will ask.
func (a *App) shortHelp(t *catalog.Tool) string {
	short := text.Line(t.Title)
	if short == "" {
		short = firstSentence(t.Description)
	}
	if tables, err := a.risk(); err == nil {
		if class := staticClass(tables, t); risk.NeedsConfirm(class) {
			short += " (" + string(class) + ": asks first)"
		}
	}
	return short
}

// runTool is the path of every tool command, of run and of call: parse, check,
// invoke, report. want is the action that the user named, where he named one.
func (a *App) runTool(ctx context.Context, t *catalog.Tool, args []string, want string) error {
	res := &invoke.Result{Tool: t.Name, Service: t.Service}
	s, err := schema.Compile(t.Input)
	if err != nil {
		return a.failCall(res, err)
	}
	parsed, err := parseToolArgs(t, s.Properties(), args, &a.globals)
	if err != nil {
		if !a.globals.JSON {
			a.globals.JSON = hasJSONFlag(args)
		}
		return a.failCall(res, err)
	}
	if parsed.help {
		a.printToolHelp(t)
		return nil
	}
	a.settle()
	return a.callTool(ctx, t, s, parsed, want)
}

// callTool runs a tool with what its command line holds.
func (a *App) callTool(ctx context.Context, t *catalog.Tool, s *schema.Schema, line toolArgs, want string) error {
	res := &invoke.Result{Tool: t.Name, Service: t.Service}
	shape, err := a.globals.shapeOf()
	if err != nil {
		return a.failCall(res, err)
	}
	inDocument := shape.structured() && !shape.all
	for _, d := range line.dropped {
		if !inDocument { // before anything is sent or asked
			a.note("warning: %s", d)
		}
	}
	flags := line.flags
	if a.globals.paramsJSONSet {
		flags.ParamsJSON = &a.globals.ParamsJSON
	}
	if err := a.checkKey(t); err != nil {
		return a.failCall(res, err)
	}
	if takesKey(s) { // the service recognises a repeat, too
		flags.IdempotencyKey = a.globals.IdempotencyKey
	}
	args, err := s.Parse(t, flags, a.files())
	if err != nil {
		if f := fault.Of(err); f != nil && f.Code == fault.Usage && f.Hint == "" {
			err = f.WithHint("%s --help shows what it takes", commandOf(t))
		}
		return a.failCall(res, err)
	}
	p, err := a.pipeline(ctx, t.Service)
	if err != nil {
		return a.failCall(res, err)
	}
	blobs := blob.New(a.blobOptions())
	defer blobs.Close()
	req := invoke.Request{
		Tool: t, Args: args, Yes: a.globals.Yes, Prompter: a.prompter(), Blobs: blobs,
		WantAction: want, Heard: a.heard(t.Service), DryRun: a.globals.DryRun, Store: a.globals.Draft, Key: a.globals.IdempotencyKey,
		Render: shape.plain() && !a.globals.JSON && (a.OutTTY || t.Output != nil && t.Output.Kind == "list"),
	}
	if shape.all {
		pager, err := a.newPager(t, s, shape, args, p.Proxied)
		if err != nil {
			return a.failCall(res, err)
		}
		return pager.run(ctx, p, req)
	}
	res, err = p.Run(ctx, req)
	if inDocument && res != nil {
		res.Warnings = append(line.dropped, res.Warnings...)
	}
	return a.report(ctx, t, res, err)
}

// takesKey says whether a tool hands an idempotency key on to its service.
func takesKey(s *schema.Schema) bool {
	return slices.ContainsFunc(s.Properties(), func(p schema.Property) bool { return p.Key == catalog.KeyIdempotencyKey })
}

// checkKey refuses what would have no effect: a key or a draft for a call that
// only reads.
func (a *App) checkKey(t *catalog.Tool) error {
	tables, err := a.risk()
	if err != nil {
		return err
	}
	reads := onlyReads(tables, t)
	switch {
	case a.globals.IdempotencyKey != "" && reads:
		return fault.New(fault.Usage, "%s only reads, so a repeat does no harm; leave --idempotency-key out", t.Name)
	case a.globals.Draft && reads:
		return fault.New(fault.Usage, "%s only reads, so there is nothing to agree to; leave --draft out", t.Name)
	case a.globals.Draft && a.globals.IdempotencyKey != "":
		return fault.New(fault.Usage, "--idempotency-key has no effect on a call that is stored: a draft runs once, under a key of its own").
			WithHint("leave --idempotency-key out")
	case a.globals.Draft && a.globals.DryRun:
		return fault.New(fault.Usage, "--draft stores the call and --dry-run only shows it; use one of them")
	}
	return nil
}

// onlyReads says that no call of a tool can change anything.
func onlyReads(tables *risk.Tables, t *catalog.Tool) bool {
	reads := !t.IsBatchTool
	for _, action := range t.Actions {
		row, known := tables.Row(t.Service, action)
		reads = reads && known && row.Class == risk.Read && row.Dynamic == ""
	}
	return reads
}

// blobOptions is where the bytes of a call go, and who hears of their progress.
func (a *App) blobOptions() blob.Options {
	return blob.Options{Output: a.globals.OutputPath, Force: a.globals.Force, Progress: a.progress()}
}

// prompter asks at the terminal; nil where nobody sits there.
func (a *App) prompter() confirm.Prompter {
	if !a.CanPrompt() {
		return nil
	}
	return terminalPrompter{in: a.In, out: a.Err}
}

// traceToken tells which variable gave the token, never its value.
func (a *App) traceToken(c appsscript.Choice) {
	if a.globals.Verbose {
		a.tell("token class %s from %s (candidates %s)", c.Class, c.Chosen, strings.Join(c.Candidates, ", "))
	}
}

// trace prints one line for --verbose: what is about to be sent, no values.
func (a *App) trace(s invoke.Step) {
	a.tell("%s: service %s, action %s, class %s, backend %s, fuel %d",
		s.Tool, s.Service, s.Action, s.Class, s.Backend, s.Fuel)
}

// tell writes one line of --verbose. The names in a raw call are the caller's
// own, so the line is cleaned like any.
func (a *App) tell(format string, args ...any) {
	fmt.Fprintf(a.Err, "wslite: %s\n", text.Line(fmt.Sprintf(format, args...)))
}
