package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/plugin"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/text"
)

// pluginCommand manages third parties' plugins. Only these commands change
// what is granted: no tool can.
func (a *App) pluginCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "plugin",
		Short:   "List, inspect, add, verify and remove plugins",
		GroupID: "manage",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return helpOnStderr(cmd) },
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			if err := cmd.Root().PersistentPreRunE(cmd, args); err != nil {
				return err
			}
			return a.noExtra(cmd, "dry-run", "draft", "params-json", "idempotency-key", "local")
		},
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "list", Short: "List the plugins, embedded and added", Args: noArgs,
			RunE: func(*cobra.Command, []string) error { return a.pluginList() },
		},
		&cobra.Command{
			Use: "inspect FILE.wasm", Short: "Show what a plugin asks for; changes nothing", Args: exactArgs(1, "a module's file"),
			Example: "  wslite plugin inspect notes.wasm",
			RunE:    func(cmd *cobra.Command, args []string) error { return a.pluginInspect(cmd.Context(), args[0]) },
		},
		&cobra.Command{
			Use: "add FILE.wasm", Short: "Add a plugin, or accept its change, after a look at what it asks for", Args: exactArgs(1, "a module's file"),
			Example: "  wslite plugin add notes.wasm",
			RunE:    func(cmd *cobra.Command, args []string) error { return a.pluginAdd(cmd.Context(), args[0]) },
		},
		&cobra.Command{
			Use: "remove SERVICE", Short: "Remove an added plugin and its grant", Args: exactArgs(1, "a service"),
			RunE: func(_ *cobra.Command, args []string) error { return a.pluginRemove(args[0]) },
		},
		&cobra.Command{
			Use: "verify", Short: "Check every added plugin against what was granted", Args: noArgs,
			RunE: func(*cobra.Command, []string) error { return a.pluginVerify() },
		},
	)
	return cmd
}

func (a *App) pluginList() error {
	r, err := a.plugins()
	if err != nil {
		return err
	}
	if a.globals.JSON {
		list := []any{}
		for _, p := range r.Plugins() {
			var o object
			o.add("service", p.Service)
			o.add("title", p.Catalog.Title)
			o.add("version", p.Catalog.Version)
			o.add("origin", p.Origin)
			o.add("tools", len(p.Catalog.Tools))
			o.add("originalDigest", p.OriginalDigest)
			o.add("digest", p.Digest)
			if p.Grant != nil {
				o.add("grant", p.Grant)
			}
			list = append(list, o)
		}
		var doc object
		doc.add("plugins", list)
		if err := writeJSON(a.Out, doc); err != nil {
			return err
		}
	} else {
		w := a.newTable()
		w.AppendHeader(table.Row{a.bold("SERVICE"), a.bold("TITLE"), a.bold("VERSION"), a.bold("ORIGIN"), a.bold("TOOLS"), a.bold("DIGEST")})
		for _, p := range r.Plugins() {
			w.AppendRow(table.Row{p.Service, text.Line(p.Catalog.Title), text.Line(p.Catalog.Version), p.Origin, len(p.Catalog.Tools), p.OriginalDigest[:12]})
		}
		if _, err := fmt.Fprintln(a.Out, trimLines(w.Render())); err != nil {
			return err
		}
	}
	for _, problem := range r.Problems() {
		a.note("warning: %s", problem.Error())
	}
	return nil
}

func (a *App) pluginInspect(ctx context.Context, file string) error {
	r, err := a.plugins()
	if err != nil {
		return err
	}
	review, err := r.Inspect(ctx, file)
	if err != nil {
		return err
	}
	if a.globals.JSON {
		return writeJSON(a.Out, review)
	}
	_, err = fmt.Fprint(a.Out, review.String())
	return err
}

// pluginAdd shows the review on stderr, asks, and adds after a yes. Without a
// terminal only --yes is a yes.
func (a *App) pluginAdd(ctx context.Context, file string) error {
	r, err := a.plugins()
	if err != nil {
		return err
	}
	var refused error
	p, err := r.Add(ctx, file, func(review plugin.Review) bool {
		fmt.Fprint(a.Err, review.String())
		ok, err := a.agree(ctx, addQuestion(review))
		refused = err
		return ok
	})
	if refused != nil {
		return refused
	}
	if err != nil {
		return err
	}
	if a.globals.JSON {
		var o object
		o.add("ok", true)
		o.add("service", p.Service)
		o.add("tools", len(p.Catalog.Tools))
		o.add("originalDigest", p.OriginalDigest)
		o.add("grant", p.Grant)
		return writeJSON(a.Out, o)
	}
	_, err = fmt.Fprintf(a.Out, "added %s: %d tools (wslite %s --help lists them)\n", p.Service, len(p.Catalog.Tools), p.Service)
	return err
}

// addQuestion repeats what matters most: a long review scrolls its beginning
// away.
func addQuestion(r plugin.Review) string {
	const shown = 5
	to := "nowhere"
	switch n := len(r.Hosts); {
	case n > shown:
		to = fmt.Sprintf("%s and %d more hosts", strings.Join(r.Hosts[:shown], ", "), n-shown)
	case n > 0:
		to = strings.Join(r.Hosts, ", ")
	}
	asking := 0
	for _, act := range r.Actions {
		if risk.NeedsConfirm(risk.Class(act.Class)) {
			asking++
		}
	}
	return fmt.Sprintf("Add the plugin %s with %d actions, of which %d ask before each call? It may send to %s.",
		r.Service, len(r.Actions), asking, to)
}

// agree gets a yes from --yes or from the person at the terminal.
func (a *App) agree(ctx context.Context, question string) (bool, error) {
	if a.globals.Yes {
		return true, nil
	}
	p := a.prompter()
	if p == nil {
		return false, fault.New(fault.ConfirmationRequired, "this needs a yes, and there is no terminal to ask at").
			WithHint("look at what is asked for, then repeat it with --yes")
	}
	return p.Confirm(ctx, question)
}

func (a *App) pluginRemove(service string) error {
	r, err := a.plugins()
	if err != nil {
		return err
	}
	if err := r.Remove(service); err != nil {
		return err
	}
	if a.globals.JSON {
		var o object
		o.add("ok", true)
		o.add("removed", service)
		return writeJSON(a.Out, o)
	}
	_, err = fmt.Fprintf(a.Out, "removed %s and its grant\n", text.Line(service))
	return err
}

// pluginVerify fails if any added plugin differs from what was granted.
func (a *App) pluginVerify() error {
	r, err := a.plugins()
	if err != nil {
		return err
	}
	findings := r.Verify()
	ok := true
	list := []any{}
	for _, f := range findings {
		var o object
		o.add("service", f.Service)
		o.add("ok", f.Err == nil)
		if f.Err != nil {
			ok = false
			o.add("code", string(fault.CodeOf(f.Err)))
			o.add("message", asFault(f.Err).Error())
		}
		list = append(list, o)
		if !a.globals.JSON {
			verdict := "as granted"
			if f.Err != nil {
				verdict = asFault(f.Err).Error()
			}
			fmt.Fprintf(a.Out, "%s: %s\n", text.Line(f.Service), text.Clean(verdict))
		}
	}
	if a.globals.JSON {
		var doc object
		doc.add("ok", ok)
		doc.add("plugins", list)
		if err := writeJSON(a.Out, doc); err != nil {
			return err
		}
	} else if len(findings) == 0 {
		fmt.Fprintln(a.Out, "no plugins were added; the embedded ones belong to this binary")
	}
	if !ok {
		return Exit{fault.ExitFailure}
	}
	return nil
}
