package cli

import (
	"fmt"
	"os"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/setup"
	"github.com/wslite/wslite/host/text"
)

// securityCommand groups what looks at the safety of the set-up.
func (a *App) securityCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "security",
		Short:   "Audit what the set-up of the proxies allows",
		GroupID: "manage",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return helpOnStderr(cmd) },
	}
	audit := &cobra.Command{
		Use:   "audit",
		Short: "Say what tokens, scopes and lists of the proxies allow; sends nothing",
		Long: `Say what the set-up of the proxies allows beyond what is needed: tokens, the
scopes of the scripts (in a checkout of workspace-lite), lists of recipients and
resources. It reads variables and files and sends nothing.

Exit codes: 0, whatever it finds.`,
		Example: "  wslite security audit\n  wslite security audit --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.noExtra(cmd, "dry-run", "draft", "params-json", "idempotency-key", "local"); err != nil {
				return err
			}
			return a.securityAudit()
		},
	}
	audit.Flags().Bool("offline", true, "send nothing; the audit never does")
	cmd.AddCommand(audit)
	return cmd
}

func (a *App) securityAudit() error {
	tables, err := risk.Load()
	if err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return fault.Wrap(err, fault.Client, "the current directory is gone").WithHint("go to one that exists")
	}
	var all []setup.Presence
	services := []string{}
	for _, s := range tables.Services() {
		if p := setup.Look(a.Getenv, s); p.Installed() {
			all = append(all, p)
			services = append(services, s)
		}
	}
	found := setup.Audit(all, setup.FindCheckout(dir, tables.Services()))
	if a.globals.JSON {
		return a.auditJSON(services, found)
	}
	return a.auditText(found)
}

func (a *App) auditJSON(services []string, found []setup.Advisory) error {
	list := []any{}
	for _, f := range found {
		var o object
		o.add("severity", f.Severity)
		o.add("area", f.Area)
		if f.Service != "" {
			o.add("service", f.Service)
		}
		o.add("summary", f.Summary)
		if f.Advice != "" {
			o.add("advice", f.Advice)
		}
		list = append(list, o)
	}
	var doc object
	doc.add("services", services)
	doc.add("findings", list)
	return writeJSON(a.Out, doc)
}

// auditText prints a table; an advice stands below what it is about.
func (a *App) auditText(found []setup.Advisory) error {
	if len(found) == 0 {
		_, err := fmt.Fprintln(a.Out, "no service is set up for a proxy, so there is nothing to audit")
		return err
	}
	w := a.newTable()
	w.AppendHeader(table.Row{a.bold("SEVERITY"), a.bold("AREA"), a.bold("SERVICE"), a.bold("FINDING")})
	for _, f := range found {
		w.AppendRow(table.Row{f.Severity, f.Area, f.Service, text.Line(f.Summary)})
		if f.Advice != "" {
			w.AppendRow(table.Row{"", "", "", "-> " + text.Line(f.Advice)})
		}
	}
	_, err := fmt.Fprintln(a.Out, trimLines(w.Render()))
	return err
}
