package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/text"
)

// policyCommand shows what the policy says; it is edited by hand, in the
// configuration.
func (a *App) policyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "policy",
		Short:   "Show the policy in force, and what it says of a call",
		GroupID: "manage",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return helpOnStderr(cmd) },
	}
	show := &cobra.Command{
		Use:     "show",
		Short:   "Print the policy in force and where each line of it comes from",
		Example: "  wslite policy show\n  wslite policy show --profile work --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.noExtra(cmd, "dry-run", "draft", "params-json", "idempotency-key", "yes"); err != nil {
				return err
			}
			return a.policyShow()
		},
	}
	cmd.AddCommand(a.policyExplainCommand(), show)
	return cmd
}

// policySettings are the lines of [policy], and those of the profile's own
// policy that are set.
func policySettings(c *config.Config) []config.Entry {
	own := "profile." + c.Profile.Name + ".policy."
	return slices.DeleteFunc(c.Entries(), func(e config.Entry) bool {
		mine := strings.HasPrefix(e.Key, own) && e.Origin.Kind == "file"
		return !mine && !strings.HasPrefix(e.Key, "policy.")
	})
}

func (a *App) policyShow() error {
	c, err := a.config()
	if err != nil {
		return err
	}
	entries := policySettings(c)
	byHand, byAgent := c.Policy.ExternalFor(policy.CLI), c.Policy.ExternalFor(policy.MCP)
	if a.globals.JSON {
		list := []any{}
		for _, e := range entries {
			list = append(list, settingJSON(e))
		}
		var external, doc object
		external.add(policy.CLI, byHand)
		external.add(policy.MCP, byAgent)
		doc.add("ok", true)
		doc.add("profile", c.Profile.Name)
		doc.add("file", c.Policy.File)
		doc.add("revision", c.Policy.Revision())
		doc.add("external", external)
		doc.add("settings", list)
		doc.add("exitCode", fault.ExitOK)
		return writeJSON(a.Out, doc)
	}
	w := a.newTable()
	w.AppendHeader(table.Row{a.bold("SETTING"), a.bold("VALUE"), a.bold("FROM")})
	for _, e := range entries {
		w.AppendRow(table.Row{text.Line(e.Key), settingText(e.Value), text.Line(originText(e.Origin))})
	}
	if _, err := fmt.Fprintln(a.Out, trimLines(w.Render())); err != nil {
		return err
	}
	a.note("profile %s; external recipients: %s on the command line, %s for agents", text.Line(c.Profile.Name), byHand, byAgent)
	return nil
}

func settingJSON(e config.Entry) object {
	var o object
	o.add("key", e.Key)
	o.add("value", e.Value)
	o.add("origin", originText(e.Origin))
	return o
}
